//! The positions of a long game's beginning, so that superko need not compare every move.

use std::collections::HashMap;

use crate::record::Record;
use crate::{ByColor, Color};

/// This many recent moves, at most twice as many, are compared one by one. Games between people are
/// never longer, so they need no table.
const RECENT: usize = 1024;

/// How often each position occurred in the first moves.
#[derive(Clone, Default)]
pub(crate) struct Past {
    /// By the hash of the stones, and by the side that moved then.
    positions: HashMap<u64, ByColor<u32>>,
    /// The number of moves counted.
    moves: usize,
}

impl Past {
    /// The number of first moves whose positions the table contains.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// How often the position occurred, with this side to move if one is named.
    pub fn count(&self, hash: u64, to_move: Option<Color>) -> usize {
        let count = |counts: &ByColor<u32>| match to_move {
            Some(color) => counts[color],
            None => counts.black + counts.white,
        };
        self.positions.get(&hash).map_or(0, count) as usize
    }

    /// Adds the moves that are no longer recent, after a move of the game.
    #[inline]
    pub fn advance(&mut self, records: &[Record]) {
        if records.len() - self.moves >= 2 * RECENT {
            self.take_over(records);
        }
    }

    #[cold]
    fn take_over(&mut self, records: &[Record]) {
        let end = records.len() - RECENT;
        for record in &records[self.moves..end] {
            self.positions.entry(record.hash).or_default()[record.color] += 1;
        }
        self.moves = end;
    }

    /// Removes the last move in the table after its undo: the side that moved, and the position.
    #[cold]
    pub fn forget(&mut self, hash: u64, color: Color) {
        self.moves -= 1;
        if let Some(counts) = self.positions.get_mut(&hash) {
            counts[color] -= 1;
            if counts.black + counts.white == 0 {
                self.positions.remove(&hash);
            }
        }
    }
}
