//! Regression suites: reads the `.tst` format, runs suites with any GTP engine, and reports the
//! results.
//!
//! Data flows in one direction: [`Suite::read`] → [`runner::run_suite`] → [`Results`] → comparisons
//! and reports. Start there; `docs/regress.md` is the user's guide.

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
pub mod turned;

pub use result::{Class, Cost, Details, Results, Run, TestResult, Totals, Trouble};
pub use suite::{Dialect, Suite};
