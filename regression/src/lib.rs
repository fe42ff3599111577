//! Regression suites: the `.tst` format, running it against any engine that speaks the Go Text
//! Protocol, and what comes of it.
//!
//! Start at [`Suite::read`], [`Results`]; `docs/regress.md` is the
//! user's guide.

pub mod result;
pub mod suite;

pub use result::{Class, Cost, Details, Outcome, Results, Run, Totals, Trouble};
pub use suite::{Dialect, Suite};
