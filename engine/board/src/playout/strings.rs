//! Strings of a playout board: their stones, liberties, and how few these are.

use super::Cells;
use super::geometry::Geometry;
use crate::Color;

/// What a cell means to a move beside it: [`FREE`], nothing off the board, or one of three bits of each side for a stone
/// with many liberties, two, or one.
pub type Class = u8;

/// The class of an empty cell.
pub const FREE: Class = 1;

/// The classes of a side's stones.
#[inline]
pub const fn classes(color: Color) -> Class {
    match color {
        Color::Black => 0b000_1110,
        Color::White => 0b111_0000,
    }
}

/// The class of a side's stones in atari.
#[inline]
pub const fn atari(color: Color) -> Class {
    class(color, 1)
}

#[inline]
const fn class(color: Color, liberties: u16) -> Class {
    // By the number of liberties, three for more.
    const OF_BLACK: u32 = 0x02_04_08_08;
    let place = if liberties > 3 { 3 } else { liberties };
    let shift = match color {
        Color::Black => 0,
        Color::White => 3,
    };
    ((OF_BLACK >> (8 * place)) as u8) << shift
}

/// By classes: numbers instead of conditions, for what no processor can foretell.
struct ByClass {
    /// The side whose stones these are, in pairs; 2 if they are none.
    side: u8,
    /// All bits for stones of Black, of White; or none.
    masks: [u64; 2],
    /// All bits for stones with one or two liberties; for those with two; or none.
    few: u64,
    two: u64,
    /// The same for those in atari.
    atari: u16,
}

static BY_CLASS: [ByClass; 128] = {
    const NONE: ByClass = ByClass {
        side: 2,
        masks: [0; 2],
        few: 0,
        two: 0,
        atari: 0,
    };
    let mut table = [NONE; 128];
    let mut side = 0;
    while side < 2 {
        let color = Color::BOTH[side];
        let mut liberties = 1;
        while liberties <= 3 {
            let entry = &mut table[class(color, liberties) as usize];
            entry.side = side as u8;
            entry.masks[side] = u64::MAX;
            if liberties < 3 {
                entry.few = u64::MAX;
            }
            if liberties == 2 {
                entry.two = u64::MAX;
            }
            if liberties == 1 {
                entry.atari = u16::MAX;
            }
            liberties += 1;
        }
        side += 1;
    }
    table
};

#[inline]
fn by_class(class: Class) -> &'static ByClass {
    &BY_CLASS[usize::from(class & 127)]
}

/// The side whose stones these are, in pairs; 2 if they are none.
#[inline]
pub fn side(class: Class) -> usize {
    by_class(class).side.into()
}

/// All bits for stones of this side, by its place in pairs; or none.
#[inline]
fn of_side(class: Class, side: usize) -> u64 {
    by_class(class).masks[side]
}

/// All bits for stones with one or two liberties, or none.
#[inline]
pub fn few(class: Class) -> u64 {
    by_class(class).few
}

/// All bits for stones with two liberties, or none.
#[inline]
pub fn two(class: Class) -> u64 {
    by_class(class).two
}

/// All bits for stones in atari, or none.
#[inline]
pub fn in_atari(class: Class) -> u16 {
    by_class(class).atari
}

/// The head of cells off the board, and of empty ones: strings that are none. No stone has these cells.
const BORDER: u16 = 0;
const EMPTY: u16 = 1;

/// The strings, each known by its head: one of its stones.
#[derive(Clone, Copy)]
pub struct Strings<const WORDS: usize> {
    heads: [[u16; 64]; WORDS],
    /// Cyclic lists of the stones.
    next: [[u16; 64]; WORDS],
    /// At the heads.
    classes: [[Class; 64]; WORDS],
    chains: [[Chain<WORDS>; 64]; WORDS],
}

/// A string.
#[derive(Clone, Copy)]
pub struct Chain<const WORDS: usize> {
    pub liberties: Cells<WORDS>,
    /// How many liberties it has.
    pub count: u16,
    /// How many stones it has.
    pub size: u16,
}

impl<const WORDS: usize> Strings<WORDS> {
    /// No strings, and no empty cell.
    pub fn new() -> Self {
        let nothing = Chain {
            liberties: Cells::EMPTY,
            count: 0,
            size: 0,
        };
        let mut new = Self {
            heads: [[BORDER; 64]; WORDS],
            next: [[0; 64]; WORDS],
            classes: [[0; 64]; WORDS],
            chains: [[nothing; 64]; WORDS],
        };
        new.classes.as_flattened_mut()[usize::from(EMPTY)] = FREE;
        new
    }

    /// The head of the string on this cell; something else that has a [class](Self::class) if there is no stone.
    #[inline]
    pub fn head(&self, cell: usize) -> u16 {
        self.heads.as_flattened()[cell]
    }

    #[inline]
    pub fn class(&self, head: u16) -> Class {
        self.classes.as_flattened()[usize::from(head)]
    }

    /// The [heads](Self::head) on four cells.
    #[inline]
    pub fn heads(&self, cells: [usize; 4]) -> [u16; 4] {
        let [a, b, c, d] = cells;
        [self.head(a), self.head(b), self.head(c), self.head(d)]
    }

    /// The classes of four heads.
    #[inline]
    pub fn classes(&self, heads: [u16; 4]) -> [Class; 4] {
        let [a, b, c, d] = heads;
        [self.class(a), self.class(b), self.class(c), self.class(d)]
    }

    /// The string with this head; one without stones if it is no string.
    #[inline]
    pub fn string(&self, head: u16) -> &Chain<WORDS> {
        &self.chains.as_flattened()[usize::from(head)]
    }

    #[inline]
    fn chain_mut(&mut self, head: u16) -> &mut Chain<WORDS> {
        &mut self.chains.as_flattened_mut()[usize::from(head)]
    }

    /// Makes a cell empty.
    #[inline]
    pub fn clear(&mut self, cell: usize) {
        self.heads.as_flattened_mut()[cell] = EMPTY;
    }

    /// Makes a stone on an empty cell a string, whose liberties are not known yet; its head.
    #[inline]
    pub fn begin(&mut self, stone: usize) -> u16 {
        let head = stone as u16;
        self.heads.as_flattened_mut()[stone] = head;
        self.next.as_flattened_mut()[stone] = head;
        self.chain_mut(head).size = 1;
        head
    }

    /// Adds a stone on an empty cell to a string, whose liberties are not known then.
    #[inline]
    pub fn extend(&mut self, head: u16, stone: usize) {
        self.heads.as_flattened_mut()[stone] = head;
        let next = self.next.as_flattened_mut();
        let after = std::mem::replace(&mut next[usize::from(head)], stone as u16);
        next[stone] = after;
        self.chain_mut(head).size += 1;
    }

    /// Makes two strings one, whose liberties are not known then; its head.
    #[inline]
    pub fn join(&mut self, a: u16, b: u16) -> u16 {
        let (small, large) = if self.string(a).size > self.string(b).size {
            (b, a)
        } else {
            (a, b)
        };
        self.chain_mut(large).size += self.string(small).size;
        let mut stone = small;
        loop {
            self.heads.as_flattened_mut()[usize::from(stone)] = large;
            stone = self.next.as_flattened()[usize::from(stone)];
            if stone == small {
                break;
            }
        }
        let next = self.next.as_flattened_mut();
        next.swap(usize::from(small), usize::from(large));
        large
    }

    /// Says what the liberties of a string are.
    #[inline]
    pub fn set_liberties(&mut self, color: Color, head: u16, liberties: Cells<WORDS>) {
        let string = self.chain_mut(head);
        string.liberties = liberties;
        string.count = liberties.len() as u16;
        self.classify(color, head);
    }

    /// Takes a cell from the liberties of what this is, if it is a string of this side (by its place in pairs); 1 if it
    /// has lost one and has at most two now, or else 0.
    #[inline]
    pub fn take_liberty(&mut self, head: u16, of: usize, cell: usize) -> u16 {
        let mask = of_side(self.class(head), of);
        let chain = self.chain_mut(head);
        let has = u16::from(chain.liberties.contains(cell)) & mask as u16;
        chain.liberties.remove_masked(Geometry::cell(cell), mask);
        chain.count -= has;
        has & u16::from(chain.count <= 2)
    }

    /// Gives what this is a liberty that it may have already, if it is a string of this side (by its place in pairs);
    /// all bits if it is, or none.
    #[inline]
    pub fn give_liberty(&mut self, head: u16, of: usize, cell: usize) -> u64 {
        let mask = of_side(self.class(head), of);
        let chain = self.chain_mut(head);
        chain.count += u16::from(!chain.liberties.contains(cell)) & mask as u16;
        chain.liberties.insert_masked(Geometry::cell(cell), mask);
        mask
    }

    /// Makes the class of a string what its liberties say.
    #[inline]
    pub fn classify(&mut self, color: Color, head: u16) {
        self.classes.as_flattened_mut()[usize::from(head)] = class(color, self.string(head).count);
    }

    /// The stone after this one in the cyclic list of its string, or of the string that it was captured with.
    #[inline]
    pub fn after(&self, stone: usize) -> usize {
        self.next.as_flattened()[stone].into()
    }
}
