//! Joseki: from annotated SGF trees to corner patterns.
//!
//! An author marks, in an SGF editor, how much of the corner belongs to a move; each such node
//! becomes a pattern. Start at [`compile`], which gives [`Entry`] values; [`text::database`]
//! writes them as a `.db`, [`image::build`] as an image. [`decompile`] goes the other way, [`show`] draws.
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
