//! Regression suites: the `.tst` format, running it against any engine that speaks the Go Text
//! Protocol, and what comes of it.
//!
//! Start at [`Suite::read`], [`runner::run_suite`] and [`Results`]; `docs/regress.md` is the user's
//! guide.

pub mod bless;
pub mod compare;
pub mod contrast;
pub mod engine;
pub mod report;
pub mod result;
pub mod runner;
pub mod schedule;
pub mod select;
pub mod suite;

pub use result::{Class, Cost, Details, Outcome, Results, Run, Totals, Trouble};
pub use suite::{Dialect, Suite};
