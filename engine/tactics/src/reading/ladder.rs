//! Simple ladders: the attacker gives atari at every move; the defender extends, or captures a
//! string in atari.

use katachi_board::{Board, Outcome, Point};

use super::{Reader, Reading};

/// A longer ladder counts as failed: no ladder on the board is that long.
const LONGEST: u32 = 400;

impl Reader {
    /// Whether a simple ladder captures a string of two liberties.
    ///
    /// Neither side uses kos. A string with another number of liberties is not captured.
    pub fn ladder(&mut self, board: &mut Board, string: Point) -> Reading {
        if board.liberty_count(string) != 2 {
            return Reading::FAILS;
        }
        let atari = self.catches(board, string, 0);
        atari.map_or(Reading::FAILS, |point| Reading::by(Outcome::Win, point))
    }

    /// The atari that captures a string of two liberties.
    fn catches(&mut self, board: &mut Board, string: Point, depth: u32) -> Option<Point> {
        let chain = board.chain(string).filter(|_| depth <= LONGEST)?;
        let attacker = !chain.color();
        let mut liberties: Vec<Point> = chain.liberties().iter().collect();
        // First try the liberty where the string would gain most.
        liberties.sort_by_key(|&at| std::cmp::Reverse(board.liberty_count_after(!attacker, at)));
        liberties.into_iter().find(|&point| {
            if !board.try_move(attacker, point) {
                return false;
            }
            self.count_move();
            let runs = self.runs(board, string, depth + 1);
            board.take_back();
            !runs
        })
    }

    /// Whether a string in atari escapes.
    fn runs(&mut self, board: &mut Board, string: Point, depth: u32) -> bool {
        let Some(chain) = board.chain(string) else {
            return false;
        };
        if depth > LONGEST {
            return true;
        }
        let defender = chain.color();
        let mut moves: Vec<Point> = Vec::new();
        for other in chain.neighbors_with(1) {
            moves.extend(other.liberties().iter());
        }
        moves.extend(chain.liberties().iter());
        for point in moves {
            if board.ko_capture(defender, point).is_some() || !board.try_move(defender, point) {
                continue;
            }
            self.count_move();
            let saved = match board.liberty_count(string) {
                0 | 1 => false,
                2 => self.catches(board, string, depth + 1).is_none(),
                _ => true,
            };
            board.take_back();
            if saved {
                return true;
            }
        }
        false
    }
}
