//! Analysis for clients: reports about a search while it goes on.
//!
//! [`request`] reads the arguments, which the clients' commands share. [`mod@write`] writes a
//! report in one of several formats. [`stream`] writes reports at intervals.

pub mod request;
pub mod stream;
pub mod write;

pub use request::{NotARequest, Request};
pub use write::Format;
