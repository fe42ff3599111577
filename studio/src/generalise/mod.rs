//! How loose the diagram of a pattern may be, and which constraint would help.
//!
//! Entry point: [`Plan::run`]. Games are cut into *situations*: a place for the diagram, from the
//! move that made its content until the next move there (module `scan`). A situation is a *hit* if
//! that move is the pattern's, a *false hit* if it is another one. The games are in two halves:
//! module `weaken` loosens cells by the first half, and the second one has a veto; module
//! `constraint` asks the engine about the matches that remain.

mod constraint;
mod report;
mod scan;
mod weaken;

use katachi_joseki::mine::{Game, fingerprint};
use serde::Serialize;

pub use constraint::Separation;
pub use report::Generalised;
pub use weaken::{CellReport, Looser, Step};

use crate::cut::Draft;
use crate::games::Games;
use crate::set::PatternSet;

/// What is to be loosened.
pub struct Plan<'a> {
    /// The pattern as it was cut out of a position.
    pub draft: &'a Draft,
    /// The games.
    pub games: &'a Games,
    /// The databases that the engine uses when it is asked about constraints.
    pub set: &'a PatternSet,
    /// The share of false hits that a looser cell may add to the situations it adds, 0 to 1.
    pub most_false: f64,
    /// The most situations of each kind in which the engine is asked about constraints.
    pub asked: usize,
    /// The level of the engine.
    pub level: i32,
}

/// What was counted in one half of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Situations that end with the pattern's move.
    pub hits: u32,
    /// Situations that end with another move.
    pub false_hits: u32,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.false_hits += other.false_hits;
    }

    fn less(self, other: Self) -> Self {
        Self {
            hits: self.hits - other.hits,
            false_hits: self.false_hits - other.false_hits,
        }
    }

    /// Whether this many false hits are not too many.
    fn is_allowed(self, most_false: f64) -> bool {
        let all = f64::from(self.hits + self.false_hits);
        f64::from(self.false_hits) <= most_false * all
    }
}

/// What was counted in both halves: the one that chooses, and the one that has a veto.
pub type Counts = [Count; 2];

/// The half of a game: 0 if the hash of its moves is even.
fn half(game: &Game) -> usize {
    usize::from(fingerprint(game.size, &game.moves)[0] & 1)
}

impl Plan<'_> {
    /// Counts, loosens, and asks the engine. `watch` gets what is under way, how much of it is
    /// done, and how much there is.
    pub fn run(&self, watch: &(dyn Fn(&str, u64, u64) + Sync)) -> Generalised {
        let loosened = weaken::loosen(&self.draft.picture, self.games, self.most_false, &|done| {
            watch("games", done, self.games.games.len() as u64);
        });
        let draft = self.draft.loosened(loosened.picture().clone());
        let watch = |done, all| watch("positions", done, all);
        let separations = constraint::separate(self, &draft, &watch);
        Generalised::new(self, &loosened, separations)
    }
}
