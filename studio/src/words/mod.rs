//! What the engine thinks about moves and patterns, in words.
//!
//! - [`breakdown`] says how the value of a move came about, [`for_move`] and [`about_move`] say it
//!   shorter.
//! - [`FiredAccount`] is a match that fires, [`PatternPlace`] the place of its pattern.
//! - [`mod@matches`] says what a diagram lacks, why a match does not fire, and what it does.
//!
//! All of them ask [`Names`] for the names of points.

mod breakdown;
mod fired;
pub mod matches;
mod names;
mod place;
mod reasons;

pub use breakdown::{against, breakdown};
pub use fired::FiredAccount;
pub use names::{Names, UsualNames};
pub use place::PatternPlace;
pub use reasons::{about_move, ahead, by_ko, for_move, other_reason, pattern_place, tried};
