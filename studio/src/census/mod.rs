//! The census: where the patterns of a set fit in games, how far their matches come, and which
//! patterns never fire, and why.
//!
//! 1. [`Plan`] says how deep the census looks ([`Depth`]), and at which positions.
//! 2. [`Plan::run`] counts, several games at a time, and reports after each batch. A [`Tally`] that
//!    was saved on the way ([`Saved`]) goes on where it ended.
//! 3. [`Plan::judge`] asks a teacher what the best candidates lose.
//! 4. [`dead::find`] says of patterns that never fire what stops them.
//! 5. [`Report`] puts all together; it prints a table with bars, [`csv()`], and [`page()`];
//!    [`lenses()`] are the counts that editors show.

mod count;
pub mod dead;
mod lenses;
mod page;
mod plan;
mod report;
mod run;
mod saved;
mod table;

pub use count::{Count, Example, Proposal, Tally};
pub use lenses::lenses;
pub use page::page;
pub use plan::{Depth, Plan};
pub use report::{Report, Row, csv};
pub use saved::{Saved, SavedError};
