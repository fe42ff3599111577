//! Sets of points, one bit each.

use std::fmt;
use std::iter::Zip;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub};
use std::slice;

use crate::Point;
use crate::point::{GRID, STRIDE};

const WORDS: usize = GRID / 64;

/// A set of points of one board.
///
/// Iterates in the order of points: row by row from the top, each row from the left.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// The set without points.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        let index = point.index();
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        let index = point.index();
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Removes a point.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        let index = point.index();
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// The number of points.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there are no points.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The first point in board order.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points in board order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter {
            words: self.0,
            word: 0,
        }
    }

    /// The points of a row, counted from the top, as bits: bit 0 is the left edge.
    ///
    /// Rows beyond the largest board are empty.
    #[inline]
    pub fn row(&self, row: usize) -> u32 {
        const COLUMNS: u64 = (1 << (STRIDE - 1)) - 1;
        let first = (row + 1) * STRIDE + 1;
        let word = |at: usize| self.0.get(at).copied().unwrap_or(0);
        let (at, shift) = (first / 64, first % 64);
        // Shift in two steps, since a shift by 64 is not allowed.
        let bits = word(at) >> shift | word(at + 1) << 1 << (63 - shift);
        (bits & COLUMNS) as u32
    }

    /// The cells around a point in one word, those off the board included: at least five to each
    /// side of it in its row and in the rows above and below.
    #[inline]
    pub fn window(&self, point: Point) -> u64 {
        let first = point.index().saturating_sub(32);
        let (at, shift) = (first / 64, first % 64);
        let next = self.0.get(at + 1).copied().unwrap_or(0);
        self.0[at] >> shift | next << 1 << (63 - shift)
    }

    /// The neighbours of the points, cells off the board included. A point of the set belongs to it
    /// only if another is next to it.
    #[inline]
    #[must_use]
    pub fn neighbors(&self) -> Self {
        self.beside::<1>() | self.beside::<STRIDE>()
    }

    /// The connected part of the set that contains this point; empty if the set does not contain
    /// it.
    #[must_use]
    pub fn part(&self, first: Point) -> Self {
        let mut fresh = Self::EMPTY;
        fresh.insert(first);
        fresh &= *self;
        let mut part = fresh;
        while !fresh.is_empty() {
            fresh = (fresh.neighbors() & *self) - part;
            part |= fresh;
        }
        part
    }

    /// The points with their direct and diagonal neighbours, cells off the board included.
    #[inline]
    #[must_use]
    pub fn with_surroundings(&self) -> Self {
        let rows = *self | self.beside::<1>();
        rows | rows.beside::<STRIDE>()
    }

    /// The cells that lie this many rows below and columns right of the points, or above and left
    /// of them if the numbers are negative; cells off the board included. At most one row and one
    /// column.
    #[inline]
    #[must_use]
    pub fn moved<const ROWS: isize, const COLS: isize>(&self) -> Self {
        const { assert!(ROWS.abs() <= 1 && COLS.abs() <= 1, "too far") };
        let step = ROWS * STRIDE as isize + COLS;
        let (bits, mut set) = (step.unsigned_abs(), Self::EMPTY);
        for at in 0..WORDS {
            let word = self.0[at];
            set.0[at] = match step.signum() {
                1 => {
                    let before = if at > 0 { self.0[at - 1] } else { 0 };
                    word << bits | before >> (64 - bits)
                }
                -1 => {
                    let behind = if at + 1 < WORDS { self.0[at + 1] } else { 0 };
                    word >> bits | behind << (64 - bits)
                }
                _ => word,
            };
        }
        set
    }

    /// The cells at distance `STEP` before and behind the points; `STEP` is below a word's length.
    #[inline]
    fn beside<const STEP: usize>(&self) -> Self {
        let mut set = Self::EMPTY;
        for at in 0..WORDS {
            let word = self.0[at];
            let before = if at > 0 { self.0[at - 1] } else { 0 };
            let behind = if at + 1 < WORDS { self.0[at + 1] } else { 0 };
            set.0[at] = word << STEP | before >> (64 - STEP) | word >> STEP | behind << (64 - STEP);
        }
        set
    }

    /// The intersection within these words, in board order.
    #[inline]
    pub(crate) fn common<'a>(&'a self, other: &'a Self, span: Span) -> Common<'a> {
        Common {
            words: span.of(self).iter().zip(span.of(other)),
            bits: 0,
            // The word before the first one: the first call advances.
            first: (u16::from(span.first) * 64).wrapping_sub(64),
        }
    }

    /// The size of the intersection within these words.
    #[inline]
    pub(crate) fn common_len(&self, other: &Self, span: Span) -> usize {
        let words = span.of(self).iter().zip(span.of(other));
        words.map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    /// The size of the intersection of three sets within these words.
    #[inline]
    pub(crate) fn common_len_of_three(&self, other: &Self, third: &Self, span: Span) -> usize {
        let words = span.of(self).iter().zip(span.of(other)).zip(span.of(third));
        words
            .map(|((a, b), c)| (a & b & c).count_ones() as usize)
            .sum()
    }

    /// Adds a set whose points lie within these words.
    #[inline]
    pub(crate) fn add_within(&mut self, other: &Self, span: Span) {
        let words = span.first.into()..span.end.into();
        for (a, b) in self.0[words].iter_mut().zip(span.of(other)) {
            *a |= b;
        }
    }

    /// Whether the two sets intersect.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }
}

/// The range of words of a set that may contain points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    first: u8,
    end: u8,
}

impl Span {
    /// No words.
    pub const EMPTY: Self = Self { first: 0, end: 0 };

    /// The words that contain the neighbours of a point.
    #[inline]
    pub fn around(point: Point) -> Self {
        Self {
            first: ((point.index() - STRIDE) / 64) as u8,
            end: ((point.index() + STRIDE) / 64 + 1) as u8,
        }
    }

    /// The smallest span that contains both.
    #[inline]
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            first: self.first.min(other.first),
            end: self.end.max(other.end),
        }
    }

    /// The words that both contain.
    #[inline]
    #[must_use]
    pub fn overlap(self, other: Self) -> Self {
        let first = self.first.max(other.first);
        Self {
            first,
            end: self.end.min(other.end).max(first),
        }
    }

    #[inline]
    fn of(self, set: &PointSet) -> &[u64] {
        &set.0[self.first.into()..self.end.into()]
    }
}

/// The intersection of two sets, in board order.
#[derive(Clone, Debug)]
pub struct Common<'a> {
    words: Zip<slice::Iter<'a, u64>, slice::Iter<'a, u64>>,
    /// The rest of the present word.
    bits: u64,
    /// The first point of the present word.
    first: u16,
}

impl Iterator for Common<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            let (a, b) = self.words.next()?;
            self.bits = a & b;
            self.first = self.first.wrapping_add(64);
        }
        let bit = self.bits.trailing_zeros() as u16;
        self.bits &= self.bits - 1;
        Some(Point::from_index((self.first + bit).into()))
    }
}

/// The points of a set, in board order.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    word: usize,
}

impl Iter {
    /// Removes a point that has not been returned yet.
    #[inline]
    pub(crate) fn skip_point(&mut self, point: Point) {
        let index = point.index();
        self.words[index / 64] &= !(1 << (index % 64));
    }
}

impl Iterator for Iter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while let Some(bits) = self.words.get_mut(self.word) {
            if *bits != 0 {
                let bit = bits.trailing_zeros() as usize;
                *bits &= *bits - 1;
                return Some(Point::from_index(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        for point in points {
            set.insert(point);
        }
        set
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl BitAndAssign for PointSet {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
    }
}

impl BitOr for PointSet {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for PointSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
    }
}

impl BitXor for PointSet {
    type Output = Self;

    /// The points that are in one of the sets only.
    #[inline]
    fn bitxor(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a ^= b;
        }
        self
    }
}

impl Sub for PointSet {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= !b;
        }
        self
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardSize;

    #[test]
    fn a_set_behaves_like_a_sorted_list() {
        let size = BoardSize::new(25).unwrap();
        let odd = |point: &Point| point.index() % 3 == 1;
        let set: PointSet = size.points().filter(odd).collect();
        assert_eq!(set.len(), size.points().filter(odd).count());
        assert!(set.iter().eq(size.points().filter(odd)));
        assert_eq!(set.first(), size.points().find(odd));
        for row in 0..30 {
            let in_row = set.iter().filter(|point| point.row() == row);
            let bits = in_row.fold(0, |bits, point| bits | 1 << point.col());
            assert_eq!(set.row(row), bits);
        }
        for point in size.points() {
            let first = point.index().saturating_sub(32);
            for other in size
                .points()
                .filter(|at| (first..first + 64).contains(&at.index()))
            {
                let bit = set.window(point) >> (other.index() - first) & 1;
                assert_eq!(bit != 0, set.contains(other));
            }
        }
        let all: PointSet = size.points().collect();
        assert_eq!((all - set) | set, all);
        assert!(((all - set) & set).is_empty());
        assert!(!(all - set).intersects(&set) && all.intersects(&set));
    }

    #[test]
    fn a_part_holds_what_is_connected_and_nothing_else() {
        let size = BoardSize::new(25).unwrap();
        // Diagonal stripes: connected if three points wide, not if one.
        for width in [1, 3] {
            let inside = |point: &Point| (point.row() + point.col()) % 5 < width;
            let set: PointSet = size.points().filter(inside).collect();
            let mut rest = set;
            let mut parts = 0;
            while let Some(first) = rest.first() {
                let part = set.part(first);
                assert!(part.contains(first) && (part - rest).is_empty());
                assert!(!part.neighbors().intersects(&(set - part)));
                assert!(part.iter().all(|point| set.part(point) == part));
                rest = rest - part;
                parts += 1;
            }
            assert_eq!(parts, if width == 1 { set.len() } else { 10 });
            let outside = size.points().find(|point| !set.contains(*point)).unwrap();
            assert!(set.part(outside).is_empty());
        }
    }

    #[test]
    fn neighbors_of_sets_are_neighbors_of_their_points() {
        let size = BoardSize::new(25).unwrap();
        for step in [1, 7, 101] {
            let set: PointSet = size.points().step_by(step).collect();
            let near: PointSet = set.iter().flat_map(Point::neighbors).collect();
            assert_eq!(set.neighbors(), near);
            let mut around = set | near;
            around.extend(set.iter().flat_map(Point::diagonals));
            assert_eq!(set.with_surroundings(), around);
            let straight = set.moved::<-1, 0>() | set.moved::<1, 0>();
            let beside = set.moved::<0, -1>() | set.moved::<0, 1>();
            assert_eq!(straight | beside, near);
            let diagonal = set.moved::<1, -1>() | set.moved::<-1, 1>();
            let other = set.moved::<1, 1>() | set.moved::<-1, -1>();
            assert_eq!(set | near | diagonal | other, around);
            assert_eq!(set.moved::<0, 0>(), set);
        }
    }
}
