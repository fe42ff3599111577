//! Observes the corners of a game: positions, moves, and answers.
//!
//! A corner position is the content of a rectangle at the corner, relative to the side to move. The
//! stones determine their rectangle (see [`Region`]). So a corner can have several positions at the
//! same time, such as one of near stones alone and one of near and far stones together. All of them
//! are observed.

use katachi_board::{Board, BoardSize, Color, Point, Rules};
use katachi_sgf::Move;

use super::games::Game;
use super::stones::{Place, Region, Stones, WIDEST, bit};
use crate::corner::Corner;

/// The extent of corners, and the length of games to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// How stones determine the rectangle of a position.
    pub region: Region,
    /// A move is played in the corner if it is on this many lines from both edges, or in the
    /// rectangle of a position; otherwise it is played elsewhere.
    pub near: usize,
    /// The number of moves to follow in each game.
    pub moves: usize,
    /// The largest number of stones in a position.
    pub stones: usize,
}

impl View {
    /// Whether a move at this place counts as an answer to these stones.
    pub(crate) fn is_local(&self, stones: Stones, (row, col): Place) -> bool {
        let (rows, cols) = self.region.of(stones.all());
        row.max(col) < self.near || (row < rows && col < cols)
    }
}

/// One observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Event {
    /// The position, in its canonical form.
    pub stones: Stones,
    pub sight: Sight,
    /// Whether the side to move won the game; `None` if unknown.
    pub won: Option<bool>,
    pub year: Option<u16>,
}

/// An observation in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sight {
    /// A move in the corner.
    Move {
        row: u8,
        col: u8,
        /// Whether the position has exactly its own rectangle; then the move counts for the
        /// position.
        here: bool,
        /// Whether the rectangle of stones and move contains no further stones, so that a pattern
        /// would match.
        fits: bool,
    },
    /// The opponent has just played in the rectangle.
    Turn(Answer),
}

/// How a move in a corner is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answer {
    /// In the corner, with the next move.
    AtOnce,
    /// In the corner, with one of the next [`SOON`] moves, before the opponent plays there again.
    Soon,
    /// Elsewhere.
    Tenuki,
}

/// How many moves a side may make, the answer included, before the answer counts as late.
pub(crate) const SOON: usize = 3;

/// Collects all observations of a game.
pub(crate) fn observe(game: &Game, view: &View, out: &mut Vec<Event>) {
    let mut corners = Corners::new(game.size);
    let mut last: Option<Point> = None;
    for (number, &(side, at)) in game.moves.iter().take(view.moves).enumerate() {
        let won = game.winner.map(|winner| winner == side);
        let mut push = |stones: Stones, sight| {
            out.push(Event {
                stones,
                sight,
                won,
                year: game.year,
            });
        };
        for (corner, stones) in corners.of(side) {
            let place = |at: Point| {
                let (row, col) = corner.from_edges(at, game.size);
                (row.max(col) < view.region.reach).then_some((row, col))
            };
            let next = at.and_then(place);
            let before = last.and_then(place);
            if next.is_none() && before.is_none() {
                continue;
            }
            for size in view.region.sizes() {
                let content = stones.within(size);
                let all = content.all();
                if all.count_ones() as usize > view.stones {
                    continue;
                }
                let here = view.region.is(all, size);
                let inside = |(row, col): Place| row < size.0 && col < size.1;
                if let Some(next) = next {
                    let is_move = here && view.is_local(content, next);
                    let fits = inside(next) && view.region.is(all | bit(next), size);
                    if is_move || fits {
                        let (stones, place) = canonical(content, next);
                        push(
                            stones,
                            Sight::Move {
                                row: place.0 as u8,
                                col: place.1 as u8,
                                here: is_move,
                                fits,
                            },
                        );
                    }
                }
                if here && before.is_some_and(inside) {
                    let local = |at: Option<Point>| {
                        (at.and_then(place)).is_some_and(|at| view.is_local(content, at))
                    };
                    let answer = answer(&game.moves[number..], side, local);
                    push(content.canonical().0, Sight::Turn(answer));
                }
            }
        }
        last = at;
        corners.play(side, at);
    }
}

/// How a side answers; `moves` begins with its next move.
fn answer(moves: &[Move], side: Color, local: impl Fn(Option<Point>) -> bool) -> Answer {
    let first = (moves.iter().take(2 * SOON - 1)).position(|&(_, at)| local(at));
    match first {
        Some(0) => Answer::AtOnce,
        Some(later) if moves[later].0 == side => Answer::Soon,
        _ => Answer::Tenuki,
    }
}

/// A position and a move in it, in the canonical form of both mirror images.
pub(crate) fn canonical(stones: Stones, place: Place) -> (Stones, Place) {
    let (stones, place, _) = orient(stones, place);
    (stones, place)
}

/// The canonical form, and whether it is the mirror image.
pub(crate) fn orient(stones: Stones, (row, col): Place) -> (Stones, Place, bool) {
    let mirror = stones.mirrored();
    // In a symmetric position, the move decides.
    if (mirror, col) < (stones, row) {
        (mirror, (col, row), true)
    } else {
        (stones, (row, col), false)
    }
}

/// The four corners of a game in progress; Black's stones are stored as own.
pub(crate) struct Corners {
    board: Board,
    stones: [Stones; 4],
}

impl Corners {
    pub fn new(size: BoardSize) -> Self {
        let mut board = Board::new(size);
        board.set_rules(Rules::SIMPLE);
        Self {
            board,
            stones: [Stones::default(); 4],
        }
    }

    /// The board, for trial moves, which the caller takes back.
    pub fn board(&mut self) -> &mut Board {
        &mut self.board
    }

    /// The corners, relative to this side.
    pub fn of(&self, side: Color) -> [(Corner, Stones); 4] {
        std::array::from_fn(|i| {
            let stones = self.stones[i];
            let seen = if side == Color::Black {
                stones
            } else {
                stones.flipped()
            };
            (Corner::ALL[i], seen)
        })
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, side: Color, at: Option<Point>) {
        let Some(at) = at else {
            let _ = self.board.pass(side);
            return;
        };
        let captures = |board: &Board| Color::BOTH.map(|side| board.captures(side));
        let before = captures(&self.board);
        let _ = self.board.play(side, at);
        if captures(&self.board) == before {
            self.put(side, at);
        } else {
            self.stones = [Stones::default(); 4];
            let stones: Vec<(Color, Point)> = self.board.all_stones().collect();
            for (side, at) in stones {
                self.put(side, at);
            }
        }
    }

    fn put(&mut self, side: Color, at: Point) {
        let size = self.board.size();
        for (stones, corner) in self.stones.iter_mut().zip(Corner::ALL) {
            let place = corner.from_edges(at, size);
            if place.0.max(place.1) < WIDEST {
                match side {
                    Color::Black => stones.own |= bit(place),
                    Color::White => stones.other |= bit(place),
                }
            }
        }
    }
}
