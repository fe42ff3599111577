//! The transposition table: results for positions that a search has seen.
//!
//! A key mixes what has changed since the root, the side to move, and whatever else a result
//! depends on. Entries hold for one question only; otherwise an answer would depend on earlier
//! questions. Each place has two entries: one keeps the result that cost most work, the other the
//! newest result.

#[derive(Clone, Copy)]
struct Entry<K> {
    key: u64,
    known: K,
    work: u32,
}

/// Two entries. What a lookup compares comes first, so a key that is not there costs one cache
/// line; with results of 16 bytes all of it is one.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Place<K> {
    keys: [u64; 2],
    /// The questions that wrote the entries.
    questions: [u32; 2],
    work: [u32; 2],
    known: [K; 2],
}

impl<K: Copy + Default> Place<K> {
    /// Two entries of no question.
    fn empty() -> Self {
        Self {
            keys: [0; 2],
            questions: [0; 2],
            work: [0; 2],
            known: [K::default(); 2],
        }
    }

    /// The entry of a question under a key.
    fn find(&self, key: u64, question: u32) -> Option<usize> {
        (0..2).find(|&at| self.keys[at] == key && self.questions[at] == question)
    }

    fn entry(&self, at: usize) -> Entry<K> {
        Entry {
            key: self.keys[at],
            known: self.known[at],
            work: self.work[at],
        }
    }

    fn put(&mut self, at: usize, entry: Entry<K>, question: u32) {
        self.keys[at] = entry.key;
        self.questions[at] = question;
        self.work[at] = entry.work;
        self.known[at] = entry.known;
    }
}

/// A hash table indexed by the low bits of a key.
///
/// Most questions are small. So the table starts small, within the processor's cache, and grows
/// with its question.
#[derive(Clone)]
pub(crate) struct Table<K> {
    places: Vec<Place<K>>,
    /// The most places, a power of two.
    most: usize,
    /// The number of places in use, a power of two.
    used: usize,
    /// The entries that this question has added.
    entries: usize,
    question: u32,
}

/// Places at the start: 16 kB, if a result takes 16 bytes.
const FIRST_PLACES: usize = 1 << 8;

/// The factor by which the table grows when it has half as many entries as places.
const GROWTH: usize = 8;

impl<K: Copy + Default> Table<K> {
    /// An empty table that grows to this many places, a power of two; it allocates what
    /// questions use.
    pub const fn new(most: usize) -> Self {
        Self {
            places: Vec::new(),
            most,
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
        self.allocate();
    }

    /// Makes room for the places in use.
    fn allocate(&mut self) {
        if self.places.len() < self.used {
            self.places.resize(self.used, Place::empty());
        }
    }

    fn at(&self, key: u64) -> usize {
        key as usize & (self.used - 1)
    }

    /// This question's result under a key.
    pub fn get(&self, key: u64) -> Option<K> {
        let place = self.places.get(self.at(key))?;
        let at = place.find(key, self.question)?;
        Some(place.known[at])
    }

    /// Brings the places of keys that will be asked for soon into the processor's cache, all at
    /// once: in a large table each of them would be waited for otherwise.
    pub fn fetch(&self, keys: impl Iterator<Item = u64>) {
        let first = |key| {
            self.places
                .get(self.at(key))
                .map_or(0, |place| place.keys[0])
        };
        std::hint::black_box(keys.fold(0, |all, key| all ^ first(key)));
    }

    /// Stores a result of this question; `work` is the number of nodes that it took.
    pub fn put(&mut self, key: u64, known: K, work: u64) {
        let entry = Entry {
            key,
            known,
            work: work.min(u64::from(u32::MAX)) as u32,
        };
        self.add(entry);
        if 2 * self.entries >= self.used && self.used < self.most {
            self.grow();
        }
    }

    fn add(&mut self, entry: Entry<K>) {
        let (at, question) = (self.at(entry.key), self.question);
        let Some(place) = self.places.get_mut(at) else {
            return;
        };
        let known = |at: usize| place.questions[at] == question;
        // An entry of an earlier question is always replaced first.
        let replaced = || usize::from(known(0) && place.work[0] > entry.work);
        let at = place.find(entry.key, question).unwrap_or_else(replaced);
        self.entries += usize::from(!known(at));
        place.put(at, entry, question);
    }

    /// Enlarges the table and moves this question's entries to their new places.
    fn grow(&mut self) {
        let old = self.used;
        self.used = (old * GROWTH).min(self.most);
        self.allocate();
        self.entries = 0;
        for at in 0..old {
            let place = std::mem::replace(&mut self.places[at], Place::empty());
            for entry in 0..2 {
                if place.questions[entry] == self.question {
                    self.add(place.entry(entry));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_do_not_see_each_other() {
        let mut table = Table::new(FIRST_PLACES);
        table.begin();
        table.put(5, 7_u32, 1);
        assert_eq!(table.get(5), Some(7));
        assert_eq!(table.get(6), None);
        table.begin();
        assert_eq!(table.get(5), None);
    }

    #[test]
    fn a_table_grows_and_keeps_its_results() {
        let mut table = Table::new(FIRST_PLACES * GROWTH);
        table.begin();
        let keys = || (0..200).map(|number| (mixed(number), 200 - number));
        keys().for_each(|(key, work)| table.put(key, key, work));
        let kept = keys()
            .filter(|&(key, _)| table.get(key) == Some(key))
            .count();
        assert!(kept > 180 && table.used > FIRST_PLACES, "{kept} of 200");
    }
}
