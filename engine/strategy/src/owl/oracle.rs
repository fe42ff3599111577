//! What tells the lives of dragons where the databases have no patterns of life and death.

use std::fmt::Debug;

use katachi_board::{Board, Color, PointSet};
use katachi_tactics::reading::Reading;

/// Tells lives without patterns. The same question must always have the same answer.
pub trait LifeOracle: Debug + Send + Sync {
    /// What a side achieves, to move, about stones of one colour, with the effort of a level: the
    /// opponent's aim is to kill them, their owner's that they live.
    fn read(&self, board: &Board, stones: &PointSet, mover: Color, level: i32) -> Reading;
}

/// An oracle, asked at a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtLevel<'a> {
    pub oracle: &'a dyn LifeOracle,
    pub level: i32,
}

impl AtLevel<'_> {
    /// What a side achieves, to move.
    pub fn read(&self, board: &Board, stones: &PointSet, mover: Color) -> Reading {
        self.oracle.read(board, stones, mover, self.level)
    }
}
