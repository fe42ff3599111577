//! Analysis for clients: what they ask for, and how a search is shown to them while it goes on.
//!
//! [`request`] reads the arguments that the clients' commands share, [`mod@write`] has the three ways
//! to write a report, and [`stream`] writes one whenever the client wants to see it.

pub mod request;
pub mod stream;
pub mod write;

pub use request::Request;
pub use write::Format;
