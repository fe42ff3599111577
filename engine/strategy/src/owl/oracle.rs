//! What tells the lives of dragons where the databases have no patterns of life and death.

use std::fmt::Debug;

use katachi_board::{Board, Color, PointSet};
use katachi_tactics::reading::Reading;

/// Tells lives without patterns. The same question must always have the same answer.
pub trait LifeOracle: Debug + Send + Sync {
    /// What a side achieves, to move, about stones of one colour: the opponent's aim is to kill
    /// them, their owner's that they live.
    fn read(&self, board: &Board, stones: &PointSet, mover: Color, pains: Pains) -> Reading;
}

/// How much an oracle may search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pains {
    /// The level of the engine.
    pub level: i32,
    /// What is asked.
    pub effort: Effort,
}

/// What an oracle is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A single question.
    Question,
    /// The lives of all dragons of a position.
    Position,
}

/// An oracle, asked at a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtLevel<'a> {
    pub oracle: &'a dyn LifeOracle,
    pub level: i32,
}

impl AtLevel<'_> {
    /// What a side achieves, to move.
    pub fn read(&self, board: &Board, stones: &PointSet, mover: Color, effort: Effort) -> Reading {
        let level = self.level;
        (self.oracle).read(board, stones, mover, Pains { level, effort })
    }
}
