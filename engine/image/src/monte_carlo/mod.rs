//! Weights of moves in random games, by their 3x3 neighbourhoods.

mod language;

pub use language::{
    DEFAULT_WEIGHT, NEIGHBOR_CELLS, NEIGHBORHOODS, NEIGHBORS, Neighborhood, PROPERTIES, Property,
    SITUATIONS, Situation,
};
