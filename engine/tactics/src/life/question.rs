//! What may be asked about the life of stones.

use katachi_board::{Color, PointSet};

/// What a question is about.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    /// The side that wants to live.
    pub color: Color,
    /// Its stones.
    pub stones: &'a PointSet,
    /// Stones of the opponent that may die themselves. If they surround the area, there is no
    /// answer, unless they are enclosed and become a part of it.
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
