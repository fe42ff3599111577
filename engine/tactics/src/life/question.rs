//! What may be asked about the life of stones.

use katachi_board::{Color, PointSet};

/// What a question is about.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    /// The side that wants to live.
    pub color: Color,
    /// Its stones.
    pub stones: &'a PointSet,
    /// Stones of both sides, besides these, that may die themselves. If the opponent's surround the
    /// area, there is no answer, unless they are enclosed and become a part of it. Friends beside
    /// it with few liberties elsewhere become a part of it, too.
    pub doubtful: &'a PointSet,
}

/// The areas in which a question is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Only areas that the opponent's stones enclose.
    Closed,
    /// Areas with a few gaps, too.
    Fenced,
}
