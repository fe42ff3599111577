//! Runs pattern images against a board.
//!
//! [`Matcher`] finds where the diagrams of a database fit a position; [`Question`] evaluates the
//! constraint and the action of a match, asking a [`Host`] whatever needs more than the diagram.
//! [`naive`] finds the same matches cell by cell and says what is right.

mod frame;
mod host;
mod live;
mod matcher;
pub mod naive;
mod scanner;
mod vm;
mod wanted;

pub use host::{Answer, BreakThrough, Done, DragonStatus, Host, Hull, Outcome, Surround};
pub use live::LiveMatcher;
pub use matcher::{Match, Matcher};
pub use vm::Question;
pub use wanted::{Statuses, Wanted};
