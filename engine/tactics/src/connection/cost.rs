//! Costs of connections: parts of moves.

/// Tenths of a move.
pub(super) type Cost = u16;

/// The cost of one move.
pub(super) const MOVE: Cost = 10;
/// More than any cost: out of reach.
pub(super) const FAR: Cost = 1000;
