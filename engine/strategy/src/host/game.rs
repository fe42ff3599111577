//! Questions about the game.

use katachi_matcher::{Answer, GameQuestions};

use super::position_host::PositionHost;

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
