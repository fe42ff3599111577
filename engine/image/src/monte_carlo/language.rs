//! The vocabulary of Monte Carlo rules: the surroundings of a point, and what a move there does.

use std::ops::RangeInclusive;

use katachi_board::Symmetry;

use crate::Symbol;

/// The weight of a move to which no rule applies.
pub const DEFAULT_WEIGHT: u32 = 1;

/// The number of combinations of a move's properties.
pub const SITUATIONS: usize = 256;

/// What a move does, apart from its neighbourhood. Its number is 0 to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property of the language"
)]
pub struct Situation {
    /// Whether the previous move touched the point.
    pub near: bool,
    /// The stones that the move captures; 3 stands for three or more.
    pub own_captures: u8,
    /// The stones that the opponent would capture there.
    pub opponent_captures: u8,
    /// Whether the move is no self-atari.
    pub own_safe: bool,
    /// Whether the opponent's move there would be no self-atari.
    pub opponent_safe: bool,
    /// Whether the opponent's move there would be suicide.
    pub opponent_suicide: bool,
}

const NEAR: (u8, u8) = (0, 1);
const OWN_CAPTURES: (u8, u8) = (1, 2);
const OPPONENT_CAPTURES: (u8, u8) = (3, 2);
const OWN_SAFE: (u8, u8) = (5, 1);
const OPPONENT_SAFE: (u8, u8) = (6, 1);
const OPPONENT_SUICIDE: (u8, u8) = (7, 1);

impl Situation {
    /// The number, the column in a table of weights.
    #[inline]
    pub const fn number(self) -> u8 {
        const fn captures(count: u8) -> u8 {
            if count < 3 { count } else { 3 }
        }
        (self.near as u8) << NEAR.0
            | captures(self.own_captures) << OWN_CAPTURES.0
            | captures(self.opponent_captures) << OPPONENT_CAPTURES.0
            | (self.own_safe as u8) << OWN_SAFE.0
            | (self.opponent_safe as u8) << OPPONENT_SAFE.0
            | (self.opponent_suicide as u8) << OPPONENT_SUICIDE.0
    }
}

/// A property that rules can require: a field of [`Situation`], and the values allowed for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The word in the source text.
    pub name: &'static str,
    /// The first bit of the field, and its number of bits.
    field: (u8, u8),
    /// The values allowed.
    values: RangeInclusive<u8>,
}

const fn property(name: &'static str, field: (u8, u8), first: u8, last: u8) -> Property {
    Property {
        name,
        field,
        values: first..=last,
    }
}

/// All properties.
pub const PROPERTIES: &[Property] = &[
    property("near", NEAR, 1, 1),
    property("far", NEAR, 0, 0),
    property("ocap0", OWN_CAPTURES, 0, 0),
    property("ocap1", OWN_CAPTURES, 1, 1),
    property("ocap2", OWN_CAPTURES, 2, 2),
    property("ocap3", OWN_CAPTURES, 3, 3),
    property("ocap1+", OWN_CAPTURES, 1, 3),
    property("ocap2+", OWN_CAPTURES, 2, 3),
    property("ocap1-", OWN_CAPTURES, 0, 1),
    property("ocap2-", OWN_CAPTURES, 0, 2),
    property("xcap0", OPPONENT_CAPTURES, 0, 0),
    property("xcap1", OPPONENT_CAPTURES, 1, 1),
    property("xcap2", OPPONENT_CAPTURES, 2, 2),
    property("xcap3", OPPONENT_CAPTURES, 3, 3),
    property("xcap1+", OPPONENT_CAPTURES, 1, 3),
    property("xcap2+", OPPONENT_CAPTURES, 2, 3),
    property("xcap1-", OPPONENT_CAPTURES, 0, 1),
    property("xcap2-", OPPONENT_CAPTURES, 0, 2),
    property("osafe", OWN_SAFE, 1, 1),
    property("ounsafe", OWN_SAFE, 0, 0),
    property("xsafe", OPPONENT_SAFE, 1, 1),
    property("xunsafe", OPPONENT_SAFE, 0, 0),
    property("xsuicide", OPPONENT_SUICIDE, 1, 1),
    property("xnosuicide", OPPONENT_SUICIDE, 0, 0),
];

impl Property {
    /// Whether the property holds in the situation of this number.
    pub fn holds(&self, situation: u8) -> bool {
        let (shift, width) = self.field;
        self.values
            .contains(&(situation >> shift & ((1 << width) - 1)))
    }
}

/// The cells of neighbourhood pictures, each with the symbols that it allows, as a bit mask.
pub const NEIGHBOR_CELLS: &[(char, u8)] = &[
    ('.', Symbol::Empty.bit()),
    ('O', Symbol::Own.bit()),
    ('X', Symbol::Opponent.bit()),
    ('o', Symbol::Own.bit() | Symbol::Empty.bit()),
    ('x', Symbol::Opponent.bit() | Symbol::Empty.bit()),
    ('?', ON_BOARD),
    ('%', ON_BOARD | Symbol::Off.bit()),
    ('|', Symbol::Off.bit()),
    ('-', Symbol::Off.bit()),
    ('+', Symbol::Off.bit()),
];

const ON_BOARD: u8 = Symbol::Empty.bit() | Symbol::Own.bit() | Symbol::Opponent.bit();

/// The eight neighbours in reading order, as rows down and columns right.
pub const NEIGHBORS: [(i8, i8); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

/// The surroundings of a point: the symbols of its [`NEIGHBORS`], two bits each, the first one
/// lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Neighborhood(pub u16);

/// The number of neighbourhoods that boards can have; symmetric ones count once.
pub const NEIGHBORHOODS: usize = 1107;

/// For each symmetry, the neighbour that comes to each place.
const TURNS: [[usize; 8]; 8] = {
    let mut turns = [[0; 8]; 8];
    let mut number = 0;
    while let Some(symmetry) = Symmetry::new(number) {
        let mut from = 0;
        while from < 8 {
            let (row, col) = NEIGHBORS[from];
            let (row, col) = symmetry.apply(row as i32, col as i32);
            // The place in the square of nine points, without the point in the middle.
            let place = (3 * (row + 1) + col + 1) as usize;
            turns[number][if place < 4 { place } else { place - 1 }] = from;
            from += 1;
        }
        number += 1;
    }
    turns
};

impl Neighborhood {
    /// The neighbourhood of these symbols.
    pub fn new(symbols: [Symbol; 8]) -> Self {
        let bits = |(place, &symbol): (usize, &Symbol)| (symbol as u16) << (2 * place);
        Self(symbols.iter().enumerate().map(bits).sum())
    }

    /// The number of the symbol at this place.
    #[inline]
    pub const fn symbol(self, place: usize) -> u8 {
        (self.0 >> (2 * place) & 3) as u8
    }

    /// The neighbourhood in all its orientations.
    pub fn turned(self) -> [Self; 8] {
        TURNS.map(|turn| {
            let bits = |(to, &from): (usize, &usize)| u16::from(self.symbol(from)) << (2 * to);
            Self(turn.iter().enumerate().map(bits).sum())
        })
    }

    /// The same neighbourhood, as the other side sees it.
    #[must_use]
    pub const fn swapped(self) -> Self {
        let (lower, higher) = (self.0 & 0x5555, self.0 >> 1 & 0x5555);
        Self(lower << 1 | higher)
    }

    /// The orientation that represents all.
    #[must_use]
    pub fn canonical(self) -> Self {
        self.turned().into_iter().min().unwrap_or(self)
    }

    /// Whether a board can have it: off the board are no points, or one side, or two adjacent
    /// sides.
    pub fn is_possible(self) -> bool {
        // One bit for each point, at the place of its symbol's lower bit.
        const NORTH: u16 = 0b00_00_00_00_00_01_01_01;
        const SOUTH: u16 = 0b01_01_01_00_00_00_00_00;
        const WEST: u16 = 0b00_00_01_00_01_00_00_01;
        const EAST: u16 = 0b01_00_00_01_00_01_00_00;
        const OFF: [u16; 9] = [
            0,
            NORTH,
            SOUTH,
            WEST,
            EAST,
            NORTH | WEST,
            NORTH | EAST,
            SOUTH | WEST,
            SOUTH | EAST,
        ];
        // Only the number of `Symbol::Off` has both bits.
        let off = self.0 & self.0 >> 1 & 0x5555;
        OFF.contains(&off)
    }

    /// The number of the four direct neighbours that hold this symbol.
    pub fn beside(self, symbol: Symbol) -> usize {
        self.count([1, 3, 4, 6], symbol)
    }

    fn count(self, places: [usize; 4], symbol: Symbol) -> usize {
        let holds = |place: &usize| self.symbol(*place) == symbol as u8;
        places.into_iter().filter(holds).count()
    }

    /// Whether the point is a one-point eye that its owner must not fill. All neighbours are own
    /// stones or the edge. At most one diagonal point holds an opponent stone; at the edge, none.
    pub fn is_eye(self) -> bool {
        let off = self.beside(Symbol::Off);
        let opponents = self.count([0, 2, 5, 7], Symbol::Opponent);
        self.beside(Symbol::Own) + off == 4 && opponents <= usize::from(off == 0)
    }

    /// All neighbourhoods that boards can have, one orientation of each, in order. There are
    /// [`NEIGHBORHOODS`].
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u16::MAX)
            .map(Self)
            .filter(|one| one.is_possible() && one.canonical() == *one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_neighborhoods_as_the_field_counts() {
        let off = |one: &Neighborhood| (0..8).filter(|&place| one.symbol(place) == 3).count();
        let all: Vec<_> = Neighborhood::all().collect();
        assert_eq!(all.len(), NEIGHBORHOODS);
        for (count, expected) in [(0, 954), (3, 135), (5, 18)] {
            assert_eq!(all.iter().filter(|one| off(one) == count).count(), expected);
        }
    }

    #[test]
    fn orientations_are_those_of_the_pattern_language() {
        for (symmetry, turn) in Symmetry::all().zip(&TURNS) {
            for (to, &from) in turn.iter().enumerate() {
                let (row, col) = NEIGHBORS[from];
                let (row, col) = symmetry.apply(row.into(), col.into());
                assert_eq!((row as i8, col as i8), NEIGHBORS[to], "{symmetry:?}");
            }
        }
    }

    #[test]
    fn properties_read_the_fields_of_a_situation() {
        let situation = Situation {
            near: true,
            own_captures: 5,
            opponent_captures: 1,
            own_safe: true,
            ..Situation::default()
        };
        let holding: Vec<_> = (PROPERTIES.iter())
            .filter(|property| property.holds(situation.number()))
            .map(|property| property.name)
            .collect();
        let expected = [
            "near",
            "ocap3",
            "ocap1+",
            "ocap2+",
            "xcap1",
            "xcap1+",
            "xcap1-",
            "xcap2-",
            "osafe",
            "xunsafe",
            "xnosuicide",
        ];
        assert_eq!(holding, expected);
    }
}
