//! Strings from real games, drawn by a seed, as many of each number of liberties from 1 to 4.

pub mod engines;
pub mod suite;
pub mod tally;

use std::path::PathBuf;

use katachi_board::naive::NaiveBoard;
use katachi_board::{BoardSize, Color, IllegalMove, Point, PointSet, Rules};
use katachi_sgf::Sequence;
use katachi_testkit::{Need, archived, shared};
use libtest_mimic::Failed;
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::solver::Position;

/// The archives of records.
pub type Archives = Vec<PathBuf>;

pub fn archives() -> Need<Archives> {
    let names = ["gosei", "honinbo", "judan", "kisei", "meijin", "oza"];
    let mut paths = vec![shared("data/games/dan9/ogs-dan-9x9.tgz")?];
    for name in names {
        paths.push(shared(&format!("data/games/pro19/{name}.tgz"))?);
    }
    Ok(paths)
}

/// The moves of all games, or of two archives for a short run.
pub fn games(archives: &Archives, all: bool) -> Result<Vec<(BoardSize, Sequence)>, Failed> {
    let mut games = Vec::new();
    for archive in archives.iter().take(if all { usize::MAX } else { 2 }) {
        for (_, bytes) in archived(archive, "sgf")? {
            let Ok(parsed) = katachi_sgf::parse(&bytes) else {
                continue;
            };
            let Some(root) = parsed.collection.roots().next() else {
                continue;
            };
            let size = katachi_sgf::board_size(root);
            if let (Ok(size), Ok(game)) = (size, Sequence::of_main_line(root, Rules::SIMPLE)) {
                games.push((size, game));
            }
        }
    }
    if games.is_empty() {
        return Err("expected game records in the archives, found none".into());
    }
    Ok(games)
}

/// A string in a position of a game; no ko ban.
#[derive(Clone)]
pub struct Drawn {
    pub size: BoardSize,
    pub stones: Vec<(Color, Point)>,
    pub target: Point,
    pub owner: Color,
    pub liberties: usize,
}

impl Drawn {
    pub fn position(&self, mover: Color) -> Position {
        Position::new(self.size, self.stones.iter().copied(), mover)
    }
}

/// Strings without end: a game, a position after move 20 or so, a string of the liberties whose turn it is.
///
/// `ko` draws only strings that a move of either side near them could give a ko.
pub fn strings(
    games: Vec<(BoardSize, Sequence)>,
    seed: u64,
    ko: bool,
) -> impl Iterator<Item = Drawn> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut wanted = 0;
    std::iter::from_fn(move || {
        wanted = wanted % 4 + 1;
        loop {
            let (size, game) = &games[dice.random_range(0..games.len())];
            let least = size.get();
            if game.moves.len() <= least {
                continue;
            }
            let last = dice.random_range(least..game.moves.len());
            let board = position(*size, game, last);
            let mut choice = strings_of(*size, &board, wanted);
            if ko {
                choice.retain(|&at| is_near_ko(*size, &board, at));
            }
            if choice.is_empty() {
                continue;
            }
            let target = choice[dice.random_range(0..choice.len())];
            let stones = (size.points())
                .filter_map(|at| Some((board.at(at).color()?, at)))
                .collect();
            return Some(Drawn {
                size: *size,
                stones,
                target,
                owner: board.at(target).color()?,
                liberties: wanted,
            });
        }
    })
}

fn position(size: BoardSize, game: &Sequence, moves: usize) -> NaiveBoard {
    let mut board = NaiveBoard::new(size, Rules::SIMPLE);
    let setup = game.stones.iter().map(|&(color, at)| (color, Some(at)));
    for (color, at) in setup.chain(game.moves.iter().take(moves).copied()) {
        match at {
            // The record has been checked with the same rules.
            Some(at) => board.play(color, at).expect("a legal move"),
            None => board.pass(color),
        }
        board.forget();
    }
    board
}

/// A stone of each string with so many liberties.
fn strings_of(size: BoardSize, board: &NaiveBoard, liberties: usize) -> Vec<Point> {
    let mut seen = PointSet::EMPTY;
    let mut found = Vec::new();
    for at in size.points() {
        if board.at(at).color().is_some() && !seen.contains(at) {
            let (stones, open) = board.string(at);
            seen |= stones;
            if open.len() == liberties {
                found.push(at);
            }
        }
    }
    found
}

/// Whether a move on a liberty of the string, or next to one, takes a stone in a ko.
fn is_near_ko(size: BoardSize, board: &NaiveBoard, string: Point) -> bool {
    let (_, liberties) = board.string(string);
    let mut around = liberties;
    for liberty in &liberties {
        for near in liberty.neighbors() {
            if board.at(near).is_empty() {
                around.insert(near);
            }
        }
    }
    around.iter().any(|at| {
        Color::BOTH.into_iter().any(|color| {
            let mut after = board.clone();
            let taken = |board: &NaiveBoard| -> Vec<Point> {
                let stones = at.neighbors().into_iter();
                stones
                    .filter(|&near| size.contains(near) && board.at(near).is_empty())
                    .collect()
            };
            let open = taken(board);
            if after.play(color, at).is_err() {
                return false;
            }
            let new = taken(&after).into_iter().find(|near| !open.contains(near));
            new.is_some_and(|near| after.check(!color, near) == Err(IllegalMove::Ko))
        })
    })
}
