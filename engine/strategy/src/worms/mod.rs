//! Worms: what is known about each string before strings are joined into dragons.
//!
//! The examination fills in the fields. They are those of GNU Go's `worm_data` (manual,
//! chapter "Worms and Dragons"); `docs/worms.md` explains them and lists the differences.

mod moves;
mod threats;
mod worm;

pub use moves::Moves;
pub use threats::Threats;
pub(crate) use worm::NONE;
pub use worm::{Worm, Worms};
