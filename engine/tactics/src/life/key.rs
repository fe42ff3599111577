//! Questions about goals as keys of the memory.

use katachi_board::{Color, Point, PointSet};

use super::question::{Goal, Scope};
use crate::memory::Key;
use crate::proof::Side;

/// A question about the life of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LifeKey {
    color: Color,
    goal: PointSet,
    /// The first stone of the goal.
    first: Point,
    scope: Scope,
    side: Side,
}

impl LifeKey {
    /// `None` if there are no stones.
    pub fn new(goal: &Goal<'_>, scope: Scope, side: Side) -> Option<Self> {
        Some(Self {
            color: goal.color,
            goal: *goal.stones,
            first: goal.stones.first()?,
            scope,
            side,
        })
    }
}

impl Key for LifeKey {
    fn place(&self) -> usize {
        self.first.index()
    }

    fn point(&self) -> Point {
        self.first
    }

    /// Only the side that moves first can meet a ban: the first move ends it.
    fn may_start(&self, color: Color) -> bool {
        match self.side {
            Side::Prover => color != self.color,
            Side::Disprover => color == self.color,
        }
    }
}
