//! Moves after the game: they settle for good what both players could agree on.
//!
//! Entry point: [`Aftermath::next_move`]. Two [`Aim`]s: to settle stones and territory, so that
//! they stay although their owner always passes ([`Unconditional`]), or to capture dead stones.
//!
//! 1. Plans are made with an opponent who always passes: one move each, or random moves that fill
//!    what is one's own up to eyes of one point.
//! 2. Moves are dropped from a plan while the others reach as much without them.
//! 3. The plan that reaches most is taken, the shortest of them. Its move that reaches most by
//!    itself is played, if it and all other stones stay safe. The next turn makes new plans.

use katachi_board::{Board, Color, Outcome, Point, PointSet, is_surrounded};
use katachi_tactics::reading::Reader;
use katachi_tactics::unconditional::Unconditional;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::Game;
use crate::ownership::Ownership;
use crate::scoring::{Final, FinalStatus};

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Own stones and territory are settled whatever the opponent does.
    Settle,
    /// The opponent's dead stones are off the board.
    Capture,
}

/// The plans of random moves.
const PLANS: usize = 8;

/// The random games that say whether stones stay alive after a move.
const GAMES: u32 = 200;

/// A string with more liberties cannot be captured at once.
const MOST_LIBERTIES: usize = 4;

/// A game that one side wants to settle.
pub struct Aftermath<'a> {
    board: &'a Board,
    color: Color,
    aim: Aim,
    /// What belongs to the side: its living stones, its territory, the dead stones there.
    own: PointSet,
    seed: u64,
}

impl<'a> Aftermath<'a> {
    /// The aftermath of a game that would be counted like this.
    pub fn new(game: &'a Game, end: &Final, color: Color, aim: Aim, seed: u64) -> Self {
        let board = game.board();
        let territory = match color {
            Color::Black => FinalStatus::BlackTerritory,
            Color::White => FinalStatus::WhiteTerritory,
        };
        let is_own = |point: &Point| match end.status(game, *point) {
            FinalStatus::Alive => board.at(*point).is(color),
            FinalStatus::Dead => board.at(*point).is(!color),
            status => status == territory,
        };
        Self {
            board,
            color,
            aim,
            own: board.size().points().filter(is_own).collect(),
            seed,
        }
    }

    /// The next move towards the aim; `None` if it is reached, or nothing safe leads there.
    pub fn next_move(&self, reader: &mut Reader) -> Option<Point> {
        let open = self.open(self.board);
        if open == 0 {
            return None;
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let plans = (0..PLANS).filter_map(|_| self.plan(open, &mut rng));
        let alone = (self.own & *self.board.empty()).iter();
        let alone = alone.filter_map(|point| Some((self.open_after(&[point])?, vec![point])));
        let mut plans: Vec<(usize, Vec<Point>)> = alone.chain(plans).collect();
        plans.retain(|(left, _)| *left < open);
        plans.sort_by_key(|(left, plan)| (*left, plan.len()));
        plans.into_iter().find_map(|(_, mut plan)| {
            plan.sort_by_cached_key(|&point| self.open_after(&[point]).unwrap_or(usize::MAX));
            plan.into_iter().find(|&point| self.is_safe(point, reader))
        })
    }

    /// How many points of the side are not as the aim wants them.
    fn open(&self, board: &Board) -> usize {
        match self.aim {
            Aim::Capture => (self.own & *board.stones(!self.color)).len(),
            Aim::Settle => {
                let now = Unconditional::of(board);
                (self.own - now.alive(self.color) - now.area(self.color)).len()
            }
        }
    }

    /// The same after these moves of the side, the opponent passing; `None` if one is illegal.
    fn open_after(&self, moves: &[Point]) -> Option<usize> {
        let mut board = self.board.clone();
        let are_legal = moves.iter().all(|&point| board.try_move(self.color, point));
        are_legal.then(|| self.open(&board))
    }

    /// Moves that leave less than this open, and how much they leave. None of them is superfluous.
    fn plan(&self, open: usize, rng: &mut Xoshiro256PlusPlus) -> Option<(usize, Vec<Point>)> {
        let mut moves = self.fill(rng);
        let left = self.open_after(&moves).filter(|left| *left < open)?;
        // Most moves are superfluous, so larger parts of the plan are dropped first.
        let mut part = moves.len().div_ceil(2);
        loop {
            let mut from = 0;
            while from < moves.len() {
                let mut fewer = moves.clone();
                fewer.drain(from..(from + part).min(moves.len()));
                if self.open_after(&fewer).is_some_and(|after| after <= left) {
                    moves = fewer;
                } else {
                    from += part;
                }
            }
            if part <= 1 {
                return Some((left, moves));
            }
            part = part.div_ceil(2);
        }
    }

    /// Random moves on the side's own points until only eyes of one point are left.
    fn fill(&self, rng: &mut Xoshiro256PlusPlus) -> Vec<Point> {
        let mut board = self.board.clone();
        let mut moves = Vec::new();
        // What captures leave empty is filled in the next round.
        for _ in 0..self.own.len() {
            let mut points: Vec<Point> = (self.own & *board.empty()).iter().collect();
            points.shuffle(rng);
            let before = moves.len();
            for point in points {
                if !is_surrounded(&board, self.color, point) && board.try_move(self.color, point) {
                    moves.push(point);
                }
            }
            if moves.len() == before {
                break;
            }
        }
        moves
    }

    /// Whether a move captures a dead string beside it, by ko at least, even if its stone is
    /// captured first.
    fn helps_capture(&self, point: Point, reader: &mut Reader) -> bool {
        let mut board = self.board.clone();
        let prey = self.own & *board.stones(!self.color);
        let mut prey = point
            .neighbors()
            .into_iter()
            .filter(|near| prey.contains(*near));
        board.try_move(self.color, point)
            && prey.any(|string| {
                board.at(string).is_empty()
                    || reader.defend(&mut board, string).outcome != Outcome::Win
            })
    }

    /// Whether a move costs nothing: it can be played, and nothing that lives is in danger then.
    fn is_safe(&self, point: Point, reader: &mut Reader) -> bool {
        let (color, mut board) = (self.color, self.board.clone());
        if board.play(color, point).is_err() {
            return false;
        }
        let living = self.own & *self.board.stones(color);
        let is_sacrificed = self.aim == Aim::Capture && self.helps_capture(point, reader);
        let strings: Vec<Point> = (board.chains())
            .filter(|chain| chain.color() == color && chain.liberty_count() <= MOST_LIBERTIES)
            .filter(|chain| {
                let stones = chain.stone_set();
                stones.intersects(&living) || (stones.contains(point) && !is_sacrificed)
            })
            .map(|chain| chain.origin())
            .collect();
        let settled = Unconditional::of(&board).alive(color);
        let mut in_danger = strings
            .into_iter()
            .filter(|string| !settled.contains(*string));
        if in_danger.any(|string| reader.attack(&mut board, string).outcome != Outcome::Lose) {
            return false;
        }
        let ownership = Ownership::estimate(&board, !color, GAMES, self.seed);
        !ownership
            .dead_stones(&board)
            .intersects(&(living - settled))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_tactics::reading::Limits;

    /// Plays for one side until it passes, and returns its moves.
    fn played(text: &str, dead: &[&str], color: Color, aim: Aim) -> (Board, Vec<Point>) {
        let board: Board = text.parse().expect("a board");
        let mut game = Game::new(board.size());
        game.set_board(board);
        let mut reader = Reader::new(Limits::for_level(10));
        let mut dead: PointSet = (dead.iter())
            .map(|name| Point::from_vertex(name, game.board().size()).expect("a vertex"))
            .collect();
        let mut moves = Vec::new();
        loop {
            dead &= *game.board().stones(!color);
            let end = Final::with_dead(&game, dead);
            let aftermath = Aftermath::new(&game, &end, color, aim, 1);
            let Some(point) = aftermath.next_move(&mut reader) else {
                return (game.board().clone(), moves);
            };
            game.play(color, Some(point)).expect("legal");
            game.play(!color, None).expect("a pass");
            moves.push(point);
        }
    }

    const CORNER: &str = ". . X O .\n. . X O .\nX X X O O\n. O X O .\n. . X O .";

    #[test]
    fn what_is_agreed_is_settled() {
        let (board, moves) = played(CORNER, &["B2"], Color::Black, Aim::Settle);
        let settled = Unconditional::of(&board);
        assert_eq!(settled.alive(Color::Black), *board.stones(Color::Black));
        assert!(settled.dead(Color::White).len() <= 1, "{board}");
        assert!((1..=3).contains(&moves.len()), "{moves:?}");
        // Two eyes of two points each: nothing is left to do.
        let (_, none) = played(CORNER, &["B2"], Color::White, Aim::Settle);
        assert_eq!(none, []);
    }

    #[test]
    fn dead_stones_are_captured() {
        let (board, moves) = played(CORNER, &["B2"], Color::Black, Aim::Capture);
        let b2 = Point::from_vertex("B2", board.size()).expect("a vertex");
        assert!(!board.at(b2).is(Color::White), "{board}");
        assert!(moves.len() <= 4, "{moves:?}");
    }

    /// Black has to throw stones in to take White's string off.
    #[test]
    fn a_dead_string_is_captured_from_within() {
        let nakade = "X X X X X X\nX O O O O X\nX O . X O X\nX O O O O X\nX X X X X .\n. X . X X X";
        let (board, moves) = played(
            nakade,
            &["B5", "C5", "D5", "E5", "B4", "E4", "B3", "C3", "D3", "E3"],
            Color::Black,
            Aim::Capture,
        );
        assert!(board.stones(Color::White).is_empty(), "{board}");
        assert_eq!(moves.len(), 1);
    }

    #[test]
    fn an_open_area_is_settled_from_nothing_but_a_wall() {
        let row = ". . . . X O . . .\n";
        let (board, moves) = played(&row.repeat(9), &[], Color::Black, Aim::Settle);
        let settled = Unconditional::of(&board);
        let points = settled.alive(Color::Black) | settled.area(Color::Black);
        assert_eq!(points.len(), 5 * 9, "{board}");
        assert!(moves.len() < 15, "{moves:?}");
    }
}
