//! Monte Carlo play: random games driven by a database of 3x3 patterns, and a search of a tree of them.

mod playout;
mod report;
mod values;

pub use playout::Playout;
pub use report::{MoveReport, Report};
pub use values::{Value, Values};
