//! One random game after the other on the same board.

use katachi_board::{Board, Color, Point};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::is_eye;

/// Of 16 ataris, so many are answered.
const ANSWERED: u32 = 13;

pub(super) struct Playout {
    rng: Xoshiro256PlusPlus,
    /// All points, in an order of their own.
    points: Vec<Point>,
    board: Board,
    /// How many trial moves belong to the position.
    trial_moves: usize,
}

impl Playout {
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

    /// Plays on from the position until both sides have only eyes left; the final position.
    pub fn play(&mut self, first: Color) -> &Board {
        // Taking back costs what the last game was long, a copy what the whole game is long.
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

    /// Takes what the last move left in atari, or saves what it put into atari.
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
                // By taking a neighbour, or by extending to two liberties or more.
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

    /// Plays a random move that fills no eye, if there is one.
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

/// Who owns a point of a position that has been played out.
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
