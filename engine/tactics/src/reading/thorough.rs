//! A second look at hard questions: a deeper and broader search.

use katachi_board::{Board, Point};

use super::key::Wanted;
use super::rules::Terms;
use super::{Reader, Reading};
use crate::proof::Side;

/// A question that takes as many positions is hard.
const HARD: u64 = 10;

impl Reader {
    /// As [`attack`](Self::attack), but a hard question is read again, deeper and
    /// more broadly ([`Limits::thorough`](super::Limits::thorough)), and that answer counts.
    pub fn attack_thoroughly(&mut self, board: &mut Board, string: Point) -> Reading {
        self.read_as(Wanted::Thorough, board, string, Side::Prover, None)
    }

    /// As [`defend`](Self::defend), but a hard question is read again, deeper and
    /// more broadly ([`Limits::thorough`](super::Limits::thorough)), and that answer counts.
    pub fn defend_thoroughly(&mut self, board: &mut Board, string: Point) -> Reading {
        self.read_as(Wanted::Thorough, board, string, Side::Disprover, None)
    }

    /// Searches, and searches again if the question is hard. A trace shows the search whose answer
    /// counts.
    pub(super) fn search_thoroughly(
        &mut self,
        board: &mut Board,
        terms: Terms,
        side: Side,
    ) -> Reading {
        let trace = self.searcher.trace.take();
        let before = self.nodes();
        let answer = self.search(board, terms, side, None);
        let is_hard = self.nodes() - before >= HARD;
        self.searcher.trace = trace;
        if !is_hard && self.searcher.trace.is_none() {
            return answer;
        }
        let limits = if is_hard {
            terms.limits.thorough()
        } else {
            terms.limits
        };
        let area = self.searcher.area(board);
        self.searcher.begin();
        let answer = self.search(board, Terms { limits, ..terms }, side, None);
        self.searcher.include(&area);
        answer
    }
}
