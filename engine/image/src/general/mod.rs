//! Images of general patterns.
//!
//! [`GeneralTables`] is what a compiler fills and [`encode`](GeneralTables::encode) writes;
//! [`General`] is the validated view that engines read, straight from the bytes of the file.
//! Start reading at [`records`].

mod document;
pub mod records;
mod validate;
mod view;

pub use document::GeneralTables;
pub(crate) use document::{Places, open};
pub use records::*;
pub use view::{General, Pattern, WaitsFor};
