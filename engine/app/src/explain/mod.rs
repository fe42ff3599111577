//! Explains patterns: where a diagram fits, what it lacks elsewhere, what a match does or why it
//! does nothing.
//!
//! [`Subject`] is a pattern at a point, [`Account`] what is to be said of it, [`words`] the words
//! for it; [`FiredAccount`] and [`VetoAccount`] are about moves. GTP commands and traces use them.

mod account;
mod fired;
mod pattern_place;
mod subject;
pub mod words;

pub use account::Account;
pub use fired::{FiredAccount, VetoAccount};
pub use pattern_place::PatternPlace;
pub use subject::{Placed, Subject, named};
