//! Finds moves that depend on a ladder, and adds constraints to their patterns.
//!
//! 1. Reading finds the suspects: strings with at most two liberties after a pattern's move that
//!    are fine for the mover if the far part of the board is full of the mover's stones, but not if
//!    it is full of the opponent's.
//! 2. The games decide. Each time the move was played, reading says whether the ladder was good for
//!    the mover.
//! 3. If it nearly always was, the move needs a good ladder, and its pattern gets a constraint.

use std::collections::HashMap;
use std::fmt;

use katachi_board::{Board, BoardSize, Color, Outcome, Point, Rules};
use katachi_tactics::reading::{Limits, Reader};
use rayon::prelude::*;

use super::games::Game;
use super::observe::{Corners, View, orient};
use super::stones::{Place, Stones, bit, places};
use super::tree::{CORNER, Tree};

/// The level of tactical reading.
const LEVEL: i32 = 10;
/// The least number of times that the move must have been played.
const ENOUGH: u32 = 10;
/// If at least this share of the moves was played with a good ladder, the move needs one.
const NEARLY_ALWAYS: f64 = 0.9;
/// In step 1, stones fill the lines from this one on.
const FAR: usize = 12;

/// A string whose fate may depend on a ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Suspect {
    /// One of its stones; the move itself, if it belongs to the string.
    stone: Place,
    /// Whether the string belongs to the mover.
    own: bool,
    /// How many times the move was played.
    times: u32,
    /// How many times the ladder was good for the mover.
    good: u32,
}

type Key = (Stones, Place);

/// The suspects of a tree's patterns.
#[derive(Clone, Debug, Default)]
pub struct Ladders {
    suspects: HashMap<Key, Vec<Suspect>>,
    found: usize,
    needed: usize,
}

impl fmt::Display for Ladders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, needed, .. } = self;
        write!(
            f,
            "{found} patterns with a ladder, {needed} of them need it"
        )
    }
}

impl Ladders {
    /// Finds the suspects of all patterns of a tree, with all cores.
    pub fn of(tree: &Tree) -> Self {
        let patterns: Vec<Key> = (tree.nodes.iter())
            .filter(|node| node.pattern.is_some())
            .filter_map(|node| {
                let (stones, place, _) = orient(node.stones, node.place?);
                Some((stones, place))
            })
            .collect();
        let suspects = (patterns.into_par_iter())
            .map(|key| (key, suspects(key)))
            .filter(|(_, suspects)| !suspects.is_empty());
        let suspects: HashMap<Key, Vec<Suspect>> = suspects.collect();
        Self {
            found: suspects.len(),
            suspects,
            needed: 0,
        }
    }

    /// Counts the played moves of games, with all cores.
    pub fn observe(&mut self, games: &[Game], view: &View) {
        let seen: Vec<(Key, usize, bool)> = (games.par_iter())
            .flat_map_iter(|game| self.game(game, view))
            .collect();
        for (key, index, is_good) in seen {
            let suspects = self.suspects.get_mut(&key);
            if let Some(suspect) = suspects.and_then(|all| all.get_mut(index)) {
                suspect.times += 1;
                suspect.good += u32::from(is_good);
            }
        }
    }

    fn game(&self, game: &Game, view: &View) -> Vec<(Key, usize, bool)> {
        let mut seen = Vec::new();
        let mut corners = Corners::new(game.size);
        let mut reader = Reader::new(Limits::for_level(LEVEL));
        for &(side, at) in game.moves.iter().take(view.moves) {
            for (corner, stones) in corners.of(side) {
                let Some(at) = at else {
                    continue;
                };
                let place = corner.from_edges(at, game.size);
                if place.0.max(place.1) >= view.region.reach {
                    continue;
                }
                for size in view.region.sizes() {
                    let content = stones.within(size);
                    let is_inside = place.0 < size.0 && place.1 < size.1;
                    if !is_inside || !view.region.is(content.all() | bit(place), size) {
                        continue;
                    }
                    let (canonical, move_place, is_mirrored) = orient(content, place);
                    let key = (canonical, move_place);
                    for (index, suspect) in
                        self.suspects.get(&key).into_iter().flatten().enumerate()
                    {
                        let (row, col) = suspect.stone;
                        let stone = if is_mirrored { (col, row) } else { (row, col) };
                        if let Some(stone) = corner.point(stone, game.size) {
                            let board = corners.board();
                            if board.try_move(side, at) {
                                let good = is_good(&mut reader, board, stone, suspect.own);
                                board.take_back();
                                seen.push((key, index, good));
                            }
                        }
                    }
                }
            }
            corners.play(side, at);
        }
        seen
    }

    /// Adds a constraint to each pattern that needs a good ladder.
    pub fn annotate(&mut self, tree: &mut Tree) {
        self.needed = 0;
        for node in &mut tree.nodes {
            let (Some(place), Some(pattern)) = (node.place, &mut node.pattern) else {
                continue;
            };
            let (stones, canonical, is_mirrored) = orient(node.stones, place);
            let needed = self
                .suspects
                .get(&(stones, canonical))
                .into_iter()
                .flatten();
            let needed = needed.filter(|suspect| {
                suspect.times >= ENOUGH
                    && f64::from(suspect.good) >= NEARLY_ALWAYS * f64::from(suspect.times)
            });
            let mut terms = Vec::new();
            for suspect in needed {
                let (row, col) = suspect.stone;
                let stone = if is_mirrored { (col, row) } else { (row, col) };
                let label = if stone == place {
                    '*'
                } else {
                    let letter = char::from(b'A' + pattern.labels.len() as u8);
                    pattern.labels.push((letter, stone));
                    letter
                };
                let function = if suspect.own {
                    "oplay_attack"
                } else {
                    "oplay_defend"
                };
                terms.push(format!("!{function}(*,{label})"));
            }
            if !terms.is_empty() {
                self.needed += 1;
                pattern.constraint = Some(terms.join(" && "));
            }
        }
    }
}

/// Whether the string's fate is good for the mover, with the opponent to move: its own string is
/// safe, or the opponent's is lost.
fn is_good(reader: &mut Reader, board: &mut Board, stone: Point, own: bool) -> bool {
    if own {
        reader.attack(board, stone).outcome == Outcome::Lose
    } else {
        reader.defend(board, stone).outcome == Outcome::Lose
    }
}

/// The strings whose fate after the move depends on the far part of the board.
fn suspects((stones, place): Key) -> Vec<Suspect> {
    let size = BoardSize::NINETEEN;
    let boards = Color::BOTH.map(|breaker| far_stones(stones, place, breaker));
    let [Some(mut good), Some(mut bad)] = boards else {
        return Vec::new();
    };
    let mut strings: Vec<(Place, bool)> = Vec::new();
    let mut seen: Vec<Point> = Vec::new();
    // The move's string comes first, so that the move itself represents it.
    let all = std::iter::once(place).chain(places(stones.all()));
    for at in all {
        let Some((point, chain)) = CORNER
            .point(at, size)
            .and_then(|point| Some((point, good.chain(point)?)))
        else {
            continue;
        };
        if !seen.contains(&point) {
            seen.extend(chain.stones());
            if chain.liberty_count() <= 2 {
                strings.push((at, chain.color() == Color::Black));
            }
        }
    }
    let mut reader = Reader::new(Limits::for_level(LEVEL));
    strings.retain(|&(at, own)| {
        let Some(stone) = CORNER.point(at, size) else {
            return false;
        };
        let mut with = |board: &mut Board| is_good(&mut reader, board, stone, own);
        with(&mut good) && !with(&mut bad)
    });
    (strings.into_iter())
        .map(|(stone, own)| Suspect {
            stone,
            own,
            times: 0,
            good: 0,
        })
        .collect()
}

/// The corner after Black's move, on a board whose far part is full of stones of one colour.
fn far_stones(stones: Stones, place: Place, breaker: Color) -> Option<Board> {
    let size = BoardSize::NINETEEN;
    let of = |bits: u128, side: Color| {
        places(bits).filter_map(move |place| Some((side, CORNER.point(place, size)?)))
    };
    let far = size.points().filter(|&at| {
        let (row, col) = CORNER.from_edges(at, size);
        row.max(col) >= FAR
    });
    let all = of(stones.own, Color::Black)
        .chain(of(stones.other, Color::White))
        .chain(far.map(|at| (breaker, at)));
    let mut board = Board::with_stones(size, all).ok()?;
    board.set_rules(Rules::SIMPLE);
    board.play(Color::Black, CORNER.point(place, size)?).ok()?;
    Some(board)
}
