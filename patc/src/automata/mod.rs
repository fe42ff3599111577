//! Looks into the automata of an image: how long scans are, a drawing, the path of one pattern.
//!
//! Entry point: [`Graph`]. [`drawing()`] writes it for Graphviz, and [`path()`] follows one pattern
//! from state to state, as text. States have numbers, in the order of the image.

mod drawing;
mod graph;
mod path;

pub use drawing::{DrawingError, MAX_STATES, drawing};
pub use graph::Graph;
pub use path::path;
