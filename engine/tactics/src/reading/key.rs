//! Questions about a string, as keys of the memory.

use katachi_board::{Color, Point};

use super::rules::Terms;
use crate::memory::Key;
use crate::proof::Side;

/// A question about a string, which is named by its first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ReadingKey {
    target: Point,
    /// The side that moves, and its colour.
    side: Side,
    mover: Color,
    wanted: Wanted,
}

/// What a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wanted {
    /// The result, with one move that achieves it.
    Result,
    /// All moves that work.
    Moves,
}

impl ReadingKey {
    pub fn new(terms: &Terms, side: Side, wanted: Wanted) -> Self {
        Self {
            target: terms.target,
            side,
            mover: terms.mover(side),
            wanted,
        }
    }
}

impl Key for ReadingKey {
    fn place(&self) -> usize {
        self.target.index()
    }

    fn point(&self) -> Point {
        self.target
    }

    /// Only the side that moves first can meet a ban: the first move ends it.
    fn may_start(&self, color: Color) -> bool {
        color == self.mover
    }
}
