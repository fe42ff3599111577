//! The four corners of a board, and the coordinates of points relative to a corner.

use katachi_board::{BoardSize, Point, Symmetry};

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
        (self.symmetry()).place((point.row(), point.col()), (size.get(), size.get()))
    }

    /// The point at these distances; `None` if it is not on the board.
    pub fn point(self, (rows, cols): (usize, usize), size: BoardSize) -> Option<Point> {
        let lines = size.get();
        if rows >= lines || cols >= lines {
            return None;
        }
        let back = self.symmetry().inverse();
        let (row, col) = back.place((rows, cols), (lines, lines));
        Point::new(row, col)
    }

    /// The symmetry that moves this corner to the upper left, where rows and columns count from.
    fn symmetry(self) -> Symmetry {
        match self {
            Self::UpperRight => Symmetry::LEFT_TO_RIGHT,
            Self::UpperLeft => Symmetry::IDENTITY,
            Self::LowerRight => Symmetry::turns(2),
            Self::LowerLeft => Symmetry::UPSIDE_DOWN,
        }
    }
}
