//! Zobrist hashes: a fixed random number for each colour on each point (Zobrist 1970).

use crate::point::GRID;
use crate::{Color, Point};

/// The numbers are constants, so hashes are equal in every run and on every machine.
static NUMBERS: [[u64; GRID]; 3] = numbers();

#[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler")]
const fn numbers() -> [[u64; GRID]; 3] {
    // SplitMix64 (Steele, Lea, Flood 2014) from an arbitrary start.
    let mut state: u64 = 0x6b61_7461_6368_6921;
    let mut table = [[0; GRID]; 3];
    let mut kind = 0;
    while kind < 3 {
        let mut index = 0;
        while index < GRID {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            table[kind][index] = z ^ (z >> 31);
            index += 1;
        }
        kind += 1;
    }
    table
}

/// The number of a stone of this colour on this point.
#[inline]
pub(crate) fn stone(color: Color, point: Point) -> u64 {
    NUMBERS[color as usize][point.index()]
}

/// The number of a banned ko on this point.
#[inline]
pub(crate) fn ko(point: Point) -> u64 {
    NUMBERS[0][point.index()]
}
