//! Whole positions with the moves that were played in them.
//!
//! A compiler fills [`FullBoardTables`]; engines read the validated view [`FullBoard`].

mod image;
mod position;

pub use image::{EntryRecord, FullBoard, FullBoardTables, OWN, StoneRecord};
pub(crate) use image::{Places, open};
pub use position::{MAX_SIZE, MIN_SIZE, PositionHasher, Stone, turn};
