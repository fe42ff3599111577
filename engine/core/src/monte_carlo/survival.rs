//! Whether stones survive: a [search near them](super::local).
//!
//! Entry point: [`survival`]. The side of the stones wins if at least half of them are left. Stones
//! that reach the edge of the region have escaped.

use katachi_board::playout::Cells;
use katachi_board::{Board, Color, Point, PointSet, with_words};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::local::{Judge, LocalTree, Scene, Sources, cells};
use super::playout::Playout;
use super::tree::Stats;

/// What is asked about stones.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    /// The stones, of one colour.
    pub stones: &'a PointSet,
    /// The side that moves first.
    pub mover: Color,
    /// The side that wins every ko since it has all the threats, if any.
    pub has_threats: Option<Color>,
}

/// What a search says about the stones.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// The share of the games after the best move in which they survive, 0 to 1.
    pub rate: f32,
    /// The best move; `None` is a pass.
    pub best: Option<Point>,
    /// Whether a ko was taken in a tenth of the games or more, while the tree gave the moves.
    pub is_about_ko: bool,
    /// The first moves, without a pass, the one that most games began with first.
    pub tried: Vec<Tried>,
}

/// A first move of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The move.
    pub point: Point,
    /// The part of the games that began with it, 0 to 1.
    pub part: f32,
    /// The part of these that the side which makes it won, 0 to 1.
    pub won: f32,
}

/// The distance of the region from the stones and from the liberties of the strings beside them.
const REACH: usize = 3;
/// A search is about ko if the tree takes one in this part of the games: a tenth.
const RARE: u32 = 10;

/// Whether stones survive, by this many simulations; `None` if there are none. The same question
/// has the same answer.
pub fn survival(
    board: &Board,
    goal: &Goal<'_>,
    sources: Sources<'_>,
    simulations: u32,
) -> Option<Survival> {
    let owner = board.at(goal.stones.first()?).color()?;
    let scene = Scene {
        region: &region(board, goal.stones),
        mover: goal.mover,
        first: None,
        has_threats: goal.has_threats,
    };
    let stones = (owner, goal.stones);
    let found = with_words!(board.size(), WORDS => {
        search::<WORDS>(board, &scene, stones, sources, simulations)
    });
    Some(found)
}

/// The points where the games go on.
fn region(board: &Board, stones: &PointSet) -> PointSet {
    let mut region = *stones;
    for string in board.chains_at(&stones.with_surroundings()) {
        region.extend(string.liberties().iter());
    }
    for _ in 0..REACH {
        region = region.with_surroundings();
    }
    region
}

/// The stones, and what is asked about them.
struct Left<const WORDS: usize> {
    owner: Color,
    mover: Color,
    goal: Cells<WORDS>,
    /// The fewest of them that must be left.
    needed: usize,
}

impl<const WORDS: usize> Left<WORDS> {
    fn count(&self, position: &Playout<WORDS>) -> usize {
        (*position.board().stones(self.owner) & self.goal).len()
    }
}

impl<const WORDS: usize> Judge<WORDS> for Left<WORDS> {
    fn is_decided(&self, position: &Playout<WORDS>) -> bool {
        self.count(position) == 0
    }

    fn result(&mut self, position: &Playout<WORDS>) -> f32 {
        let survive = self.count(position) >= self.needed;
        f32::from(u8::from(survive == (self.mover == self.owner)))
    }
}

fn search<const WORDS: usize>(
    board: &Board,
    scene: &Scene<'_>,
    (owner, stones): (Color, &PointSet),
    sources: Sources<'_>,
    simulations: u32,
) -> Survival {
    let start = Playout::<WORDS>::new(board);
    let judge = Left {
        owner,
        mover: scene.mover,
        goal: cells(&start, stones),
        needed: stones.len().div_ceil(2),
    };
    let mut tree = LocalTree::new(start, scene, judge, sources);
    tree.run(
        simulations,
        &mut Xoshiro256PlusPlus::seed_from_u64(board.hash()),
    );
    let tried = tree.tried();
    let first = tried.first().copied();
    let Some((best, Some(won))) = first.map(|(best, results)| (best, results.mean())) else {
        return Survival {
            rate: 1.0,
            best: None,
            is_about_ko: false,
            tried: Vec::new(),
        };
    };
    let move_of = |(point, results): (Option<Point>, Stats)| {
        Some(Tried {
            point: point?,
            part: results.visits as f32 / simulations as f32,
            won: results.mean()?,
        })
    };
    Survival {
        rate: if scene.mover == owner { won } else { 1.0 - won },
        best,
        is_about_ko: tree.kos * RARE >= simulations,
        tried: tried.into_iter().filter_map(move_of).collect(),
    }
}
