//! Eye shapes: graphs of points with the eyes that they are worth.

mod language;

pub use language::{EyeCell, EyeValue, MAX_VERTICES, isomorphism};
