//! The geometry of playout boards: which cells are next to each other.

use super::Cells;

/// A set for each cell; empty for cells near the ends of the words.
type ByCell<const WORDS: usize> = [[Cells<WORDS>; 64]; WORDS];

/// The layout of the largest board that fits into `WORDS` words (2 for 9x9, 7 for 19x19); smaller
/// boards use the first rows and columns.
///
/// Sets come from tables as a whole. If the code wrote one word of a set and then read all of it,
/// the processor would stall: it cannot forward a store to a wider load.
pub struct Geometry<const WORDS: usize>;

impl<const WORDS: usize> Geometry<WORDS> {
    /// The cells of a row. The cell at its left edge is off the board, and serves as the right edge
    /// of the row above as well.
    pub const STRIDE: usize = {
        let mut size = 1;
        while cells(size + 1) <= 64 * WORDS {
            size += 1;
        }
        size + 1
    };

    const CELL: ByCell<WORDS> = Self::table(&[0]);
    const CROSS: ByCell<WORDS> =
        Self::table(&[-(Self::STRIDE as isize), -1, 1, Self::STRIDE as isize]);
    const SQUARE: ByCell<WORDS> = Self::table(&[
        -(Self::STRIDE as isize) - 1,
        -(Self::STRIDE as isize),
        -(Self::STRIDE as isize) + 1,
        -1,
        0,
        1,
        Self::STRIDE as isize - 1,
        Self::STRIDE as isize,
        Self::STRIDE as isize + 1,
    ]);

    const fn table(steps: &[isize]) -> ByCell<WORDS> {
        let mut table = [[Cells::EMPTY; 64]; WORDS];
        let mut cell = Self::STRIDE + 1;
        while cell + Self::STRIDE + 1 < 64 * WORDS {
            let mut number = 0;
            while number < steps.len() {
                let to = cell.wrapping_add_signed(steps[number]);
                table[cell / 64][cell % 64].insert(to);
                number += 1;
            }
            cell += 1;
        }
        table
    }

    /// A cell of the board, as a set.
    #[inline]
    pub fn cell(cell: usize) -> &'static Cells<WORDS> {
        &const { &Self::CELL }.as_flattened()[cell]
    }

    /// The four neighbours of a cell of the board.
    #[inline]
    pub fn cross(cell: usize) -> &'static Cells<WORDS> {
        &const { &Self::CROSS }.as_flattened()[cell]
    }

    /// A cell of the board and its eight neighbours.
    #[inline]
    pub fn square(cell: usize) -> &'static Cells<WORDS> {
        &const { &Self::SQUARE }.as_flattened()[cell]
    }

    #[inline]
    pub const fn neighbors(cell: usize) -> [usize; 4] {
        [cell - Self::STRIDE, cell - 1, cell + 1, cell + Self::STRIDE]
    }
}

/// The cells of a board of this size, with the border around it.
pub const fn cells(size: usize) -> usize {
    (size + 2) * (size + 1) + 1
}
