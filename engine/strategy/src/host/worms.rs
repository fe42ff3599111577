//! Questions about strings before any trial move.

use katachi_board::Point;
use katachi_matcher::{Answer, WormQuestions};

use super::position_host::PositionHost;
use super::shape;

impl WormQuestions for PositionHost<'_> {
    fn potential_cuts(&mut self, string: Point) -> Answer<usize> {
        // During the analysis of worms no cuts are known, as in GNU Go.
        Some(self.cuts.map_or(0, |cuts| {
            cuts.of(self.board, self.readers.reborrow(), self.komi, string)
        }))
    }

    fn outer_liberties(&mut self, string: Point, order: usize) -> Answer<usize> {
        Some(shape::outer_liberties(self.board, string, order))
    }

    fn string_effective_size(&mut self, string: Point) -> Answer<f32> {
        Some(shape::effective_size(self.board, string))
    }
}
