//! Explains patterns: where a diagram fits, what it lacks elsewhere, what a match does or why it
//! does nothing.
//!
//! [`Subject`] is a pattern at a point, [`Account`] what is to be said of it, [`VetoAccount`]
//! is about moves. GTP commands and traces use them.

mod account;
mod subject;
mod veto;

pub use account::Account;
pub use subject::{Placed, Subject, named};
pub use veto::VetoAccount;
