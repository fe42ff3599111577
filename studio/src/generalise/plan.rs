//! What a run is given.

use crate::cut::Draft;
use crate::games::Games;
use crate::set::PatternSet;

/// What is to be loosened.
pub struct Plan<'a> {
    /// The pattern as it was cut out of a position.
    pub draft: &'a Draft,
    /// The games.
    pub games: &'a Games,
    /// The databases that the engine uses when it is asked about constraints.
    pub set: &'a PatternSet,
    /// The share of false hits that a looser cell may add to the situations it adds, 0 to 1.
    pub most_false: f64,
    /// The most situations of each kind in which the engine is asked about constraints.
    pub asked: usize,
    /// The level of the engine.
    pub level: i32,
}
