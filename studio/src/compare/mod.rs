//! What an edit changes: two sets of databases in the same positions.
//!
//! 1. [`Edits::between`] says which patterns differ. A position in which none of them fits has the
//!    same candidates with both sets, so the engine need not look at it.
//! 2. [`Plan::run`] asks the engine for its move in the other positions, with either set, and
//!    reports after each batch.
//! 3. [`Comparison`] sums up; it prints a table, and [`page()`] shows the boards.

mod edits;
mod page;
mod result;
mod run;
mod table;

pub use edits::{Edits, Reach};
pub use page::page;
pub use result::{Change, Choice, Comparison, Points};
pub use run::Plan;
