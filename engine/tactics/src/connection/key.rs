//! Questions about connections, as keys of the memory.

use katachi_board::{Color, Komaster, Point};

use super::goal::Goal;
use super::limits::ConnectionLimits;
use crate::memory::Key;
use crate::proof::Side;

/// A question of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    fn place(&self) -> Point {
        self.goal.string
    }

    /// The first move belongs to one side, but tactics before it are read for both.
    fn may_start(&self, _: Color) -> bool {
        true
    }
}
