//! A pattern that is cut out of a position.
//!
//! A [`Region`] of the board becomes a [`Picture`], as the side to move sees it; a [`Draft`] makes
//! the text of a pattern of it, with a test.

mod draft;
mod picture;
mod region;

pub use draft::Draft;
pub use picture::{Label, Picture};
pub use region::{Region, RegionError};
