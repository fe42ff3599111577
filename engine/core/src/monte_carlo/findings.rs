//! What the games of a [search](super::local) say about an aim that one side has.
//!
//! Entry points: [`search`], [`outcome_of`].

use katachi_board::playout::Cells;
use katachi_board::{Board, Color, Outcome, Point};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::local::{Judge, LocalTree, Scene, Sources, cells};
use super::playout::Playout;
use super::tree::Stats;

/// What a search says about an aim of the owner of stones.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// The share of the games after the best move in which the owner succeeds, 0 to 1.
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

/// A search is about ko if the tree takes one in this part of the games: a tenth.
const RARE: u32 = 10;
/// The games between two looks at whether a result is clear,
const BETWEEN_LOOKS: u32 = 125;
/// and how far from the bar it is then.
const CLEAR: f32 = 0.2;

impl Findings {
    /// The share of the games in which the owner of the stones succeeds, or else its opponent.
    pub(crate) fn share(&self, is_owner: bool) -> f32 {
        if is_owner { self.rate } else { 1.0 - self.rate }
    }
}

/// How long a search goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The most simulations.
    pub simulations: u32,
    /// It ends when the share of the games after the best move that the side to move wins is
    /// clearly above or below this.
    pub bar: Option<f32>,
}

/// Searches. The same question has the same answer.
pub(super) fn search<const WORDS: usize, J: Judge<WORDS>>(
    board: &Board,
    scene: &Scene<'_>,
    owner: Color,
    sources: Sources<'_>,
    extent: Extent,
    judge: impl FnOnce(&Playout<WORDS>, Cells<WORDS>) -> J,
) -> Findings {
    let start = Playout::<WORDS>::new(board);
    let judge = judge(&start, cells(&start, scene.region));
    let mut tree = LocalTree::new(start, scene, judge, sources);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(board.hash());
    let mut simulations = 0;
    while simulations < extent.simulations {
        let games = BETWEEN_LOOKS.min(extent.simulations - simulations);
        tree.run(games, &mut rng);
        simulations += games;
        let share = || tree.tried().first().and_then(|(_, results)| results.mean());
        let is_clear = |bar: f32| share().is_some_and(|share| (share - bar).abs() > CLEAR);
        if extent.bar.is_some_and(is_clear) {
            break;
        }
    }
    let tried = tree.tried();
    let first = tried.first().copied();
    let Some((best, Some(won))) = first.map(|(best, results)| (best, results.mean())) else {
        return Findings {
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
    Findings {
        rate: if scene.mover == owner { won } else { 1.0 - won },
        best,
        is_about_ko: tree.kos * RARE >= simulations,
        tried: tried.into_iter().filter_map(move_of).collect(),
    }
}

/// The result code for the side that moves, and the search that decides if it is not this one: if
/// kos matter, others follow in which a side has all the threats.
pub(crate) fn outcome_of(
    found: &Findings,
    mover: Color,
    succeeds: impl Fn(&Findings) -> bool,
    search: impl Fn(Color) -> Option<Findings>,
) -> (Outcome, Option<Findings>) {
    let with_threats = |side| search(side).filter(&succeeds);
    match (succeeds(found), found.is_about_ko) {
        (true, false) => (Outcome::Win, None),
        (false, false) => (Outcome::Lose, None),
        // The code of a ko is that of the side whose threats matter.
        (true, true) => match with_threats(!mover) {
            Some(without) => (Outcome::Win, Some(without)),
            None => (Outcome::KoA, None),
        },
        (false, true) => match with_threats(mover) {
            Some(with) => (Outcome::KoB, Some(with)),
            None => (Outcome::Lose, None),
        },
    }
}
