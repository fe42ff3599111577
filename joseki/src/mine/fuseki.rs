//! Mines full-board books of openings from game records.
//!
//! Start at [`FusekiCollector`]. Positions that differ only by one of the eight symmetries or by
//! their colours count as one: only the stones of the side to move and those of its opponent are
//! distinguished.

use std::fmt::Write;

use katachi_board::{Board, BoardSize, Point, Rules, Symmetry};
use katachi_sgf::Coord;
use rayon::prelude::*;

use super::games::Game;

/// A stone of a position: the index of its point, and whether it is an opponent stone.
type Stone = (u16, bool);

/// A played move, with the position in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Played {
    stones: Box<[Stone]>,
    at: u16,
}

/// The conditions for a move to enter the book.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FusekiSelection {
    /// The least number of times the move was played in its position.
    pub min_times: u32,
    /// The least share of the move among all moves in its position, from 0 to 1.
    pub min_share: f64,
}

/// A move of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The stones of the side to move.
    pub own: Vec<Point>,
    /// The stones of the other side.
    pub other: Vec<Point>,
    /// The move.
    pub at: Point,
    /// How many times it was played.
    pub times: u32,
}

/// Collects the first moves of games of one size.
#[derive(Debug)]
pub struct FusekiCollector {
    size: BoardSize,
    moves: usize,
    played: Vec<Played>,
}

impl FusekiCollector {
    /// An empty collector that will follow this many moves of each game.
    pub fn new(size: BoardSize, moves: usize) -> Self {
        Self {
            size,
            moves,
            played: Vec::new(),
        }
    }

    /// Adds games, using all cores. Each game ends at its first pass.
    pub fn add(&mut self, games: &[Game]) {
        let points = symmetries(self.size);
        let moves = self.moves;
        let seen = games.par_iter().fold(Vec::new, |mut played, game| {
            observe(game, moves, &points, &mut played);
            played
        });
        for mut played in seen.collect_vec_list().into_iter().flatten() {
            self.played.append(&mut played);
        }
    }

    /// Counts and selects the moves. Positions with few stones come first, in them the frequent
    /// moves.
    pub fn finish(mut self, selection: &FusekiSelection) -> Vec<BookMove> {
        self.played.par_sort_unstable();
        let points: Vec<Point> = self.size.points().collect();
        let mut book = Vec::new();
        for position in (self.played).chunk_by(|one, other| one.stones == other.stones) {
            let all = position.len();
            for same in position.chunk_by(|one, other| one.at == other.at) {
                let times = same.len() as u32;
                if times < selection.min_times
                    || f64::from(times) < selection.min_share * all as f64
                {
                    continue;
                }
                let side = |is_other: bool| {
                    let stones = same[0].stones.iter();
                    let stones = stones.filter(move |stone| stone.1 == is_other);
                    stones.map(|stone| points[usize::from(stone.0)]).collect()
                };
                book.push(BookMove {
                    own: side(false),
                    other: side(true),
                    at: points[usize::from(same[0].at)],
                    times,
                });
            }
        }
        // The sort is stable: equal moves stay in the order of the positions.
        book.sort_by_key(|one| {
            (
                one.own.len() + one.other.len(),
                std::cmp::Reverse(one.times),
            )
        });
        book
    }
}

/// For each symmetry, the image of each point; points are numbered row by row.
fn symmetries(size: BoardSize) -> Vec<Vec<u16>> {
    let number = |at: Point| (at.row() * size.get() + at.col()) as u16;
    let turned = |symmetry: Symmetry| {
        let points = size.points();
        points
            .map(|at| number(symmetry.apply_to_point(at, size)))
            .collect()
    };
    Symmetry::all().map(turned).collect()
}

fn observe(game: &Game, moves: usize, symmetries: &[Vec<u16>], out: &mut Vec<Played>) {
    let mut board = Board::new(game.size);
    board.set_rules(Rules::SIMPLE);
    let number = |at: Point| at.row() * game.size.get() + at.col();
    for &(side, at) in game.moves.iter().take(moves) {
        let Some(at) = at else {
            break;
        };
        // A book cannot express a ko ban.
        if board.ko().is_none() {
            let stones: Vec<(usize, bool)> = (board.all_stones())
                .map(|(color, at)| (number(at), color != side))
                .collect();
            let turned = symmetries.iter().map(|turn| {
                let mut turned: Box<[Stone]> = (stones.iter())
                    .map(|&(at, is_other)| (turn[at], is_other))
                    .collect();
                turned.sort_unstable();
                Played {
                    stones: turned,
                    at: turn[number(at)],
                }
            });
            // If several symmetries give the same position, the smallest image of the move counts.
            out.extend(turned.min());
        }
        if board.play(side, at).is_err() {
            break;
        }
    }
}

/// The book in its compressed form, `name value points`, a line for each move. The lines of `about`
/// become `#` comments.
pub fn dbz(size: BoardSize, book: &[BookMove], about: &[String]) -> String {
    let mut text = String::new();
    for line in about {
        // Writing to a string does not fail.
        let _ = writeln!(text, "# {line}");
    }
    let _ = writeln!(text, "board_size {}", size.get());
    for (number, one) in (1..).zip(book) {
        let _ = write!(
            text,
            "F{}-H0-{number} {} {}",
            size.get(),
            one.times,
            Coord::from(one.at)
        );
        let pairs = one.own.len().max(one.other.len());
        for i in 0..pairs {
            // `tt` fills the place of a missing stone.
            for side in [&one.other, &one.own] {
                match side.get(i) {
                    Some(&at) => {
                        let _ = write!(text, "{}", Coord::from(at));
                    }
                    None => text.push_str("tt"),
                }
            }
        }
        while text.ends_with("tt") {
            text.truncate(text.len() - 2);
        }
        text.push('\n');
    }
    text
}
