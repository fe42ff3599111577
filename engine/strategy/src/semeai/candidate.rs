//! A candidate move of a race.

use crate::owl::Move;

/// What a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The mover's dragon.
    Life,
    /// The other dragon.
    Kill,
}

/// A candidate move.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub one: Move,
    pub purpose: Purpose,
}
