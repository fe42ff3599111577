//! Joseki: compiles annotated SGF trees into corner patterns, and mines such trees from games.
//!
//! In an SGF editor, an author marks the region of the corner that belongs to a move; each such
//! node becomes a pattern.
//!
//! - [`compile`] reads a tree and returns [`Entry`] values. Start here.
//! - [`text::database`] writes entries as a `.db`, [`image::build`] as an image.
//! - [`decompile`] turns a database into a tree.
//! - [`show`] draws trees.
//! - `mine` makes trees and books of openings from game records.
//!
//! `docs/joseki.md` is the author's guide.

mod compile;
mod corner;
pub mod decompile;
mod entry;
pub mod image;
#[cfg(feature = "mine")]
pub mod mine;
mod names;
mod problem;
pub mod show;
pub mod text;

pub use compile::{Compiled, Options, compile};
pub use corner::Corner;
pub use entry::{Cell, Class, Entry};
pub use names::Naming;
pub use problem::{Problem, Severity};
