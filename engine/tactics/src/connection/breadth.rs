//! How broad a search for connections is.

use super::cost::Cost;
use crate::proof::Side;

/// How many possibilities a node considers, by side and depth.
pub(super) struct Breadth {
    /// The greatest distance at which the search goes on.
    pub reach: Cost,
    /// How much dearer than the cheapest way a way may be whose points become moves.
    pub slack: Cost,
    /// The number of candidate moves.
    pub width: usize,
    /// The number of refutations that may become moves of their own.
    pub extra: u32,
}

impl Breadth {
    /// Tuned on the public suites and on pairs of strings from real games. The side that cuts has
    /// few good moves; the other side needs more of them to answer every cut.
    pub fn of(side: Side, depth: u32) -> Self {
        let (reach, slack, width, extra) = match (side, depth) {
            (Side::Prover, 0) => (42, 12, 14, 3),
            (Side::Prover, 1) => (38, 12, 12, 2),
            (Side::Prover, 2) => (38, 9, 10, 2),
            (Side::Prover, 3) => (38, 9, 10, 0),
            (Side::Prover, 4..=5) => (35, 9, 8, 0),
            (Side::Prover, 6..=7) => (35, 8, 8, 0),
            (Side::Prover, _) => (33, 8, 6, 0),
            (Side::Disprover, 0) => (29, 9, 12, 3),
            (Side::Disprover, 1) => (25, 9, 5, 2),
            (Side::Disprover, 2) => (25, 7, 4, 2),
            (Side::Disprover, 3) => (25, 7, 4, 0),
            (Side::Disprover, 4..=7) => (23, 7, 3, 0),
            (Side::Disprover, _) => (21, 6, 1, 0),
        };
        Self {
            reach,
            slack,
            width,
            extra,
        }
    }

    /// The breadth of a quick question. Plain distances are longer, and a side that reads no
    /// tactics has to try more cuts. Tuned on pairs of strings of real games.
    pub fn by_shape(side: Side, depth: u32) -> Self {
        let breadth = Self::of(side, depth);
        match side {
            Side::Prover => Self {
                reach: breadth.reach + breadth.reach / 5,
                ..breadth
            },
            Side::Disprover => Self {
                width: 3 * breadth.width,
                ..breadth
            },
        }
    }
}
