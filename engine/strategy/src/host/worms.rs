//! Questions about strings before any trial move.

use katachi_board::Point;
use katachi_matcher::{Answer, WormQuestions};

use super::position_host::PositionHost;
use super::shape;
use crate::worms::Worm;

impl WormQuestions for PositionHost<'_> {
    fn potential_cuts(&mut self, string: Point) -> Answer<usize> {
        // During the examination of worms no cuts are known, as in GNU Go.
        Some(self.worm(string).map_or(0, |worm| worm.cutstone2))
    }

    fn outer_liberties(&mut self, string: Point, order: usize) -> Answer<usize> {
        let Some(worm) = self.worm(string) else {
            return Some(shape::outer_liberties(self.board, string, order));
        };
        let orders = worm.liberties.get(order.wrapping_sub(1));
        Some(orders.copied().unwrap_or(0))
    }

    fn string_effective_size(&mut self, string: Point) -> Answer<f32> {
        let known = self.worm(string).map(|worm| worm.effective_size);
        Some(known.unwrap_or_else(|| shape::effective_size(self.board, string)))
    }
}

impl PositionHost<'_> {
    /// The worm of this stone, if the worms of the position are known.
    fn worm(&self, string: Point) -> Option<&Worm> {
        self.known.worms?.at(string)
    }
}
