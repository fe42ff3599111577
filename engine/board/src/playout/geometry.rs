//! Which cells lie beside which: the rows of a board in so many words.

use super::Cells;

/// Sets of cells, by a cell; empty for cells at the edge of the words.
type ByCell<const WORDS: usize> = [[Cells<WORDS>; 64]; WORDS];

/// The rows of the largest board that fits into so many words; smaller ones use the first rows and columns.
///
/// Sets come from tables as a whole: to write one word of a set and to read all of it at once makes a processor wait.
pub struct Geometry<const WORDS: usize>;

impl<const WORDS: usize> Geometry<WORDS> {
    /// The cells of a row: one at its left edge is off the board, and stands for the right edge of the row above.
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

/// The cells that a board of this size takes, with what is off it around.
pub const fn cells(size: usize) -> usize {
    (size + 2) * (size + 1) + 1
}
