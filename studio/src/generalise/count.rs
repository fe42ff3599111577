//! Hits and false hits in the two halves of the games.

use katachi_joseki::mine::{Game, fingerprint};
use serde::Serialize;

use super::scan::End;

/// What was counted in one half of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Situations that end with the pattern's move.
    pub hits: u32,
    /// Situations that end with another move.
    pub false_hits: u32,
}

impl Count {
    /// Counts a situation that ends so.
    pub(super) fn note(&mut self, end: End) {
        match end {
            End::Hit => self.hits += 1,
            End::FalseHit => self.false_hits += 1,
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.hits += other.hits;
        self.false_hits += other.false_hits;
    }

    pub(super) fn less(self, other: Self) -> Self {
        Self {
            hits: self.hits - other.hits,
            false_hits: self.false_hits - other.false_hits,
        }
    }

    /// Whether this many false hits are not too many.
    pub(super) fn is_allowed(self, most_false: f64) -> bool {
        let all = f64::from(self.hits + self.false_hits);
        f64::from(self.false_hits) <= most_false * all
    }
}

/// What was counted in both halves: the one that chooses, and the one that has a veto.
pub type Counts = [Count; 2];

/// The half of a game: 0 if the hash of its moves is even.
pub(super) fn half(game: &Game) -> usize {
    usize::from(fingerprint(game.size, &game.moves)[0] & 1)
}
