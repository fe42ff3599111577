//! Databases of eye shapes that are computed, and comparisons with computed values.
//!
//! - [`enumerate`]: all eye spaces of a size, as graphs with pictures.
//! - [`shapes`]: few shapes that give all these spaces their values.
//! - [`database`]: the text of a database.
//! - [`compare`]: the eye spaces of a database whose values are not the computed ones.
//!
//! `katachi_image::eyes::game` defines the values.

pub mod compare;
pub mod database;
pub mod enumerate;
pub mod shapes;
