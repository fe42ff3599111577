//! Tactical questions that come up while connections are read, within a budget.

use katachi_board::{Board, Point};
use katachi_matcher::Outcome;

use crate::reading::{Reader, Reading};

/// Asks the tactical reader, but not too much.
pub(super) struct Tactics<'a> {
    reader: &'a mut Reader,
    /// The reader's effort at which no more is asked: not its positions, or answers would depend on what it remembers.
    end: u64,
    /// Moves that others have tried to ask about what comes after them.
    pub tries: u64,
}

/// Strings with so many liberties are asked about above this depth.
const THREE_LIBERTIES: u32 = 4;
const FOUR_LIBERTIES: u32 = 1;
/// Strings with more liberties are never asked about.
pub(super) const MOST_LIBERTIES: usize = 4;

impl<'a> Tactics<'a> {
    /// With this many positions to look at.
    pub fn new(reader: &'a mut Reader, nodes: u32) -> Self {
        reader.begin_account();
        let end = reader.effort() + u64::from(nodes);
        Self {
            reader,
            end,
            tries: 0,
        }
    }

    /// Whether all positions have been looked at.
    pub fn is_exhausted(&self) -> bool {
        self.reader.effort() >= self.end
    }

    /// Whether it is asked at all if a string can be captured.
    pub fn is_worthwhile(&self, board: &Board, stone: Point, depth: u32) -> bool {
        let worthwhile = match board.liberty_count(stone) {
            0..=2 => true,
            3 => depth < THREE_LIBERTIES,
            MOST_LIBERTIES => depth < FOUR_LIBERTIES,
            _ => false,
        };
        worthwhile && !self.is_exhausted()
    }

    /// Whether a string can be captured by its opponent, who moves.
    pub fn attack(&mut self, board: &mut Board, stone: Point, depth: u32) -> Reading {
        if !self.is_worthwhile(board, stone, depth) {
            return Reading::settled(Outcome::Lose);
        }
        self.reader.attack(board, stone)
    }

    /// Whether a string can be saved by its owner, who moves.
    pub fn defend(&mut self, board: &mut Board, stone: Point, depth: u32) -> Reading {
        if !self.is_worthwhile(board, stone, depth) {
            return Reading::settled(Outcome::Win);
        }
        self.reader.defend(board, stone)
    }
}
