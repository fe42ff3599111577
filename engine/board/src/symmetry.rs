//! The eight symmetries of the board, in the numbering of the pattern language.
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

    /// The image of a point when the board turns about its centre.
    pub fn apply_to_point(self, point: Point, size: BoardSize) -> Point {
        // In half lines from the centre, so that even boards need no fractions.
        let last = size.get() as i32 - 1;
        let (i, j) = self.apply(2 * point.row() as i32 - last, 2 * point.col() as i32 - last);
        Point::at(
            i32::midpoint(i, last) as usize,
            i32::midpoint(j, last) as usize,
        )
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
}
