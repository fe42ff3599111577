//! Questions about the game.

use katachi_matcher::{Answer, GameQuestions};

use super::position_host::PositionHost;

impl GameQuestions for PositionHost<'_> {
    fn is_scoring(&mut self) -> Answer<bool> {
        Some(false)
    }
}
