//! What the transposition table of connections knows about a position.
//!
//! Entries hold for one search only, since their results depend on the nodes it had left.

use katachi_board::{Point, PointSet};

use crate::proof::{self, Numbers};

/// The table of one search.
pub(super) type Table = proof::Table<Known>;

/// Places of the table at most; each has two entries.
pub(super) const PLACES: usize = 1 << 11;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub numbers: Numbers,
    /// The best move known.
    pub best: Option<Point>,
    /// For a proven connection: the points where an opponent stone could change it. A cut has to be
    /// played on one of them.
    pub zone: PointSet,
    /// The depth below the question. A result found at a smaller depth is more reliable.
    pub depth: u16,
}

impl Known {
    /// Numbers and a best move, without a zone.
    pub fn new(numbers: Numbers, best: Option<Point>) -> Self {
        Self {
            numbers,
            best,
            zone: PointSet::EMPTY,
            depth: 0,
        }
    }
}

impl Default for Known {
    fn default() -> Self {
        Self::new(Numbers::default(), None)
    }
}
