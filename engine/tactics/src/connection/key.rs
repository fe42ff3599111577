//! Questions about connections, as keys of the memory.

use katachi_board::{Color, Komaster, Point};

use super::goal::Goal;
use super::limits::ConnectionLimits;
use crate::memory::Key;
use crate::proof::Side;

/// A question of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ConnectionKey {
    /// The goal in its canonical form.
    pub goal: Goal,
    /// The side that moves first.
    pub side: Side,
    pub limits: ConnectionLimits,
    /// The trial moves on the board; limits count them.
    pub root: usize,
    pub komaster: Komaster,
}

impl Key for ConnectionKey {
    fn place(&self) -> usize {
        self.goal.string.index()
    }

    fn point(&self) -> Point {
        self.goal.string
    }

    /// The first move belongs to one side, but tactics before it are read for both.
    fn may_start(&self, _: Color) -> bool {
        true
    }
}

/// A node of a search, as a question: how far are the two ends apart, and which moves are
/// candidates?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OutlookKey {
    /// A hash of the goal, the side to move, and the stones that differ from the position of the
    /// question. The stones only help to find the entry: the area decides whether it holds.
    pub hash: u64,
    /// The depth below the question.
    pub depth: u32,
    /// The side that wants to connect.
    pub color: Color,
    /// A stone of the goal.
    pub string: Point,
}

impl Key for OutlookKey {
    fn place(&self) -> usize {
        self.hash as usize
    }

    fn point(&self) -> Point {
        self.string
    }

    /// Tactics are read for both sides.
    fn may_start(&self, _: Color) -> bool {
        true
    }
}
