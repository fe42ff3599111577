//! A second look at hard questions: a deeper and broader search.

use katachi_board::Board;

use super::rules::Terms;
use super::{Reader, Reading};
use crate::proof::Side;

/// A question that takes as many positions is hard.
const HARD: u64 = 10;

impl Reader {
    /// Asks questions thoroughly: a hard one about a string is read again, deeper and more broadly
    /// ([`Limits::thorough`](super::Limits::thorough)), and that answer counts.
    pub fn thoroughly<A>(&mut self, ask: impl FnOnce(&mut Self) -> A) -> A {
        let was_thorough = std::mem::replace(&mut self.is_thorough, true);
        let answer = ask(self);
        self.is_thorough = was_thorough;
        answer
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
        let is_hard = terms.limits.second_look > 0 && self.nodes() - before >= HARD;
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
