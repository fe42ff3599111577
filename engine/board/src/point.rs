//! Points and board sizes: one grid for all sizes, rows from the top, columns from the left.
//!
//! A [`Point`] is an index into a grid of 26 columns, wide enough for the largest board and
//! one border column that neighbouring rows share. The same (row, column) is the same `Point`
//! on every board size, and stepping to a neighbour is adding a constant; a step over the edge
//! gives a grid cell that every board calls [`OffBoard`](crate::PointState::OffBoard).

use std::fmt;

/// The distance between vertically neighbouring cells of the grid.
pub(crate) const STRIDE: usize = BoardSize::MAX as usize + 1;

/// The number of cells of the grid, rounded up to whole words of 64.
pub(crate) const GRID: usize = 704;

/// The number of rows and columns of a board, 2 to 25.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The smallest board.
    pub const MIN: u8 = 2;
    /// The largest board: the columns A to Z without I.
    pub const MAX: u8 = 25;
    /// The usual board.
    pub const NINETEEN: Self = Self(19);

    /// A size from 2 to 25; `None` for any other number.
    pub const fn new(size: usize) -> Option<Self> {
        if size >= Self::MIN as usize && size <= Self::MAX as usize {
            Some(Self(size as u8))
        } else {
            None
        }
    }

    /// The number of rows.
    #[inline]
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// The number of points.
    pub const fn area(self) -> usize {
        self.get() * self.get()
    }

    /// Whether the point is on a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        // The wrap of a border cell's row or column is larger than any size.
        point.row() < self.get() && point.col() < self.get()
    }

    /// All points, row by row from the top, each row from the left.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let size = self.get();
        (0..size).flat_map(move |row| (0..size).map(move |col| Point::at(row, col)))
    }

    /// The distance to the nearest edge, 0 on the first line.
    pub const fn edge_distance(self, point: Point) -> usize {
        let (row, col) = (point.row(), point.col());
        let last = self.get() - 1;
        let vertical = if row < last - row { row } else { last - row };
        let horizontal = if col < last - col { col } else { last - col };
        if vertical < horizontal {
            vertical
        } else {
            horizontal
        }
    }

    /// Whether the point is on the first line.
    pub const fn is_edge(self, point: Point) -> bool {
        self.contains(point) && self.edge_distance(point) == 0
    }

    /// Whether the point is one of the four corners.
    pub const fn is_corner(self, point: Point) -> bool {
        let (row, col, last) = (point.row(), point.col(), self.get() - 1);
        (row == 0 || row == last) && (col == 0 || col == last)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// A cell of the grid, identified by its row from the top and its column from the left.
///
/// The order of points is the order in which lists of points are printed: row by row from the
/// top, each row from the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u16);

impl Point {
    /// The point in this row and column, both counted from 0 at the top left; `None` from 25 on.
    pub const fn new(row: usize, col: usize) -> Option<Self> {
        if row < BoardSize::MAX as usize && col < BoardSize::MAX as usize {
            Some(Self::at(row, col))
        } else {
            None
        }
    }

    pub(crate) const fn at(row: usize, col: usize) -> Self {
        Self(((row + 1) * STRIDE + col + 1) as u16)
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        Self(index as u16)
    }

    /// The row, 0 at the top.
    #[inline]
    pub const fn row(self) -> usize {
        (self.0 as usize / STRIDE).wrapping_sub(1)
    }

    /// The column, 0 at the left.
    #[inline]
    pub const fn col(self) -> usize {
        (self.0 as usize % STRIDE).wrapping_sub(1)
    }

    /// One more than the largest [`index`](Self::index).
    pub const LIMIT: usize = GRID;

    /// A number below [`LIMIT`](Self::LIMIT) that is this point's own: for tables indexed by point.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The distance in rows or columns, whichever is greater.
    pub fn distance(self, other: Self) -> usize {
        (self.row().abs_diff(other.row())).max(self.col().abs_diff(other.col()))
    }

    /// The point `rows` further down and `cols` further right, if that is on a board of this size.
    #[inline]
    pub fn offset(self, rows: i32, cols: i32, size: BoardSize) -> Option<Self> {
        let row = self.row() as i32 + rows;
        let col = self.col() as i32 + cols;
        let limit = size.get() as i32;
        let inside = (0..limit).contains(&row) && (0..limit).contains(&col);
        inside.then(|| Self::at(row as usize, col as usize))
    }

    /// The four neighbours: below, right, above, left. Some may be off the board.
    #[inline]
    pub const fn neighbors(self) -> [Self; 4] {
        let p = self.0;
        let s = STRIDE as u16;
        [
            Self(p + s),
            Self(p + 1),
            Self(p.wrapping_sub(s)),
            Self(p.wrapping_sub(1)),
        ]
    }

    /// The four diagonal neighbours. Some may be off the board.
    #[inline]
    pub const fn diagonals(self) -> [Self; 4] {
        let p = self.0;
        let s = STRIDE as u16;
        [
            Self(p + s + 1),
            Self(p.wrapping_sub(s - 1)),
            Self(p.wrapping_sub(s + 1)),
            Self(p + s - 1),
        ]
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row() as isize, self.col() as isize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_its_neighbors_lie_in_the_grid() {
        let size = BoardSize::new(25).unwrap();
        assert_eq!(size.points().count(), 625);
        for point in size.points() {
            for near in point.neighbors().into_iter().chain(point.diagonals()) {
                assert!(near.index() < GRID);
                let close = near.row().wrapping_add(1).abs_diff(point.row() + 1) <= 1;
                assert!(!size.contains(near) || close);
            }
        }
    }

    #[test]
    fn points_are_ordered_as_they_are_printed() {
        let size = BoardSize::new(7).unwrap();
        assert!(size.points().is_sorted());
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        let size = BoardSize::new(9).unwrap();
        let corner = Point::new(0, 8).unwrap();
        assert_eq!(corner.offset(0, 1, size), None);
        assert_eq!(corner.offset(-1, 0, size), None);
        assert_eq!(corner.offset(8, -8, size), Point::new(8, 0));
    }
}
