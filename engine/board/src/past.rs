//! The beginning of a long game, by position: a repetition is found without a look at every move.

use std::collections::HashMap;

use crate::board::Record;
use crate::{ByColor, Color};

/// So many moves, up to twice as many, are gone through one by one: games that people play never come
/// further, and cost nothing here.
const RECENT: usize = 1024;

/// How often each position of the first moves was on the board.
#[derive(Clone, Default)]
pub(crate) struct Past {
    /// By the hash of the stones, and by who moved then.
    positions: HashMap<u64, ByColor<u32>>,
    /// How many moves are counted.
    moves: usize,
}

impl Past {
    /// The number of moves, from the first, whose positions it knows.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// Whether the position was on the board, with this side to move if one is named.
    pub fn contains(&self, hash: u64, to_move: Option<Color>) -> bool {
        let counts = self.positions.get(&hash);
        counts.is_some_and(|counts| to_move.is_none_or(|color| counts[color] > 0))
    }

    /// Takes over what is no longer recent, after a move of the game.
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

    /// Forgets the last move that it knows, by whom and from which position, after it was undone.
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
