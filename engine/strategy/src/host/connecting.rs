//! Questions about connections.

use katachi_board::{Outcome, Point};

use super::{Effect, PositionHost};
use katachi_tactics::reading::Reading;

impl PositionHost<'_> {
    /// The result of connecting two strings of one colour; [`Outcome::Lose`] if one is gone.
    pub(super) fn connect(&mut self, [a, b]: [Point; 2]) -> Outcome {
        (self.readers.connections).connect(self.board, a, b).outcome
    }

    /// Whether two strings of one colour can be cut, and how. They are cut if one is gone.
    pub(super) fn disconnect(&mut self, [a, b]: [Point; 2]) -> Reading {
        (self.readers.connections).disconnect(self.board, a, b)
    }

    /// Whether two strings can be cut. If the cut takes a move, it becomes an effect.
    pub(super) fn finds_cut(&mut self, strings: [Point; 2]) -> bool {
        let found = self.disconnect(strings);
        if found.outcome != Outcome::Lose
            && let Some(point) = found.point
        {
            self.effects.push(Effect::Cuts { point, strings });
        }
        found.outcome != Outcome::Lose
    }
}
