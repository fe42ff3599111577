//! Finds, loads, caches and watches sets of databases, and provides the built-in set.
//!
//! 1. [`search`] finds the places of the databases.
//! 2. [`load`] opens their images, and compiles those that are not in the cache.
//! 3. [`Watch`] loads again whenever a source changes; [`draft`] compiles texts in memory;
//!    [`addition`] adds a pattern to a file.
//!
//! Start reading at [`place`].

pub mod addition;
pub mod building;
mod builtin;
mod cache;
pub mod draft;
mod load;
pub mod manifest;
pub mod place;
mod playout_rules;
mod source;
pub mod testing;
mod watch;

pub use builtin::STRENGTHS;
pub use cache::{Cache, CacheError};
pub use load::{LoadError, Loaded, Set, built_in, load};
pub use place::{Looked, NotThere, Place, Search, named, search};
pub use playout_rules::{PlayoutRule, PlayoutRules};
pub use watch::{Reloaded, Watch};
