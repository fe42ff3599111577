//! Tactical reading on behalf of connections, within a budget.

use katachi_board::{Board, Outcome, Point, PointSet};

use crate::memory::Bill;
use crate::reading::{Reader, Reading};
use crate::trail::Trail;

/// The tactical reader with a budget.
pub(super) struct Tactics<'a> {
    reader: &'a mut Reader,
    /// The effort at which the budget is used up. It counts effort rather than nodes, so that
    /// answers do not depend on what the reader remembers.
    end: u64,
    /// Trial moves that callers have played around their questions.
    pub tries: u64,
    /// The points that the search has read; those of tactics only after [`part`](Self::part).
    pub trail: Trail,
    /// Whether nothing is read: strings are judged by their liberties.
    pub is_silent: bool,
}

/// Strings with three and with four liberties are read above these depths only.
const THREE_LIBERTIES: u32 = 4;
const FOUR_LIBERTIES: u32 = 1;
/// Strings with more liberties are never read.
pub(super) const MOST_LIBERTIES: usize = 4;

impl<'a> Tactics<'a> {
    /// A budget of this many nodes.
    pub fn new(reader: &'a mut Reader, nodes: u32) -> Self {
        reader.begin_account();
        let end = reader.effort() + u64::from(nodes);
        Self {
            reader,
            end,
            tries: 0,
            trail: Trail::EMPTY,
            is_silent: false,
        }
    }

    /// A reader that is not asked anything.
    pub fn silent(reader: &'a mut Reader) -> Self {
        Self {
            is_silent: true,
            ..Self::new(reader, 1)
        }
    }

    /// Whether the budget is used up.
    pub fn is_exhausted(&self) -> bool {
        !self.is_silent && self.reader.effort() >= self.end
    }

    /// The points that the search depends on; `board` is the position of its question.
    pub fn area(&self, board: &Board) -> PointSet {
        self.trail.area(board)
    }

    /// Does a part of the search; all tactics are read in parts. Returns its result with what it
    /// depends on.
    pub fn part<T>(
        &mut self,
        board: &mut Board,
        find: impl FnOnce(&mut Self, &mut Board) -> T,
    ) -> (T, PointSet, Vec<Bill>) {
        let before = std::mem::replace(&mut self.trail, Trail::EMPTY);
        self.reader.begin_part();
        let found = find(self, board);
        let (area, bills) = self.reader.finish_part(board);
        let area = area | self.trail.area(board);
        self.trail = before;
        self.trail.include(&area);
        (found, area, bills)
    }

    /// Whether the budget covers these answers. If so, it pays for them.
    pub fn affords(&mut self, bills: &[Bill]) -> bool {
        let affordable = self.reader.effort() + self.reader.due(bills) < self.end;
        if affordable {
            self.reader.pay(bills);
        }
        affordable
    }

    /// Whether it is worth reading if this string can be captured.
    pub fn is_worthwhile(&mut self, board: &Board, stone: Point, depth: u32) -> bool {
        self.trail.string(stone);
        let worthwhile = match board.liberty_count(stone) {
            0..=2 => true,
            3 => depth < THREE_LIBERTIES,
            MOST_LIBERTIES => depth < FOUR_LIBERTIES,
            _ => false,
        };
        worthwhile && !self.is_silent && !self.is_exhausted()
    }

    /// Whether the opponent, to move, can capture the string.
    pub fn attack(&mut self, board: &mut Board, stone: Point, depth: u32) -> Reading {
        if !self.is_worthwhile(board, stone, depth) {
            return Reading::settled(Outcome::Lose);
        }
        self.reader.attack(board, stone)
    }

    /// Whether the owner, to move, can save the string.
    pub fn defend(&mut self, board: &mut Board, stone: Point, depth: u32) -> Reading {
        if !self.is_worthwhile(board, stone, depth) {
            return Reading::settled(Outcome::Win);
        }
        self.reader.defend(board, stone)
    }
}
