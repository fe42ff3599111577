//! Simple ladders: the attacker only gives atari, the defender only extends or takes a string in atari.

use katachi_board::{Board, Point};
use katachi_matcher::Outcome;

use super::{Reader, Reading};

/// A ladder that is longer than the board's longest walk does not end.
const LONGEST: u32 = 400;

impl Reader {
    /// Whether a string of two liberties can be captured in a simple ladder.
    ///
    /// Kos do not help either side. A string with another number of liberties is not captured so.
    pub fn ladder(&mut self, board: &mut Board, string: Point) -> Reading {
        let Some(chain) = board.chain(string).filter(|c| c.liberty_count() == 2) else {
            return Reading::FAILS;
        };
        let attacker = !chain.color();
        let mut liberties: Vec<Point> = chain.liberties().iter().collect();
        // First from where the string would run farther.
        liberties.sort_by_key(|&at| std::cmp::Reverse(board.liberty_count_after(!attacker, at)));
        for point in liberties {
            if !board.try_move(attacker, point) {
                continue;
            }
            self.count_move();
            let captured = !self.runs(board, string, 1);
            board.take_back();
            if captured {
                return Reading {
                    outcome: Outcome::Win,
                    point: Some(point),
                };
            }
        }
        Reading::FAILS
    }

    /// Whether a string in atari gets away.
    fn runs(&mut self, board: &mut Board, string: Point, depth: u32) -> bool {
        let Some(chain) = board.chain(string) else {
            return false;
        };
        let defender = chain.color();
        let mut moves: Vec<Point> = Vec::new();
        for other in chain.neighbors_with(1) {
            moves.extend(other.liberties().iter());
        }
        moves.extend(chain.liberties().iter());
        for point in moves {
            if depth > LONGEST {
                return true;
            }
            if board.ko_capture(defender, point).is_some() || !board.try_move(defender, point) {
                continue;
            }
            self.count_move();
            let saved = match board.liberty_count(string) {
                0 | 1 => false,
                2 => !self.closes(board, string, depth + 1),
                _ => true,
            };
            board.take_back();
            if saved {
                return true;
            }
        }
        false
    }

    /// Whether a string of two liberties is captured by ataris.
    fn closes(&mut self, board: &mut Board, string: Point, depth: u32) -> bool {
        let Some(chain) = board.chain(string) else {
            return true;
        };
        let attacker = !chain.color();
        let mut liberties: Vec<Point> = chain.liberties().iter().collect();
        liberties.sort_by_key(|&at| std::cmp::Reverse(board.liberty_count_after(!attacker, at)));
        for point in liberties {
            if depth > LONGEST || !board.try_move(attacker, point) {
                continue;
            }
            self.count_move();
            let captured = !self.runs(board, string, depth + 1);
            board.take_back();
            if captured {
                return true;
            }
        }
        false
    }
}
