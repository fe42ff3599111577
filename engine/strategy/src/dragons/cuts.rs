//! Cuts: the points where formations can be cut, and the pairs of strings that can be.

use katachi_board::{ByColor, Color, Point, PointSet};

/// What the patterns of connections say about cuts.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    /// For each colour, the points where its formations can be cut.
    points: ByColor<PointSet>,
    /// The pairs that a reader can cut, each with the cutting move, in the order in which they were
    /// found.
    pub pairs: Vec<Cut>,
}

/// A pair of strings that can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The cutting move.
    pub point: Point,
    /// A stone of each string.
    pub strings: [Point; 2],
}

/// The most pairs that are kept.
const MOST_PAIRS: usize = 3 * 361;

impl Cuts {
    /// Marks a point where formations of this colour can be cut.
    pub fn mark(&mut self, color: Color, point: Point) {
        self.points[color].insert(point);
    }

    /// The points where formations of this colour can be cut.
    pub fn points(&self, color: Color) -> &PointSet {
        &self.points[color]
    }

    /// Adds a pair that can be cut, unless it is known.
    pub fn add(&mut self, cut: Cut) {
        if self.pairs.len() < MOST_PAIRS && !self.pairs.contains(&cut) {
            self.pairs.push(cut);
        }
    }
}
