//! Influence: how strongly each side's stones work over the board, and what they own by it.
//!
//! The model is GNU Go's (manual, chapter "Influence Function"); `docs/influence.md` explains it.
//! One run goes through these steps:
//!
//! 1. [`Stones`] says which stones are safe, and how strong they are. [`Field::new`] puts them on
//!    an empty field.
//! 2. Patterns add sources, barriers and intrusions to the [`Field`].
//! 3. [`Field::spread`] lets each source spread (`spread`), values the points (`territory`), and
//!    gives the [`Influence`].
//!
//! Nothing here reads or matches; `examine` consults the databases.

mod cones;
mod estimate;
mod field;
mod move_influence;
mod result;
mod run;
mod segment;
mod spread;
mod stones;
mod territory;
#[cfg(test)]
mod tests;

pub(crate) use cones::WIDTH;
pub use estimate::Estimate;
pub(crate) use field::clockwise;
pub use field::{Field, Form, Style};
pub use move_influence::MoveInfluence;
pub use result::{Influence, Region};
pub use segment::Segment;
pub use stones::{MoveEffect, Stones};

use katachi_board::Point;

/// A number for each cell of the grid.
type Layer = [f32; Point::LIMIT];
