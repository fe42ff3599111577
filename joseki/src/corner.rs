//! The four corners of a board, and the coordinates of points relative to a corner.

use katachi_board::{BoardSize, Point};

/// A corner of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Corner {
    /// The upper right corner, where joseki trees usually are.
    UpperRight,
    /// The upper left one.
    UpperLeft,
    /// The lower right one.
    LowerRight,
    /// The lower left one.
    LowerLeft,
}

impl Corner {
    /// All four.
    pub const ALL: [Self; 4] = [
        Self::UpperRight,
        Self::UpperLeft,
        Self::LowerRight,
        Self::LowerLeft,
    ];

    /// The distances of a point from the corner's horizontal and vertical edge: (0, 0) is the
    /// corner itself.
    pub fn from_edges(self, point: Point, size: BoardSize) -> (usize, usize) {
        let last = size.get() - 1;
        let (row, col) = (point.row(), point.col());
        match self {
            Self::UpperRight => (row, last - col),
            Self::UpperLeft => (row, col),
            Self::LowerRight => (last - row, last - col),
            Self::LowerLeft => (last - row, col),
        }
    }

    /// The point at these distances; `None` if it is not on the board.
    pub fn point(self, (rows, cols): (usize, usize), size: BoardSize) -> Option<Point> {
        let last = size.get() - 1;
        if rows > last || cols > last {
            return None;
        }
        let (row, col) = match self {
            Self::UpperRight => (rows, last - cols),
            Self::UpperLeft => (rows, cols),
            Self::LowerRight => (last - rows, last - cols),
            Self::LowerLeft => (last - rows, cols),
        };
        Point::new(row, col)
    }
}
