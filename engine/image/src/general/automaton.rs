//! Automata: the states that a scan goes through, point by point, and what it finds on its way.
//!
//! A scan begins at an anchor. Each state says which point to read next, and for each symbol that
//! the point may hold to which state to go on, or that nothing more can fit. All states read the
//! points in one order, that of the table of points, and leave out those that no lane asks about
//! any more. So a scan never reads a point twice, and ends.
//!
//! All states lie in one table of words. A state is a [`Head`], then, if it reports lanes, the
//! place of their list, then its targets. A target is the place of another state's head, further on
//! in the table. A list is a run of [candidates](Candidate); the last one is marked.

use zerocopy::little_endian::U32;

use super::records::Offset;
use crate::Invalid;
use crate::document::check;
use crate::language::Symbol;

/// The most points that automata read: one for each offset, and no more than a head can name.
pub const MAX_POINTS: usize = 1 << 12;

/// The most lanes that lists can name.
pub const MAX_LANES: usize = 1 << 19;

/// Marks the last candidate of a list.
const LAST: u32 = 1 << 31;

/// The automata of a database, as their compiler fills them.
#[derive(Clone, Debug, Default)]
pub struct AutomatonTables {
    /// The automata: the symbol that the anchor must hold, and the state after it was read. They
    /// rise by symbol; several may have the same one.
    pub starts: Vec<(Symbol, u32)>,
    /// The points that states read, in their order.
    pub points: Vec<Offset>,
    /// The states.
    pub states: Vec<u32>,
    /// The lists of lanes that states report.
    pub lists: Vec<u32>,
}

impl AutomatonTables {
    /// The words of the image: the numbers of words of the four tables, then the tables. A start
    /// has two words, a point one: row and column, a byte each.
    pub(super) fn to_words(&self) -> Vec<U32> {
        if self.starts.is_empty() {
            return Vec::new();
        }
        let starts = (self.starts.iter()).flat_map(|&(symbol, start)| [symbol as u32, start]);
        let points = (self.points.iter())
            .map(|at| u32::from(u16::from_le_bytes([at.row as u8, at.col as u8])));
        let tables = [
            starts.collect(),
            points.collect(),
            self.states.clone(),
            self.lists.clone(),
        ];
        let lengths = tables.iter().map(|table: &Vec<u32>| table.len() as u32);
        let words = lengths.chain(tables.iter().flatten().copied());
        words.map(U32::new).collect()
    }
}

/// The head of a state: a word.
///
/// | bits | what |
/// |---|---|
/// | 0–11 | for each symbol its class: 0 nothing can fit any more, 1 to 4 one of the targets |
/// | 12 | whether the state reports lanes |
/// | 13 | whether these lanes have points left to test; such a state has no targets |
/// | 14–15 | 0 |
/// | 16–27 | the point to read, an entry of the points |
/// | 28–31 | 0 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head(u32);

impl Head {
    const REPORTS: u32 = 1 << 12;
    const LEAF: u32 = 1 << 13;
    const ZERO: u32 = 0xf000_c000;

    /// A state that reads a point, with these classes of the four symbols.
    pub fn new(point: u16, classes: [u8; 4], reports: bool) -> Self {
        let classes = (classes.iter().rev()).fold(0, |word, &class| word << 3 | u32::from(class));
        let reports = if reports { Self::REPORTS } else { 0 };
        Self(classes | reports | u32::from(point) << 16)
    }

    /// A state that leaves lanes over, to be tested one by one.
    pub fn leaf() -> Self {
        Self(Self::REPORTS | Self::LEAF)
    }

    /// The word that stands for it.
    pub fn to_word(self) -> u32 {
        self.0
    }

    /// The point to read.
    #[inline]
    pub fn point(self) -> usize {
        (self.0 >> 16) as usize
    }

    /// The class of a symbol.
    #[inline]
    pub fn class(self, symbol: Symbol) -> usize {
        (self.0 >> (3 * symbol as u32) & 7) as usize
    }

    /// Whether the state reports lanes.
    #[inline]
    pub fn reports(self) -> bool {
        self.0 & Self::REPORTS != 0
    }

    /// Whether the reported lanes have points left to test.
    #[inline]
    pub fn is_leaf(self) -> bool {
        self.0 & Self::LEAF != 0
    }

    /// The number of targets.
    pub fn targets(self) -> usize {
        let classes = Symbol::ALL.into_iter().map(|symbol| self.class(symbol));
        classes.max().unwrap_or_default()
    }

    /// The number of words of the state.
    pub fn words(self) -> usize {
        1 + usize::from(self.reports()) + self.targets()
    }
}

/// An entry of a list: a lane that fits, as far as its points were read.
///
/// | bits | what |
/// |---|---|
/// | 0–18 | the lane |
/// | 19–30 | how many of its points were read, in the order of the points |
/// | 31 | whether it is the last one of its list |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// The number of the lane.
    pub lane: u32,
    /// How many of its points were read.
    pub read: u32,
}

impl Candidate {
    /// The word that stands for it in a list.
    pub fn to_word(self, is_last: bool) -> u32 {
        self.lane | self.read << 19 | if is_last { LAST } else { 0 }
    }

    #[inline]
    fn of_word(word: u32) -> Self {
        Self {
            lane: word & (MAX_LANES as u32 - 1),
            read: (word & !LAST) >> 19,
        }
    }
}

/// The automata of an image, viewed in place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Automata<'a> {
    starts: &'a [U32],
    points: &'a [U32],
    states: &'a [U32],
    lists: &'a [U32],
}

impl<'a> Automata<'a> {
    /// The tables in these words; `None` if they are not whole.
    pub(super) fn at(words: &'a [U32]) -> Option<Self> {
        if words.is_empty() {
            return Some(Self::default());
        }
        let (lengths, mut rest) = words.split_first_chunk::<4>()?;
        let mut table = |length: U32| {
            let (table, others) = rest.split_at_checked(length.get() as usize)?;
            rest = others;
            Some(table)
        };
        let [starts, points, states, lists] = *lengths;
        let automata = Self {
            starts: table(starts)?,
            points: table(points)?,
            states: table(states)?,
            lists: table(lists)?,
        };
        rest.is_empty().then_some(automata)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The automata: the number of the symbol that the anchor must hold, and the state after it was
    /// read.
    pub fn starts(&self) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let (pairs, _) = self.starts.as_chunks::<2>();
        let number = |word: &U32| word.get() as usize;
        (pairs.iter()).map(move |[symbol, start]| (number(symbol), number(start)))
    }

    /// The points that states read, in their order.
    pub fn points(&self) -> impl ExactSizeIterator<Item = Offset> + use<'a> {
        self.points.iter().map(|word| {
            let [row, col, ..] = word.get().to_le_bytes();
            Offset {
                row: row as i8,
                col: col as i8,
            }
        })
    }

    /// The number of words of all tables.
    pub fn words(&self) -> usize {
        [self.starts, self.points, self.states, self.lists]
            .map(<[U32]>::len)
            .iter()
            .sum()
    }

    /// The head of the state at this place.
    #[inline]
    pub fn head(&self, state: usize) -> Head {
        Head(self.states.get(state).map_or(0, |word| word.get()))
    }

    /// The target of a state for a class other than 0.
    #[inline]
    pub fn target(&self, state: usize, head: Head, class: usize) -> usize {
        let place = state + class + usize::from(head.reports());
        self.states.get(place).map_or(0, |word| word.get() as usize)
    }

    /// The lanes that a state reports.
    #[inline]
    pub fn reported(&self, state: usize, head: Head) -> impl Iterator<Item = Candidate> + use<'a> {
        let list = (self.states.get(state + 1)).filter(|_| head.reports());
        let list = list.and_then(|list| self.lists.get(list.get() as usize..));
        let mut more = true;
        list.unwrap_or_default().iter().map_while(move |word| {
            let word = word.get();
            let one = more.then(|| Candidate::of_word(word));
            more = word & LAST == 0;
            one
        })
    }

    /// The places of all states, in their order.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<'a> {
        let automata = *self;
        let next = move |&state: &usize| Some(state + automata.head(state).words());
        std::iter::successors(Some(0), next).take_while(move |&state| state < automata.states.len())
    }

    /// For each entry of the lists, the length of the list that begins there.
    fn list_lengths(&self) -> Vec<usize> {
        let mut lengths = vec![0; self.lists.len()];
        let mut length = 0;
        for (word, place) in self.lists.iter().zip(&mut lengths).rev() {
            length = if word.get() & LAST != 0 {
                1
            } else {
                length + 1
            };
            *place = length;
        }
        lengths
    }

    /// Checks all points, states, targets and lists, in linear time.
    pub(super) fn validate(&self, lanes: usize) -> Result<(), Invalid> {
        let few = self.points.len() <= MAX_POINTS;
        check("points", self.points.len(), few, "too many")?;
        for (index, at) in self.points().enumerate() {
            let good = at.is_near() && self.points[index].get() >> 16 == 0;
            check("points", index, good, "too far away")?;
        }
        let whole = (self.lists.last()).is_none_or(|word| word.get() & LAST != 0);
        check("lists", self.lists.len(), whole, "a list without an end")?;
        for (index, word) in self.lists.iter().enumerate() {
            let good = (Candidate::of_word(word.get()).lane as usize) < lanes;
            check("lists", index, good, "an unknown lane")?;
        }
        // For each word where a state begins, its point plus 1. States without targets read
        // nothing, and come after all others.
        let mut ranks = vec![0u16; self.states.len()];
        for state in self.places() {
            let head = self.head(state);
            let good = head.0 & Head::ZERO == 0
                && head.targets() <= Symbol::ALL.len()
                && (!head.is_leaf() || head.reports() && head.targets() == 0)
                && (head.targets() == 0 || head.point() < self.points.len())
                && state + head.words() <= self.states.len();
            check("states", state, good, "no head of a state")?;
            ranks[state] = match head.targets() {
                0 => u16::MAX,
                _ => head.point() as u16 + 1,
            };
            if head.reports() {
                let list = self.states[state + 1].get() as usize;
                check("states", state, list < self.lists.len(), "an unknown list")?;
            }
        }
        for state in self.places() {
            let head = self.head(state);
            for class in 1..=head.targets() {
                let target = self.target(state, head, class);
                let rises = ranks.get(target).is_some_and(|&rank| rank > ranks[state]);
                let reason = "a target that is no state, or that reads no later point";
                check("states", state, rises, reason)?;
            }
        }
        // The most candidates that a scan from each state can meet: targets come later.
        let lengths = self.list_lengths();
        let mut most = vec![0usize; self.states.len()];
        let mut states: Vec<usize> = self.places().collect();
        while let Some(state) = states.pop() {
            let head = self.head(state);
            let targets = (1..=head.targets()).map(|class| self.target(state, head, class));
            let after = targets.map(|target| most[target]).max();
            let own = if head.reports() {
                lengths[self.states[state + 1].get() as usize]
            } else {
                0
            };
            most[state] = own.saturating_add(after.unwrap_or_default());
        }
        let whole = self.starts.len().is_multiple_of(2);
        check("automata", self.starts.len(), whole, "half an automaton")?;
        let (mut last, mut met) = (0, 0);
        for (index, (anchor, start)) in self.starts().enumerate() {
            let good =
                (last..3).contains(&anchor) && ranks.get(start).is_some_and(|&rank| rank > 0);
            let reason = "an unknown anchor or start, or out of order";
            check("automata", index, good, reason)?;
            // A lane that a scan met twice would match twice, and a small image could delay a move.
            if anchor != last {
                (last, met) = (anchor, 0);
            }
            met += most[start];
            let good = most[start] > 0 && met <= lanes;
            check(
                "automata",
                index,
                good,
                "a scan that meets no lane, or too many",
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_keep_their_parts() {
        let head = Head::new(4095, [1, 0, 2, 4], true);
        let classes = Symbol::ALL.map(|symbol| head.class(symbol));
        assert_eq!((head.point(), classes), (4095, [1, 0, 2, 4]));
        assert_eq!((head.targets(), head.words()), (4, 6));
        assert!(head.reports() && !Head::new(0, [0; 4], false).reports());
        assert!(Head::leaf().is_leaf() && !head.is_leaf());
        assert_eq!((head.0 | Head::leaf().0) & Head::ZERO, 0);
    }

    #[test]
    fn candidates_keep_their_parts() {
        let one = Candidate {
            lane: MAX_LANES as u32 - 1,
            read: 4095,
        };
        assert_eq!(Candidate::of_word(one.to_word(true)), one);
        assert_eq!(Candidate::of_word(one.to_word(false)), one);
    }
}
