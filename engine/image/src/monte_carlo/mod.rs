//! Weights of moves in random games, by their 3x3 neighbourhoods.
//!
//! A compiler fills [`MonteCarloTables`]; engines read the validated view [`MonteCarlo`].

mod image;
mod language;

pub use image::{MonteCarlo, MonteCarloTables, NO_ROW, WeightRow};
pub(crate) use image::{Places, open};
pub use language::{
    DEFAULT_WEIGHT, NEIGHBOR_CELLS, NEIGHBORHOODS, NEIGHBORS, Neighborhood, PROPERTIES, Property,
    SITUATIONS, Situation,
};
