//! Random games, one after the other on the same board.

use katachi_board::{Board, Color, Point, is_eye};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many of 16 ataris are answered.
const ANSWERED: u32 = 13;

pub(super) struct RandomGame {
    rng: Xoshiro256PlusPlus,
    /// All points, in random order.
    points: Vec<Point>,
    board: Board,
    /// The trial moves that belong to the position itself.
    trial_moves: usize,
}

impl RandomGame {
    pub fn new(board: &Board, mut rng: Xoshiro256PlusPlus) -> Self {
        let mut points: Vec<Point> = board.size().points().collect();
        for last in (1..points.len()).rev() {
            points.swap(last, rng.random_range(0..=last));
        }
        Self {
            rng,
            points,
            board: board.clone(),
            trial_moves: board.trial_moves(),
        }
    }

    /// Plays from the position until both sides have only eyes left. Returns the final position.
    pub fn play(&mut self, first: Color) -> &Board {
        // Taking back costs as much as the last random game was long; a copy would cost as much as
        // the whole game.
        while self.board.trial_moves() > self.trial_moves {
            self.board.take_back();
        }
        let mut color = first;
        let mut passes = 0;
        for _ in 0..3 * self.points.len() {
            if self.answer(color) || self.random(color) {
                passes = 0;
            } else {
                self.board.try_pass(color);
                passes += 1;
                if passes == 2 {
                    break;
                }
            }
            color = !color;
        }
        &self.board
    }

    /// Answers the last move: captures what it left in atari, or saves what it put into atari.
    fn answer(&mut self, color: Color) -> bool {
        let Some((_, Some(last))) = self.board.last_move() else {
            return false;
        };
        if self.rng.random_range(0..16) >= ANSWERED {
            return false;
        }
        let mut capture = None;
        let mut escape = None;
        for near in [last].into_iter().chain(last.neighbors()) {
            let Some(chain) = self
                .board
                .chain(near)
                .filter(|chain| chain.liberty_count() == 1)
            else {
                continue;
            };
            let liberty = chain.liberties().first();
            if chain.color() == color {
                // Capture a neighbour, or extend to at least two liberties.
                let taken = chain
                    .neighbors()
                    .find(|neighbor| neighbor.liberty_count() == 1);
                capture = capture.or(taken.and_then(|neighbor| neighbor.liberties().first()));
                let gained = |&point: &Point| self.board.liberties_after(color, point).len() > 1;
                escape = escape.or(liberty.filter(gained));
            } else {
                capture = capture.or(liberty);
            }
        }
        let choices = [capture, escape];
        choices
            .into_iter()
            .flatten()
            .any(|point| self.board.try_move(color, point))
    }

    /// Plays a random move that fills no eye; `false` if there is none.
    fn random(&mut self, color: Color) -> bool {
        let start = self.rng.random_range(0..self.points.len());
        let (tail, head) = self.points.split_at(start);
        let board = &mut self.board;
        head.iter().chain(tail).any(|&point| {
            board.at(point).is_empty()
                && !is_eye(board, color, point)
                && board.try_move(color, point)
        })
    }
}

/// The owner of a point at the end of a game.
pub(super) fn owner(board: &Board, point: Point) -> Option<Color> {
    if let Some(color) = board.at(point).color() {
        return Some(color);
    }
    let touches = |color| {
        point
            .neighbors()
            .into_iter()
            .any(|near| board.at(near).is(color))
    };
    let (black, white) = (touches(Color::Black), touches(Color::White));
    match (black, white) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}
