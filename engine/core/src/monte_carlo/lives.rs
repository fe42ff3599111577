//! The lives of dragons by random games: what a [`survival`] search says as result codes.

use std::sync::{Arc, LazyLock};

use katachi_board::{Board, Color, Outcome, PointSet};
use katachi_strategy::owl::{LifeOracle, Opinion, Pains};
use katachi_tactics::reading::Reading;

use super::local::Sources;
use super::strengths::Strengths;
use super::survival::{Goal, Survival, survival};
use super::values::Values;
use crate::levels;

/// The share of random games in which dragons live that their owner has to reach.
///
/// The games of a search also follow moves that fail, and the opponent's best answers come late in
/// it. So both sides succeed with less than all games, the attacker, who must not err once, with
/// less than half of them.
const LIVES: f32 = 0.5;
/// The share of random games in which a dragon dies that the attacker has to reach.
const DIES: f32 = 0.4;

/// What random games are drawn by, and the strengths of moves in a tree.
type Loaded = (Arc<Values>, Arc<Strengths>);

/// Tells lives by random games near the dragon.
#[derive(Debug)]
pub struct Lives {
    loaded: LazyLock<Loaded, Box<dyn FnOnce() -> Loaded + Send>>,
}

impl Lives {
    /// With the values and strengths that `load` lays out when the first question comes.
    pub fn new(load: impl FnOnce() -> Loaded + Send + 'static) -> Self {
        Self {
            loaded: LazyLock::new(Box::new(load)),
        }
    }

    /// The values of random games.
    pub fn values(&self) -> Arc<Values> {
        Arc::clone(&self.loaded.0)
    }

    /// The strengths of moves.
    pub fn strengths(&self) -> Arc<Strengths> {
        Arc::clone(&self.loaded.1)
    }
}

impl LifeOracle for Lives {
    fn read(&self, board: &Board, stones: &PointSet, mover: Color, pains: Pains) -> Opinion {
        let owner = stones.first().and_then(|stone| board.at(stone).color());
        let Some(owner) = owner else {
            return Opinion::FAILS;
        };
        let (values, strengths) = &*self.loaded;
        let sources = Sources { values, strengths };
        let defends = mover == owner;
        let share = |found: &Survival| {
            if defends {
                found.rate
            } else {
                1.0 - found.rate
            }
        };
        let bar = if defends { LIVES } else { DIES };
        let succeeds = |found: &Survival| share(found) > bar;
        let simulations = levels::survival(pains.level, pains.effort);
        let search = |has_threats| {
            let goal = Goal {
                stones,
                mover,
                has_threats,
            };
            survival(board, &goal, sources, simulations)
        };
        let Some(found) = search(None) else {
            return Opinion::FAILS;
        };
        let answer = |outcome, by: Survival| Opinion {
            reading: Reading {
                outcome,
                point: by.best,
            },
            share: share(&by),
        };
        let fails = Opinion {
            share: share(&found),
            ..Opinion::FAILS
        };
        match (succeeds(&found), found.is_about_ko) {
            (true, false) => answer(Outcome::Win, found),
            (false, false) => fails,
            // The code of a ko is that of the side whose threats matter.
            (true, true) => match search(Some(!mover)).filter(succeeds) {
                Some(without) => answer(Outcome::Win, without),
                None => answer(Outcome::KoA, found),
            },
            (false, true) => match search(Some(mover)).filter(succeeds) {
                Some(with) => answer(Outcome::KoB, with),
                None => fails,
            },
        }
    }
}
