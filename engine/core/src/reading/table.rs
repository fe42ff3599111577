//! The table of results: what is known about positions that a search has seen.
//!
//! A result belongs to a question (which string, who moves, which ko regime, which range of
//! depths) and a position; both are mixed into its key. Results of earlier questions stay and are
//! used again. Each place holds two entries: the one that cost more work is kept, the other
//! is the newest.

use katachi_board::Point;

/// What is known about a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Proof number: how far the attacker is from success; 0 when it is proven.
    pub pn: u32,
    /// Disproof number: how far the defender is from safety; 0 when it is proven.
    pub dn: u32,
    /// The best move known.
    pub best: Option<Point>,
    /// Whether a ko has been met below this node, so that other ko regimes may differ.
    pub ko: bool,
    /// Whether this question, not an earlier one, has found it out.
    pub fresh: bool,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    pn: u32,
    dn: u32,
    best: Option<Point>,
    /// The question that wrote the entry; its highest bit says whether a ko was met.
    question: u32,
    work: u32,
}

const KO: u32 = 1 << 31;

const NONE: Entry = Entry {
    key: 0,
    pn: 1,
    dn: 1,
    best: None,
    question: 0,
    work: 0,
};

/// Two entries for each of the low bits of a key.
#[derive(Clone)]
pub(super) struct Table {
    entries: Vec<[Entry; 2]>,
    question: u32,
}

/// 65,536 places of two entries of 32 bytes: 4 MB.
const PLACES: usize = 1 << 16;

impl Table {
    /// An empty table; memory is taken when something is stored.
    pub const fn new() -> Self {
        Self {
            entries: Vec::new(),
            question: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Begins a new question.
    pub fn begin(&mut self) {
        self.question = (self.question + 1) & !KO;
        if self.entries.is_empty() {
            self.entries.resize(PLACES, [NONE; 2]);
        }
    }

    pub fn get(&self, key: u64) -> Option<Known> {
        let place = self.entries.get(key as usize % PLACES)?;
        let entry = place.iter().find(|entry| entry.key == key)?;
        Some(Known {
            pn: entry.pn,
            dn: entry.dn,
            best: entry.best,
            ko: entry.question & KO != 0,
            fresh: entry.question & !KO == self.question,
        })
    }

    pub fn put(&mut self, key: u64, known: Known, work: u32) {
        let question = self.question | if known.ko { KO } else { 0 };
        let entry = Entry {
            key,
            pn: known.pn,
            dn: known.dn,
            best: known.best,
            question,
            work,
        };
        let Some(place) = self.entries.get_mut(key as usize % PLACES) else {
            return;
        };
        let at = if place[0].key == key {
            0
        } else if place[1].key == key {
            1
        } else {
            // An old question's work is worth less than any new one.
            let keep = place[0].question & !KO == self.question && place[0].work > work;
            usize::from(keep)
        };
        place[at] = entry;
    }
}
