//! A second look where a search does not win: every move at the liberties of the string.
//!
//! A search tries candidate moves, and sometimes the one that works is none of them. So each
//! liberty of the string, and each empty point beside one that the answer depends on, is tried as
//! the first move, with a question of its own about what follows.

use katachi_board::{Board, Outcome, Point};

use super::{Reader, Reading, Regime};
use crate::proof::Side;

impl Reader {
    /// As [`attack`](Self::attack). Where no candidate move surely captures the string, its
    /// liberties and the points beside them are tried, each with the nodes of a question.
    pub fn attack_thoroughly(&mut self, board: &mut Board, string: Point) -> Reading {
        self.read_thoroughly(board, string, Side::Prover)
    }

    /// As [`defend`](Self::defend). Where no candidate move surely saves the string, its liberties
    /// and the points beside them are tried, each with the nodes of a question.
    pub fn defend_thoroughly(&mut self, board: &mut Board, string: Point) -> Reading {
        self.read_thoroughly(board, string, Side::Disprover)
    }

    fn read_thoroughly(&mut self, board: &mut Board, string: Point, side: Side) -> Reading {
        let (mut best, area) = self.with_area(board, |reader, board| {
            reader.read(board, string, side, None)
        });
        self.used.include(&area);
        let Some(chain) = board.chain(string) else {
            return best;
        };
        let mover = self.terms(&chain, Regime::Against).mover(side);
        let liberties = chain.liberties();
        let near = (liberties.neighbors() - liberties) & area & *board.empty();
        for point in liberties.iter().chain(near.iter()) {
            if best.outcome == Outcome::Win {
                break;
            }
            if board.try_move(mover, point) {
                let outcome = self.outcome_after(board, string, side);
                board.take_back();
                if outcome > best.outcome {
                    best = Reading::by(outcome, point);
                }
            }
        }
        best
    }

    /// What this side has achieved by the move before.
    fn outcome_after(&mut self, board: &mut Board, string: Point, side: Side) -> Outcome {
        // Who took a ko wins it only for now, and a capture may be answered by another one: the
        // search has judged these.
        if board.ko().is_some() || board.at(string).is_empty() {
            return Outcome::Lose;
        }
        let reply = self
            .read(board, string, side.other(), None)
            .outcome
            .reversed();
        // What a move achieves it achieves as well if the other side passes.
        if reply == Outcome::Lose {
            reply
        } else {
            reply.min(self.read(board, string, side, None).outcome)
        }
    }
}
