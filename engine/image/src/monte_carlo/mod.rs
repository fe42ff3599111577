//! Weights of moves in random games, by their 3x3 neighbourhoods.
//!
//! [`MonteCarloTables`] is what a compiler fills, [`MonteCarlo`] the validated view that engines
//! read.

mod image;
mod language;

pub use image::{MonteCarlo, MonteCarloTables, NO_ROW, WeightRow};
pub(crate) use image::{Places, open};
pub use language::{
    DEFAULT_WEIGHT, NEIGHBOR_CELLS, NEIGHBORHOODS, NEIGHBORS, Neighborhood, PROPERTIES, Property,
    SITUATIONS, Situation,
};
