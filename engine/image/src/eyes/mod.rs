//! Eye shapes: graphs of points with the eyes that they are worth.
//!
//! [`EyeTables`] is what a compiler fills, [`Eyes`] the validated view that engines read.

mod image;
mod language;

pub use image::{EyeTables, Eyes, ShapeRecord, VertexRecord};
pub(crate) use image::{Places, open};
pub use language::{EyeCell, EyeValue, MAX_VERTICES, isomorphism};
