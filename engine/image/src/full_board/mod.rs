//! Whole positions with the moves that were played in them.

mod position;

pub use position::{MAX_SIZE, MIN_SIZE, PositionHasher, Stone, turn};
