//! Questions about the game.

use katachi_matcher::{Answer, GameQuestions};

use super::position_host::PositionHost;

/// What is known about the game around a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// Whether the game is being scored.
    pub is_scoring: bool,
    /// Whether opening databases are in use.
    pub uses_fuseki: bool,
    /// All handicap stones that are being placed freely, and those still to come.
    pub handicap: [usize; 2],
}

impl Default for GameFacts {
    /// In the middle of a game, with opening databases.
    fn default() -> Self {
        Self {
            is_scoring: false,
            uses_fuseki: true,
            handicap: [0, 0],
        }
    }
}

impl GameQuestions for PositionHost<'_> {
    fn is_scoring(&mut self) -> Answer<bool> {
        Some(self.game.is_scoring)
    }

    fn uses_fuseki(&mut self) -> Answer<bool> {
        Some(self.game.uses_fuseki)
    }

    fn total_handicap(&mut self) -> Answer<usize> {
        Some(self.game.handicap[0])
    }

    fn remaining_handicap(&mut self) -> Answer<usize> {
        Some(self.game.handicap[1])
    }
}
