//! Possible cuts: the places where a string, once saved, could cut its opponents apart.
//!
//! Cutting patterns (class `B`) of the role `conn` find the places; their helper counts them for
//! the worm's field `cutstone2`.

use katachi_board::{Board, Outcome, Point};
use katachi_image::Role;
use katachi_matcher::Question;
use katachi_tactics::reading::Reader;

use super::patterns::Advice;
use crate::host::opened_cuts;
use crate::readers::Readers;

impl Advice<'_> {
    /// For each possible cut, a stone of the string that would make it. It plays trial moves and
    /// takes them back.
    pub(super) fn possible_cuts(&mut self, board: &mut Board, reader: &mut Reader) -> Vec<Point> {
        let size = board.size();
        let mut readers = Readers {
            tactics: reader,
            connections: self.connections,
        };
        let mut stones = Vec::new();
        for (own, pattern, found) in self.matchers.of_role(self.knowledge, Role::Conn, board) {
            let counts = pattern.helper().is_some() && pattern.classes().has('B');
            let Some(cut) = found.mv(&pattern, size).filter(|_| counts) else {
                continue;
            };
            // A cutting stone that is captured at once cuts nothing.
            if readers.tactics.safe_move(board, !own, cut) != Outcome::Lose {
                let question = Question::new(pattern, found, own, size);
                stones.extend(opened_cuts(&question, board, readers.reborrow(), self.komi));
            }
        }
        stones
    }
}
