//! The transposition table: results for positions that a search has seen.
//!
//! A key mixes the position, the side to move, the range of depths, and the ko regime if the result
//! depends on one. Entries hold for one question only; otherwise an answer would depend on earlier
//! questions. Each place has two entries: one keeps the result that cost most work, the other the
//! newest result.

use katachi_board::Point;

/// The proof or disproof number of a goal that can no longer be reached.
pub(super) const INFINITE: u32 = 1 << 24;

/// The proof numbers of a node: the work left to prove that the string is captured, or safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Proof number: 0 when the capture is proven.
    pub pn: u32,
    /// Disproof number: 0 when the safety is proven.
    pub dn: u32,
    /// Whether ko matters, so that another ko regime may give another result.
    pub ko: bool,
    /// The depth of the earliest position that a line below repeats, [`Self::NEVER`] if there is
    /// none. A decision that rests on a repetition holds only after the moves that led there.
    pub repeats: u8,
}

impl Numbers {
    /// No line below repeats a position above.
    pub const NEVER: u8 = u8::MAX;

    pub const CAPTURED: Self = Self {
        pn: 0,
        dn: INFINITE,
        ko: false,
        repeats: Self::NEVER,
    };
    pub const SAFE: Self = Self {
        pn: INFINITE,
        dn: 0,
        ko: false,
        repeats: Self::NEVER,
    };

    /// Undecided, and no ko so far.
    pub const fn open(pn: u32, dn: u32) -> Self {
        Self {
            pn,
            dn,
            ko: false,
            repeats: Self::NEVER,
        }
    }

    pub fn is_decided(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// The same numbers; ko matters if it did before or if `ko` says so.
    pub fn with_ko(self, ko: bool) -> Self {
        Self {
            ko: self.ko || ko,
            ..self
        }
    }
}

impl std::fmt::Display for Numbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.pn, self.dn) {
            (0, _) => f.write_str("captured"),
            (_, 0) => f.write_str("safe"),
            (pn, dn) => write!(f, "open: {pn} to capture, {dn} to save"),
        }?;
        f.write_str(if self.ko { ", with ko" } else { "" })
    }
}

/// What the table knows about a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub numbers: Numbers,
    /// The best move known.
    pub best: Option<Point>,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    best: Option<Point>,
    /// The question that wrote the entry.
    question: u32,
    work: u32,
}

const NONE: Entry = Entry {
    key: 0,
    numbers: Numbers::open(1, 1),
    best: None,
    question: 0,
    work: 0,
};

/// Two entries: one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Place([Entry; 2]);

/// A hash table indexed by the low bits of a key.
///
/// Most questions are small. So the table starts small, within the processor's cache, and grows
/// with its question.
#[derive(Clone)]
pub(super) struct Table {
    places: Vec<Place>,
    /// The number of places in use, a power of two.
    used: usize,
    /// The entries that this question has added.
    entries: usize,
    question: u32,
}

/// Places at the start (16 kB) and at most (512 kB).
const FIRST_PLACES: usize = 1 << 8;
const PLACES: usize = 1 << 13;

/// The factor by which the table grows when it has half as many entries as places.
const GROWTH: usize = 8;

impl Table {
    /// An empty table; it allocates when the first question begins.
    pub const fn new() -> Self {
        Self {
            places: Vec::new(),
            used: FIRST_PLACES,
            entries: 0,
            question: 0,
        }
    }

    /// Begins a new question: older entries no longer count.
    pub fn begin(&mut self) {
        self.question = self.question.wrapping_add(1);
        self.used = FIRST_PLACES;
        self.entries = 0;
        if self.places.is_empty() {
            self.places.resize(PLACES, Place([NONE; 2]));
        }
    }

    fn at(&self, key: u64) -> usize {
        key as usize & (self.used - 1)
    }

    pub fn get(&self, key: u64) -> Option<Known> {
        let Place(place) = self.places.get(self.at(key))?;
        let entry = place.iter().find(|entry| self.is_about(entry, key))?;
        Some(Known {
            numbers: entry.numbers,
            best: entry.best,
        })
    }

    fn is_about(&self, entry: &Entry, key: u64) -> bool {
        entry.key == key && entry.question == self.question
    }

    /// Stores a result of this question; `work` is the number of nodes that it took.
    pub fn put(&mut self, key: u64, numbers: Numbers, best: Option<Point>, work: u32) {
        let question = self.question;
        let entry = Entry {
            key,
            numbers,
            best,
            question,
            work,
        };
        self.add(entry);
        if 2 * self.entries >= self.used && self.used < PLACES {
            self.grow();
        }
    }

    fn add(&mut self, entry: Entry) {
        let (at, question) = (self.at(entry.key), self.question);
        let Some(Place(place)) = self.places.get_mut(at) else {
            return;
        };
        let known = |at: &usize| place[*at].question == question;
        let same = (0..2).find(|at| known(at) && place[*at].key == entry.key);
        // An entry of an earlier question is always replaced first.
        let at = same.unwrap_or_else(|| usize::from(known(&0) && place[0].work > entry.work));
        self.entries += usize::from(!known(&at));
        place[at] = entry;
    }

    /// Enlarges the table and moves this question's entries to their new places.
    fn grow(&mut self) {
        let old = self.used;
        self.used = (old * GROWTH).min(PLACES);
        self.entries = 0;
        for at in 0..old {
            let place = std::mem::replace(&mut self.places[at].0, [NONE; 2]);
            for entry in place {
                if entry.question == self.question {
                    self.add(entry);
                }
            }
        }
    }
}

/// Spreads a number over all bits, for keys (the `SplitMix64` finaliser).
pub(crate) fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
