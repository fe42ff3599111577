//! Prospects: what a move would do (captures, self-atari, suicide).

use super::strings::{Class, FREE};
use crate::Color;

/// What a move of one side on an empty point would do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// The stones captured; 3 stands for three or more.
    pub captures: u8,
    /// Whether its string has at least two liberties afterwards.
    pub safe: bool,
    /// Whether it takes the last liberty of its own string without a capture.
    pub suicide: bool,
}

/// The number of different [`Prospect`]s.
const KINDS: u8 = 9;
const SUICIDE: u8 = KINDS - 1;

impl Prospect {
    #[inline]
    const fn kind(self) -> u8 {
        if self.suicide {
            SUICIDE
        } else {
            2 * self.captures + self.safe as u8
        }
    }

    const fn of_kind(kind: u8) -> Self {
        if kind == SUICIDE {
            Self {
                captures: 0,
                safe: false,
                suicide: true,
            }
        } else {
            Self {
                captures: kind / 2,
                safe: kind & 1 != 0,
                suicide: false,
            }
        }
    }
}

/// What the moves of both sides on an empty point would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospects(u8);

impl Prospects {
    /// The number of different values.
    pub const COUNT: usize = KINDS as usize * KINDS as usize;

    /// Combines the prospects of Black and of White.
    #[inline]
    pub(super) const fn new(black: Prospect, white: Prospect) -> Self {
        Self(black.kind() + KINDS * white.kind())
    }

    /// The prospects of one side and of its opponent.
    pub fn of(self, color: Color) -> [Prospect; 2] {
        let [black, white] = [self.0 % KINDS, self.0 / KINDS].map(Prospect::of_kind);
        match color {
            Color::Black => [black, white],
            Color::White => [white, black],
        }
    }

    /// The value as an index below [`COUNT`](Self::COUNT).
    #[inline]
    pub fn number(self) -> usize {
        self.0.into()
    }

    /// All values, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The prospects, if the number of empty neighbours and the classes of all neighbours determine
    /// them; `None` if the strings must be examined.
    #[inline]
    pub(super) fn by_classes(empty: u8, classes: Class) -> Option<Self> {
        let known = BY_CLASSES[usize::from(empty)][usize::from(classes >> 1)];
        (known != DEPENDS).then_some(Self(known))
    }
}

/// Prospects by the number of empty neighbours and by the neighbours' classes without [`FREE`].
static BY_CLASSES: [[u8; 64]; 5] = by_classes();
const DEPENDS: u8 = u8::MAX;

const fn by_classes() -> [[u8; 64]; 5] {
    const _: () = assert!(FREE == 1);
    let mut table = [[DEPENDS; 64]; 5];
    let mut empty = 0;
    while empty < table.len() {
        let mut classes = 0;
        while classes < 64 {
            let (black, white) = (classes & 7, classes >> 3);
            if let Some(of_black) = plain(empty, black, white)
                && let Some(of_white) = plain(empty, white, black)
            {
                table[empty][classes] = Prospects::new(of_black, of_white).0;
            }
            classes += 1;
        }
        empty += 1;
    }
    table
}

/// What a side's move would do, from the classes of own and opponent stones next to it: 1 stands
/// for many liberties, 2 for two, 4 for one.
const fn plain(empty: usize, own: usize, other: usize) -> Option<Prospect> {
    let safe = empty > 1 || own & 1 != 0;
    if other & 4 != 0 || !safe && own & 2 != 0 {
        return None;
    }
    Some(Prospect {
        captures: 0,
        safe,
        suicide: !safe && empty == 0,
    })
}
