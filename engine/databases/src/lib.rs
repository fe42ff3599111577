//! Sets of databases: where they are, what is in the cache, compiling the rest, watching for
//! changes, and the set that the program carries.
//!
//! [`search`] finds the places, [`load`] opens what is there, [`Watch`] does that again whenever
//! a source changes. Start reading at [`place`].

pub mod building;
mod builtin;
mod cache;
mod load;
pub mod manifest;
pub mod place;
mod source;
mod watch;

pub use cache::{Cache, CacheError};
pub use load::{LoadError, Loaded, Set, built_in, load};
pub use place::{Looked, NotThere, Place, Search, named, search};
pub use watch::{Reloaded, Watch};
