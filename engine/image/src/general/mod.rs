//! Images of general patterns.
//!
//! A compiler fills [`GeneralTables`], and [`encode`](GeneralTables::encode) writes them. Engines
//! read the validated view [`General`], in place. Start with [`records`].

pub mod automaton;
mod document;
pub mod records;
mod validate;
mod view;

pub use document::GeneralTables;
pub(crate) use document::open;
pub use records::*;
pub(crate) use view::Places;
pub use view::{General, Pattern, WaitsFor};

pub use crate::run::Run;
