//! The eight symmetries of a square, in the numbering of the pattern language: for boards, for the
//! diagrams of patterns, and for the neighbourhoods of a point. This is the only table of them.
//!
//! | number | (row, column) becomes | meaning |
//! |---|---|---|
//! | 0 | (i, j) | identity |
//! | 1 | (j, -i) | quarter turn clockwise |
//! | 2 | (-i, -j) | half turn |
//! | 3 | (-j, i) | quarter turn counter-clockwise |
//! | 4 | (-j, -i) | mirror in the rising diagonal |
//! | 5 | (-i, j) | upside down |
//! | 6 | (j, i) | mirror in the falling diagonal |
//! | 7 | (i, -j) | left-right mirror |

use crate::{BoardSize, Point};

/// One of the eight symmetries of a square, numbered 0 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self(0);

    /// The mirror image that swaps top and bottom.
    pub const UPSIDE_DOWN: Self = Self(5);

    /// The mirror image that swaps left and right.
    pub const LEFT_TO_RIGHT: Self = Self(7);

    /// This number of quarter turns clockwise.
    pub const fn turns(quarters: u8) -> Self {
        Self(quarters % 4)
    }

    /// The symmetry of this number; `None` from 8 on.
    pub const fn new(number: usize) -> Option<Self> {
        if number < 8 {
            Some(Self(number as u8))
        } else {
            None
        }
    }

    /// All eight, in the order of their numbers.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (0..8u8).map(Self)
    }

    /// The number, 0 to 7.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// What it does to a diagram, in words.
    pub const fn name(self) -> &'static str {
        match self.0 {
            0 => "as written",
            1 => "turned clockwise",
            2 => "turned by half",
            3 => "turned counter-clockwise",
            4 => "mirrored in /",
            5 => "upside down",
            6 => "mirrored in \\",
            _ => "left to right",
        }
    }

    /// The image of an offset of `i` rows down and `j` columns right.
    #[inline]
    pub const fn apply(self, i: i32, j: i32) -> (i32, i32) {
        match self.0 {
            0 => (i, j),
            1 => (j, -i),
            2 => (-i, -j),
            3 => (-j, i),
            4 => (-j, -i),
            5 => (-i, j),
            6 => (j, i),
            _ => (i, -j),
        }
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self.0 {
            1 => Self(3),
            3 => Self(1),
            same => Self(same),
        }
    }

    /// Rows and columns of a rectangle of `rows` and `cols` after turning.
    pub const fn size(self, (rows, cols): (usize, usize)) -> (usize, usize) {
        let (rows, cols) = self.apply(rows as i32, cols as i32);
        (rows.unsigned_abs() as usize, cols.unsigned_abs() as usize)
    }

    /// Row and column of a cell after a rectangle that contains it has been turned. `size` is the
    /// number of rows and columns before.
    pub const fn place(self, (row, col): (usize, usize), size: (usize, usize)) -> (usize, usize) {
        // In half lines from the centre, so that even numbers of lines need no fractions.
        let (rows, cols) = (size.0 as i32, size.1 as i32);
        let (i, j) = self.apply(2 * row as i32 - rows + 1, 2 * col as i32 - cols + 1);
        let (rows, cols) = self.size(size);
        let row = (i + rows as i32 - 1) / 2;
        let col = (j + cols as i32 - 1) / 2;
        (row as usize, col as usize)
    }

    /// The image of a point when the board turns about its centre.
    pub fn apply_to_point(self, point: Point, size: BoardSize) -> Point {
        let (row, col) = self.place((point.row(), point.col()), (size.get(), size.get()));
        Point::at(row, col)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_symmetry_is_a_permutation_that_its_inverse_takes_back() {
        for size in [2, 5, 6, 25].map(|size| BoardSize::new(size).unwrap()) {
            for symmetry in Symmetry::all() {
                let mut image: Vec<_> = size
                    .points()
                    .map(|point| symmetry.apply_to_point(point, size))
                    .collect();
                for (point, &turned) in size.points().zip(&image) {
                    assert_eq!(symmetry.inverse().apply_to_point(turned, size), point);
                }
                image.sort();
                assert!(image.into_iter().eq(size.points()));
            }
        }
    }

    #[test]
    fn the_numbering_is_that_of_the_pattern_language() {
        let size = BoardSize::NINETEEN;
        let corner = Point::new(0, 3).unwrap();
        let images: Vec<_> = Symmetry::all()
            .map(|s| s.apply_to_point(corner, size).vertex(size).to_string())
            .collect();
        let expected = ["D19", "T16", "Q1", "A4", "T4", "D1", "A16", "Q19"];
        assert_eq!(images, expected);
    }

    #[test]
    fn cells_go_where_offsets_go() {
        let size = (3, 5);
        for symmetry in Symmetry::all() {
            let (rows, cols) = symmetry.size(size);
            let origin = symmetry.place((0, 0), size);
            for (row, col) in (0..3).flat_map(|row| (0..5).map(move |col| (row, col))) {
                let place = symmetry.place((row, col), size);
                assert!(place.0 < rows && place.1 < cols);
                let (i, j) = symmetry.apply(row as i32, col as i32);
                let moved = (origin.0 as i32 + i, origin.1 as i32 + j);
                assert_eq!((place.0 as i32, place.1 as i32), moved);
                let back = symmetry.inverse().place(place, (rows, cols));
                assert_eq!(back, (row, col));
            }
        }
    }

    #[test]
    fn quarter_turns_add_up() {
        let clockwise = Symmetry::turns(1);
        let mut at = (3, 5);
        for quarters in 0..5 {
            assert_eq!(Symmetry::turns(quarters).apply(3, 5), at);
            at = clockwise.apply(at.0, at.1);
        }
    }
}
