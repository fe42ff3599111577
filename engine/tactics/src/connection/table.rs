//! The transposition table of connections, and the answers to whole questions.
//!
//! Positions hold for one search only, since their results depend on the nodes it had left. Each
//! search has a number and ignores the entries of others. Answers to questions stay until the table
//! is cleared.

use katachi_board::{Point, PointSet};

use super::search::Numbers;

pub(super) use crate::reading::mixed;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub numbers: Numbers,
    /// The best move known.
    pub best: Option<Point>,
    /// For a proven connection: the points where an opponent stone could change it. A cut has to be
    /// played on one of them.
    pub zone: PointSet,
    /// The depth below the question. A result found at a smaller depth is more reliable.
    pub depth: u16,
}

impl Known {
    /// Numbers and a best move, without a zone.
    pub fn new(numbers: Numbers, best: Option<Point>) -> Self {
        Self {
            numbers,
            best,
            zone: PointSet::EMPTY,
            depth: 0,
        }
    }
}

/// A place of the table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    search: u32,
    known: Known,
}

/// Positions of one search: half a megabyte.
const PLACES: usize = 1 << 12;

/// The table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    places: Vec<Option<Entry>>,
    search: u32,
}

impl Table {
    pub fn new() -> Self {
        Self {
            places: vec![None; PLACES],
            search: 0,
        }
    }

    /// Begins a search: entries of others no longer count.
    pub fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.places.fill(None);
            self.search = 1;
        }
    }

    /// This search's entry for a position, whatever its depth.
    pub fn get(&self, key: u64) -> Option<Known> {
        let entry = self.places[place(key, PLACES)]?;
        (entry.key == key && entry.search == self.search).then_some(entry.known)
    }

    /// Stores a result of this search.
    pub fn put(&mut self, key: u64, known: Known) {
        self.places[place(key, PLACES)] = Some(Entry {
            key,
            search: self.search,
            known,
        });
    }
}

fn place(key: u64, places: usize) -> usize {
    (key >> 20) as usize % places
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn searches_do_not_see_each_other_() {
        let mut table = Table::new();
        table.begin();
        let numbers = Numbers {
            pn: 1,
            dn: 2,
            ko: false,
        };
        table.put(5, Known::new(numbers, None));
        assert!(table.get(5).is_some());
        table.begin();
        assert!(table.get(5).is_none());
    }
}
