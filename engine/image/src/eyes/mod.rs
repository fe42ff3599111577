//! Eye shapes: graphs of points with their numbers of eyes.
//!
//! A compiler fills [`EyeTables`]; engines read the validated view [`Eyes`]. [`game`] computes what
//! an eye space is worth.

pub mod game;
mod image;
mod language;

pub use image::{EyeTables, Eyes, ShapeRecord, VertexRecord};
pub(crate) use image::{Places, open};
pub use language::{EyeCell, EyeValue, MAX_VERTICES, isomorphism};
