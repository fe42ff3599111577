//! Strings of a playout board, with their stones, liberties and classes.

use super::Cells;
use super::geometry::Geometry;
use crate::Color;

/// What a cell means for a move next to it: [`FREE`]; 0 for a cell off the board; or, for a stone,
/// one of three bits of its side: many liberties, two, or one.
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

/// Tables by class: numbers instead of branches that no processor can predict.
struct ByClass {
    /// The index of the stones' side in pairs; 2 if there are none.
    side: u8,
    /// Masks of all bits for black stones, and for white ones.
    masks: [u64; 2],
    /// Masks of all bits for stones with one or two liberties, and for those with two.
    few: u64,
    two: u64,
    /// A mask of all bits for stones in atari.
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

/// The index of the stones' side in pairs; 2 if there are none.
#[inline]
pub fn side(class: Class) -> usize {
    by_class(class).side.into()
}

/// All bits for stones of the side with this index, else none.
#[inline]
fn of_side(class: Class, side: usize) -> u64 {
    by_class(class).masks[side]
}

/// All bits for stones with one or two liberties, else none.
#[inline]
pub fn few(class: Class) -> u64 {
    by_class(class).few
}

/// All bits for stones with two liberties, else none.
#[inline]
pub fn two(class: Class) -> u64 {
    by_class(class).two
}

/// All bits for stones in atari, else none.
#[inline]
pub fn in_atari(class: Class) -> u16 {
    by_class(class).atari
}

/// The heads that stand for cells off the board and for empty cells. No stone is on these cells.
const BORDER: u16 = 0;
const EMPTY: u16 = 1;

/// All strings. A head, one of its stones, names each.
#[derive(Clone, Copy)]
pub struct Strings<const WORDS: usize> {
    heads: [[u16; 64]; WORDS],
    /// Cyclic lists of the stones.
    next: [[u16; 64]; WORDS],
    /// The classes, stored at the heads.
    classes: [[Class; 64]; WORDS],
    chains: [[Chain<WORDS>; 64]; WORDS],
}

/// A string.
#[derive(Clone, Copy)]
pub struct Chain<const WORDS: usize> {
    pub liberties: Cells<WORDS>,
    /// The number of liberties.
    pub count: u16,
    /// The number of stones.
    pub size: u16,
}

impl<const WORDS: usize> Strings<WORDS> {
    /// No strings and no empty cells.
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

    /// The head of the string on this cell. Without a stone it is a head that stands for an empty
    /// cell or for one off the board, which also has a [class](Self::class).
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

    /// The string with this head; without stones if the head stands for no string.
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

    /// Makes a stone on an empty cell a new string and returns its head. The caller must set its
    /// liberties.
    #[inline]
    pub fn begin(&mut self, stone: usize) -> u16 {
        let head = stone as u16;
        self.heads.as_flattened_mut()[stone] = head;
        self.next.as_flattened_mut()[stone] = head;
        self.chain_mut(head).size = 1;
        head
    }

    /// Adds a stone on an empty cell to a string. The caller must set its liberties.
    #[inline]
    pub fn extend(&mut self, head: u16, stone: usize) {
        self.heads.as_flattened_mut()[stone] = head;
        let next = self.next.as_flattened_mut();
        let after = std::mem::replace(&mut next[usize::from(head)], stone as u16);
        next[stone] = after;
        self.chain_mut(head).size += 1;
    }

    /// Joins two strings and returns the new head. The caller must set its liberties.
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

    /// Sets the liberties of a string.
    #[inline]
    pub fn set_liberties(&mut self, color: Color, head: u16, liberties: Cells<WORDS>) {
        let string = self.chain_mut(head);
        string.liberties = liberties;
        string.count = liberties.len() as u16;
        self.classify(color, head);
    }

    /// If the head is a string of this side (an index in pairs), removes a cell from its liberties.
    /// Returns 1 if the string loses one and has at most two left, else 0.
    #[inline]
    pub fn take_liberty(&mut self, head: u16, of: usize, cell: usize) -> u16 {
        let mask = of_side(self.class(head), of);
        let chain = self.chain_mut(head);
        let has = u16::from(chain.liberties.contains(cell)) & mask as u16;
        chain.liberties.remove_masked(Geometry::cell(cell), mask);
        chain.count -= has;
        has & u16::from(chain.count <= 2)
    }

    /// If the head is a string of this side (an index in pairs), adds a cell to its liberties,
    /// which may contain it already. Returns all bits if it is such a string, else none.
    #[inline]
    pub fn give_liberty(&mut self, head: u16, of: usize, cell: usize) -> u64 {
        let mask = of_side(self.class(head), of);
        let chain = self.chain_mut(head);
        chain.count += u16::from(!chain.liberties.contains(cell)) & mask as u16;
        chain.liberties.insert_masked(Geometry::cell(cell), mask);
        mask
    }

    /// Updates the class of a string from its liberties.
    #[inline]
    pub fn classify(&mut self, color: Color, head: u16) {
        self.classes.as_flattened_mut()[usize::from(head)] = class(color, self.string(head).count);
    }

    /// The next stone in the ring of the string, even after its capture.
    #[inline]
    pub fn after(&self, stone: usize) -> usize {
        self.next.as_flattened()[stone].into()
    }
}
