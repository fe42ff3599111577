//! Whole positions with the moves that were played in them.
//!
//! [`FullBoardTables`] is what a compiler fills, [`FullBoard`] the validated view that engines read.

mod image;
mod position;

pub use image::{EntryRecord, FullBoard, FullBoardTables, OWN, StoneRecord};
pub(crate) use image::{Places, open};
pub use position::{MAX_SIZE, MIN_SIZE, PositionHasher, Stone, turn};
