//! Strings of a playout board: their stones, liberties, and how few these are.

use super::Cells;
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

/// The side whose stones these are, in pairs; 2 if they are none.
#[inline]
pub fn side(class: Class) -> usize {
    const SIDES: [u8; 128] = {
        let mut sides = [2; 128];
        let mut class = 0;
        while class < 128 {
            if class & classes(Color::Black) as usize != 0 {
                sides[class] = 0;
            } else if class & classes(Color::White) as usize != 0 {
                sides[class] = 1;
            }
            class += 1;
        }
        sides
    };
    SIDES[usize::from(class & 127)].into()
}

/// 1 for stones in atari, or else 0.
#[inline]
pub fn is_atari(class: Class) -> u16 {
    u16::from(class & (atari(Color::Black) | atari(Color::White)) != 0)
}

#[inline]
const fn class(color: Color, liberties: u16) -> Class {
    let many = match color {
        Color::Black => 1 << 1,
        Color::White => 1 << 4,
    };
    match liberties {
        0 | 1 => many << 2,
        2 => many << 1,
        _ => many,
    }
}

/// The head of cells off the board, and of empty ones: strings that are none. No stone has these cells.
const BORDER: u16 = 0;
pub const EMPTY: u16 = 1;

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

    /// The string with this head; one without stones if it is no string.
    #[inline]
    pub fn string(&self, head: u16) -> &Chain<WORDS> {
        &self.chains.as_flattened()[usize::from(head)]
    }

    #[inline]
    fn string_mut(&mut self, head: u16) -> &mut Chain<WORDS> {
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
        self.string_mut(head).size = 1;
        head
    }

    /// Adds a stone on an empty cell to a string, whose liberties are not known then.
    #[inline]
    pub fn extend(&mut self, head: u16, stone: usize) {
        self.heads.as_flattened_mut()[stone] = head;
        let next = self.next.as_flattened_mut();
        let after = std::mem::replace(&mut next[usize::from(head)], stone as u16);
        next[stone] = after;
        self.string_mut(head).size += 1;
    }

    /// Makes two strings one, whose liberties are not known then; its head.
    #[inline]
    pub fn join(&mut self, a: u16, b: u16) -> u16 {
        let (small, large) = if self.string(a).size > self.string(b).size {
            (b, a)
        } else {
            (a, b)
        };
        self.string_mut(large).size += self.string(small).size;
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

    /// Says what the liberties of a string are; how many.
    #[inline]
    pub fn set_liberties(&mut self, color: Color, head: u16, liberties: Cells<WORDS>) -> u16 {
        let count = liberties.len() as u16;
        let string = self.string_mut(head);
        string.liberties = liberties;
        string.count = count;
        self.classes.as_flattened_mut()[usize::from(head)] = class(color, count);
        count
    }

    /// Takes a cell from the liberties of what this is if it is a string; whether it has lost one, and has at most two
    /// now.
    #[inline]
    #[expect(clippy::needless_bitwise_bool, reason = "nothing to foretell")]
    pub fn take_liberty(
        &mut self,
        head: u16,
        is_string: bool,
        cell: usize,
        as_set: &Cells<WORDS>,
    ) -> bool {
        let string = self.string_mut(head);
        let has = is_string & string.liberties.contains(cell);
        string.liberties.remove_all_if(as_set, has);
        string.count -= u16::from(has);
        has & (string.count <= 2)
    }

    /// Gives a string a liberty that it has not.
    #[inline]
    pub fn give_liberty(&mut self, head: u16, cell: &Cells<WORDS>) {
        let string = self.string_mut(head);
        string.liberties |= *cell;
        string.count += 1;
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
