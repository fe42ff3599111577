//! What eyes must know about strings in a position of the search.

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_tactics::reading::{Reader, Reading};

use crate::eyes::Facts;

/// Facts by reading.
pub(super) struct SearchFacts<'a> {
    pub board: &'a mut Board,
    pub reader: &'a mut Reader,
    /// The stones that count as alive.
    pub lively: PointSet,
}

impl Facts for SearchFacts<'_> {
    fn board(&mut self) -> &mut Board {
        self.board
    }

    fn lively(&self) -> PointSet {
        self.lively
    }

    fn attack(&mut self, string: Point) -> Reading {
        self.reader.attack(self.board, string)
    }

    fn defense(&mut self, string: Point) -> Reading {
        self.reader.defend(self.board, string)
    }

    fn safe_move(&mut self, color: Color, point: Point) -> Outcome {
        self.reader.safe_move_or_ko(self.board, color, point)
    }
}
