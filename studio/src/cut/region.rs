//! Rectangles of the board.

use std::fmt;

use katachi_board::{Board, BoardSize, NotAVertex, Point};
use katachi_image::border;

/// A rectangle of the board: rows from the top and columns from the left, the last ones included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first row.
    pub top: usize,
    /// The first column.
    pub left: usize,
    /// The last row.
    pub bottom: usize,
    /// The last column.
    pub right: usize,
    size: BoardSize,
}

/// Why a text names no region.
#[derive(Debug, thiserror::Error)]
pub enum RegionError {
    /// There are not two corners.
    #[error("expected two opposite corners such as C3:G7, found '{0}'")]
    Corners(String),
    /// A corner is not on the board.
    #[error("expected two opposite corners such as C3:G7, found '{text}': {error}")]
    Vertex {
        /// The text.
        text: String,
        /// What is wrong with the corner.
        error: NotAVertex,
    },
}

/// How far the usual region reaches from the move at first, and at most.
const REACH: std::ops::RangeInclusive<usize> = 2..=4;

impl Region {
    /// Reads two opposite corners, such as `C3:G7`.
    ///
    /// # Errors
    /// If they are not two points of the board.
    pub fn parse(text: &str, size: BoardSize) -> Result<Self, RegionError> {
        let Some((one, other)) = text.split_once(':') else {
            return Err(RegionError::Corners(text.to_owned()));
        };
        let vertex = |corner: &str| {
            Point::from_vertex(corner.trim(), size).map_err(|error| RegionError::Vertex {
                text: text.to_owned(),
                error,
            })
        };
        Ok(Self::between(vertex(one)?, vertex(other)?, size))
    }

    /// The region with these opposite corners.
    pub fn between(one: Point, other: Point, size: BoardSize) -> Self {
        Self {
            top: one.row().min(other.row()),
            left: one.col().min(other.col()),
            bottom: one.row().max(other.row()),
            right: one.col().max(other.col()),
            size,
        }
    }

    /// The whole board.
    pub fn whole(size: BoardSize) -> Self {
        Self::at((0, 0), size.get(), size.get(), size)
    }

    /// The region with this upper left corner (row and column), and this many rows and columns.
    pub(crate) fn at(
        (top, left): (usize, usize),
        rows: usize,
        cols: usize,
        size: BoardSize,
    ) -> Self {
        Self {
            top,
            left,
            bottom: top + rows - 1,
            right: left + cols - 1,
            size,
        }
    }

    /// The edges of the board that it touches, as bits of [`border`].
    pub(crate) fn borders(self) -> u8 {
        let end = self.size.get() - 1;
        let edges = [
            (border::NORTH, self.top == 0),
            (border::SOUTH, self.bottom == end),
            (border::WEST, self.left == 0),
            (border::EAST, self.right == end),
        ];
        let touched = edges.into_iter().filter(|(_, touches)| *touches);
        touched.fold(0, |borders, (side, _)| borders | side)
    }

    /// The usual region around a move: the smallest square with the move in the middle that reaches
    /// two points in each direction and has stones of both sides, or else reaches four points. The
    /// edge of the board cuts it; a line that alone lies between it and the edge joins it.
    pub fn around(board: &Board, point: Point) -> Self {
        let size = board.size();
        let squares = REACH.map(|reach| Self::between(point, point, size).grown(reach));
        let mut last = Self::between(point, point, size);
        for square in squares {
            last = square;
            let mut sides = board.all_stones().filter(|&(_, at)| square.has(at));
            let first = sides.next();
            if first.is_some_and(|(color, _)| sides.any(|(other, _)| other != color)) {
                break;
            }
        }
        let end = size.get() - 1;
        let low = |at: usize| if at == 1 { 0 } else { at };
        let high = |at: usize| if at + 1 == end { end } else { at };
        Self {
            top: low(last.top),
            left: low(last.left),
            bottom: high(last.bottom),
            right: high(last.right),
            size,
        }
    }

    /// The region with this many more lines on each side, as far as the board has them.
    #[must_use]
    pub fn grown(self, lines: usize) -> Self {
        let end = self.size.get() - 1;
        Self {
            top: self.top.saturating_sub(lines),
            left: self.left.saturating_sub(lines),
            bottom: (self.bottom + lines).min(end),
            right: (self.right + lines).min(end),
            size: self.size,
        }
    }

    /// Whether it has a point.
    pub fn has(self, point: Point) -> bool {
        (self.top..=self.bottom).contains(&point.row())
            && (self.left..=self.right).contains(&point.col())
    }

    /// The smallest region that has this one and a point.
    #[must_use]
    pub fn with(self, point: Point) -> Self {
        Self {
            top: self.top.min(point.row()),
            left: self.left.min(point.col()),
            bottom: self.bottom.max(point.row()),
            right: self.right.max(point.col()),
            size: self.size,
        }
    }

    /// The number of rows.
    pub fn rows(self) -> usize {
        self.bottom - self.top + 1
    }

    /// The number of columns.
    pub fn cols(self) -> usize {
        self.right - self.left + 1
    }

    /// The size of its board.
    pub fn size(self) -> BoardSize {
        self.size
    }

    /// The point of the board at a row and a column of the region.
    pub fn point(self, row: usize, col: usize) -> Option<Point> {
        Point::new(self.top + row, self.left + col).filter(|&point| self.has(point))
    }
}

/// The corners at the lower left and the upper right, as [`Region::parse`] reads them.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let corners = [(self.bottom, self.left), (self.top, self.right)];
        let [low, high] = corners.map(|(row, col)| Point::new(row, col));
        for (number, corner) in [low, high].into_iter().flatten().enumerate() {
            let colon = if number == 0 { "" } else { ":" };
            write!(f, "{colon}{}", corner.vertex(self.size))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use katachi_board::Color;

    use super::*;

    fn at(vertex: &str) -> Point {
        Point::from_vertex(vertex, BoardSize::NINETEEN).unwrap()
    }

    fn around(point: &str, stones: &[(Color, &str)]) -> String {
        let stones = stones.iter().map(|&(color, vertex)| (color, at(vertex)));
        let board = Board::with_stones(BoardSize::NINETEEN, stones).unwrap();
        Region::around(&board, at(point)).to_string()
    }

    #[test]
    fn regions_are_read_and_written() {
        let size = BoardSize::NINETEEN;
        for text in ["C3:G7", "G7:C3", "c7:g3", "G3 : C7"] {
            assert_eq!(Region::parse(text, size).unwrap().to_string(), "C3:G7");
        }
        for (text, why) in [
            ("C3", "found 'C3'"),
            ("C3:Z9", "found 'C3:Z9': "),
            ("C3:I9", "found 'C3:I9': "),
            ("", "found ''"),
        ] {
            let error = Region::parse(text, size).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
        assert_eq!(
            Region::parse("C3:G7", size)
                .unwrap()
                .with(at("J10"))
                .to_string(),
            "C3:J10"
        );
    }

    #[test]
    fn the_usual_region_has_both_sides_and_a_near_edge() {
        use Color::{Black, White};
        assert_eq!(around("K10", &[(Black, "K11"), (White, "L11")]), "H8:M12");
        assert_eq!(around("K10", &[(Black, "K11"), (White, "N11")]), "G7:N13");
        assert_eq!(around("K10", &[]), "F6:O14");
        // The fourth line is cut off from the edge by one line, which joins.
        assert_eq!(around("D4", &[(Black, "D5"), (White, "E5")]), "A1:F6");
        assert_eq!(around("E4", &[(Black, "D5"), (White, "E5")]), "C1:G6");
        assert_eq!(around("T19", &[(Black, "S19"), (White, "S18")]), "R17:T19");
    }
}
