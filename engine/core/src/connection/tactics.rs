//! Tactical questions that come up while connections are read, within a budget.

use katachi_board::{Board, Point};

use crate::reading::{Reader, Reading};

use super::table::settled;
use katachi_matcher::Outcome;

/// Asks the tactical reader, but not too much.
pub(super) struct Tactics<'a> {
    reader: &'a mut Reader,
    /// How many questions may still be asked.
    left: u32,
}

/// Strings with more liberties are never asked about.
pub(super) const MOST_LIBERTIES: usize = 4;
/// Strings with so many liberties are asked about up to this depth.
const THREE_LIBERTIES: u32 = 4;
const FOUR_LIBERTIES: u32 = 1;

impl<'a> Tactics<'a> {
    pub fn new(reader: &'a mut Reader, questions: u32) -> Self {
        Self {
            reader,
            left: questions,
        }
    }

    /// Whether all questions have been asked.
    pub fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    fn is_worthwhile(&mut self, board: &Board, stone: Point, depth: u32) -> bool {
        let worthwhile = match board.liberty_count(stone) {
            0..=2 => true,
            3 => depth <= THREE_LIBERTIES,
            MOST_LIBERTIES => depth <= FOUR_LIBERTIES,
            _ => false,
        };
        if !worthwhile || self.left == 0 {
            return false;
        }
        self.left -= 1;
        true
    }

    /// Whether a string can be captured by its opponent, who moves.
    pub fn attack(&mut self, board: &mut Board, stone: Point, depth: u32) -> Reading {
        if !self.is_worthwhile(board, stone, depth) {
            return settled(Outcome::Lose);
        }
        self.reader.attack(board, stone)
    }

    /// Whether a string can be saved by its owner, who moves.
    pub fn defend(&mut self, board: &mut Board, stone: Point, depth: u32) -> Reading {
        if !self.is_worthwhile(board, stone, depth) {
            return settled(Outcome::Win);
        }
        self.reader.defend(board, stone)
    }
}
