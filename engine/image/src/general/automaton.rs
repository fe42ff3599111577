//! Automata: the states that a scan goes through, point by point, and what it finds on its way.
//!
//! A scan begins at an anchor. Each state says which point to read next, and for each symbol that
//! the point may hold to which state to go on, or that nothing more can fit. States read the points
//! in one order, the [spiral](rank) around the anchor, and leave out the points that no lane asks
//! about any more. So a scan never reads a point twice, and ends.
//!
//! All states lie in one table of words. A state is a [head](Head), then, if it reports lanes, the
//! place of their list, then its targets. A target is the place of another state's head, further on
//! in the table. A list is a run of lanes in the table of lists; the last one has the bit
//! [`LAST`].

use std::sync::LazyLock;

use zerocopy::little_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::records::{MAX_OFFSET, Offset};
use crate::Invalid;
use crate::document::check;
use crate::language::Symbol;

/// The steps from one row to the next, in the frame that scans read: the largest board with a
/// margin of [`MAX_OFFSET`] lines on each side.
pub const STRIDE: usize = 3 * MAX_OFFSET as usize;

/// Marks the last lane of a list.
pub const LAST: u32 = 1 << 31;

/// The number of lanes that a list can name.
pub const MAX_LANES: usize = 1 << 19;

/// An entry of a list: a lane, and how many of its tests, in the order of the spiral, have passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Candidate {
    /// The number of the lane.
    pub lane: u32,
    /// The tests that have passed.
    pub passed: u32,
}

impl Candidate {
    /// The word that stands for it in a list.
    pub fn to_word(self, last: bool) -> u32 {
        self.lane | self.passed << 19 | if last { LAST } else { 0 }
    }

    #[inline]
    fn of_word(word: u32) -> Self {
        Self {
            lane: word & (MAX_LANES as u32 - 1),
            passed: (word & !LAST) >> 19,
        }
    }
}

/// The number of offsets from an anchor.
const OFFSETS: usize = (2 * MAX_OFFSET as usize + 1).pow(2);

/// The rank of states that read no point: they come last.
const END: u16 = OFFSETS as u16;

/// An automaton: where the scans of anchors that hold a symbol begin.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct AutomatonRecord {
    /// The symbol that the anchor must hold: the number of a [`Symbol`].
    pub anchor: u8,
    /// The state after the anchor was read.
    pub start: U32,
}

/// The head of a state: a word.
///
/// | bits | what |
/// |---|---|
/// | 0–11 | for each symbol its class: 0 nothing can fit any more, 1 to 4 one of the targets |
/// | 12 | whether the state reports lanes |
/// | 13 | whether the lanes have points left to test; such a state has no targets |
/// | 14–15 | 0 |
/// | 16–31 | the step from the anchor to the point to read: rows × [`STRIDE`] + columns, signed |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head(pub u32);

impl Head {
    /// The head of a state with these classes of the four symbols.
    pub fn new(at: Offset, classes: [u8; 4], reports: bool) -> Self {
        let classes = (classes.iter().rev()).fold(0, |word, &class| word << 3 | u32::from(class));
        let step = step(at) as u16;
        Self(classes | u32::from(reports) << 12 | u32::from(step) << 16)
    }

    /// The step from the anchor to the point to read.
    #[inline]
    pub fn step(self) -> isize {
        (self.0 as i32 >> 16) as isize
    }

    /// The class of a symbol.
    #[inline]
    pub fn class(self, symbol: Symbol) -> usize {
        (self.0 >> (3 * symbol as u32) & 7) as usize
    }

    /// The head of a state that leaves lanes over, to be tested one by one.
    pub fn leaf() -> Self {
        Self(0b11 << 12)
    }

    /// Whether the state reports lanes.
    #[inline]
    pub fn reports(self) -> bool {
        self.0 >> 12 & 1 != 0
    }

    /// Whether the reported lanes have points left to test.
    #[inline]
    pub fn is_leaf(self) -> bool {
        self.0 >> 13 & 1 != 0
    }

    /// The number of targets.
    pub fn targets(self) -> usize {
        (Symbol::ALL.into_iter().map(|symbol| self.class(symbol)).max()).unwrap_or_default()
    }

    /// The number of words of the state.
    pub fn words(self) -> usize {
        1 + usize::from(self.reports()) + self.targets()
    }

    /// The rank of the point to read; states without targets come after all others.
    fn rank(self) -> Option<u16> {
        if self.targets() == 0 {
            return (self.step() == 0).then_some(END);
        }
        offset(self.step() as i16).map(rank).filter(|&rank| rank > 0)
    }
}

/// The step from an anchor to the point at this offset.
pub fn step(at: Offset) -> i16 {
    i16::from(at.row) * STRIDE as i16 + i16::from(at.col)
}

/// The offset of a step.
pub fn offset(step: i16) -> Option<Offset> {
    let (half, limit) = (i16::from(MAX_OFFSET), i16::from(MAX_OFFSET));
    let shifted = step + half;
    let row = shifted.div_euclid(STRIDE as i16);
    let col = shifted.rem_euclid(STRIDE as i16) - half;
    let near = |x: i16| (-limit..=limit).contains(&x);
    (near(row) && near(col)).then_some(Offset {
        row: row as i8,
        col: col as i8,
    })
}

/// The place of an offset in the spiral: by distance from the anchor, then by row and column.
///
/// The anchor has rank 0. Offsets are at most [`MAX_OFFSET`] rows and columns long.
pub fn rank(at: Offset) -> u16 {
    static RANKS: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let mut ranks = vec![0; OFFSETS];
        for (rank, &at) in SPIRAL.iter().enumerate() {
            ranks[place(at)] = rank as u16;
        }
        ranks
    });
    RANKS[place(at)]
}

/// All offsets in the order of the spiral.
pub fn spiral() -> &'static [Offset] {
    &SPIRAL
}

static SPIRAL: LazyLock<Vec<Offset>> = LazyLock::new(|| {
    let lines = -MAX_OFFSET..=MAX_OFFSET;
    let mut all: Vec<Offset> = (lines.clone())
        .flat_map(|row| lines.clone().map(move |col| Offset { row, col }))
        .collect();
    let square = |x: i8| i32::from(x) * i32::from(x);
    all.sort_by_key(|at| (square(at.row) + square(at.col), at.row, at.col));
    all
});

fn place(at: Offset) -> usize {
    let line = |x: i8| (i16::from(x) + i16::from(MAX_OFFSET)).unsigned_abs() as usize;
    line(at.row) * (2 * MAX_OFFSET as usize + 1) + line(at.col)
}

/// The tables of the automata of an image.
#[derive(Clone, Copy, Debug)]
pub struct Automata<'a> {
    /// The automata, by the symbols of their anchors.
    pub starts: &'a [AutomatonRecord],
    /// The states.
    pub states: &'a [U32],
    /// The lists of lanes that states report.
    pub lists: &'a [U32],
}

impl<'a> Automata<'a> {
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
            let lane = more.then(|| Candidate::of_word(word));
            more = word & LAST == 0;
            lane
        })
    }

    /// The places of all states, in their order.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<'a> {
        let automata = *self;
        std::iter::successors(Some(0), move |&state| {
            Some(state + automata.head(state).words())
        })
        .take_while(move |&state| state < automata.states.len())
    }

    /// Checks all states, targets and lists, in linear time.
    pub(super) fn validate(&self, lanes: usize) -> Result<(), Invalid> {
        let whole = (self.lists.last()).is_none_or(|word| word.get() & LAST != 0);
        check("lists", self.lists.len(), whole, "a list without an end")?;
        for (index, word) in self.lists.iter().enumerate() {
            let good = (Candidate::of_word(word.get()).lane as usize) < lanes;
            check("lists", index, good, "an unknown lane")?;
        }
        // For each word, the rank of the state that begins there, plus 1.
        let mut ranks = vec![0u16; self.states.len()];
        for state in self.places() {
            let head = self.head(state);
            let good = head.0 >> 14 & 3 == 0
                && (!head.is_leaf() || head.reports() && head.targets() == 0)
                && head.targets() <= Symbol::ALL.len()
                && state + head.words() <= self.states.len();
            check("states", state, good, "no head of a state")?;
            let rank = head.rank().filter(|_| good);
            check("states", state, rank.is_some(), "a point too far away")?;
            ranks[state] = rank.unwrap_or(END) + 1;
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
                let reason = "a target that is no state, or does not read a point further out";
                check("states", state, rises, reason)?;
            }
        }
        let mut anchors = 0;
        for (index, automaton) in self.starts.iter().enumerate() {
            let start = automaton.start.get() as usize;
            let good = automaton.anchor >= anchors
                && automaton.anchor < 3
                && ranks.get(start).is_some_and(|&rank| rank > 0);
            check("automata", index, good, "an unknown anchor or start, or out of order")?;
            anchors = automaton.anchor;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spiral_has_each_offset_once() {
        assert_eq!(spiral()[0], Offset::default());
        for (number, &at) in spiral().iter().enumerate() {
            assert_eq!(rank(at), number as u16);
            assert_eq!(offset(step(at)), Some(at));
        }
        let steps = -(25 * 75 + 25)..=25 * 75 + 25;
        let known = steps.clone().filter_map(offset).count();
        assert_eq!(known, spiral().len());
        assert!(steps.count() > known);
    }

    #[test]
    fn heads_keep_their_parts() {
        let at = Offset { row: -25, col: 25 };
        let head = Head::new(at, [1, 0, 2, 4], true);
        assert_eq!(offset(head.step() as i16), Some(at));
        let classes = Symbol::ALL.map(|symbol| head.class(symbol));
        assert_eq!(classes, [1, 0, 2, 4]);
        assert_eq!((head.targets(), head.words()), (4, 6));
        assert!(head.reports() && !Head::new(at, [0; 4], false).reports());
    }
}
