//! Points as SGF names them ([`Coord`]) and the board that contains them ([`Size`]).

use std::fmt;

use katachi_board::{BoardSize, Point};

use crate::{Value, Warning};

const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A point, counted from the top left corner; SGF reaches 52 columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    row: u8,
    column: u8,
}

impl Coord {
    /// The point in this column (0 is left) and row (0 is at the top), both below 52.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 52 && row < 52 {
            Some(Self { row, column })
        } else {
            None
        }
    }

    /// Column, 0 is left.
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Row, 0 is at the top.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The point of the board; `None` beyond the largest board that there is.
    pub fn to_point(self) -> Option<Point> {
        Point::new(self.row.into(), self.column.into())
    }

    /// The point, if it lies on a board of this size.
    pub fn on_board(self, size: BoardSize) -> Option<Point> {
        self.to_point().filter(|&point| size.contains(point))
    }

    /// Reads two letters, column first: `aa` is the top left corner.
    pub fn parse(text: &str) -> Option<Self> {
        let &[column, row] = text.as_bytes() else {
            return None;
        };
        let number = |letter| LETTERS.iter().position(|&l| l == letter).map(|n| n as u8);
        Self::new(number(column)?, number(row)?)
    }
}

impl From<Point> for Coord {
    fn from(point: Point) -> Self {
        Self {
            row: point.row() as u8,
            column: point.col() as u8,
        }
    }
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |n: u8| char::from(LETTERS[usize::from(n)]);
        write!(f, "{}{}", letter(self.column), letter(self.row))
    }
}

/// Columns and rows of a board, each from 1 to 52.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// A board of this many columns and rows, both from 1 to 52.
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        if columns >= 1 && columns <= 52 && rows >= 1 && rows <= 52 {
            Some(Self { columns, rows })
        } else {
            None
        }
    }

    /// Number of columns, 1 to 52.
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Number of rows, 1 to 52.
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The board of this size; `None` if it is not square, or too small or large for a board.
    pub fn board_size(self) -> Option<BoardSize> {
        BoardSize::new(self.columns.into()).filter(|_| self.columns == self.rows)
    }

    /// Whether the point lies on this board.
    pub const fn contains(self, at: Coord) -> bool {
        at.column < self.columns && at.row < self.rows
    }
}

impl From<BoardSize> for Size {
    fn from(size: BoardSize) -> Self {
        let lines = size.get() as u8;
        Self {
            columns: lines,
            rows: lines,
        }
    }
}

/// The usual board: what a record without `SZ` is played on.
impl Default for Size {
    fn default() -> Self {
        Self {
            columns: 19,
            rows: 19,
        }
    }
}

/// `19` for a square board, else `19:13`, columns first, as in the property `SZ`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.columns == self.rows {
            write!(f, "{}", self.columns)
        } else {
            write!(f, "{}:{}", self.columns, self.rows)
        }
    }
}

impl Value<'_> {
    /// The value as a point of the board.
    ///
    /// # Errors
    /// A warning if it is not a point.
    pub fn point(self, size: Size) -> Result<Coord, Warning> {
        Coord::parse(self.raw().trim())
            .filter(|&at| size.contains(at))
            .ok_or_else(|| {
                let expected = format!("a point of the {}x{} board", size.columns, size.rows);
                Warning::bad_value(self.location(), &expected, self.raw())
            })
    }

    /// The value as a move: a point, or `None` for a pass, which is an empty value or, up to size
    /// 19, `tt`.
    ///
    /// # Errors
    /// A warning if it is neither.
    pub fn play(self, size: Size) -> Result<Option<Coord>, Warning> {
        match self.raw().trim() {
            "" => Ok(None),
            "tt" if size.columns <= 19 && size.rows <= 19 => Ok(None),
            _ => self.point(size).map(Some),
        }
    }

    /// The value as a list of points: one point, or a rectangle such as `aa:cc`, row by row.
    ///
    /// # Errors
    /// A warning if it is neither.
    pub fn points(self, size: Size) -> Result<impl Iterator<Item = Coord> + use<>, Warning> {
        Ok(self.area(size)?.points())
    }

    /// The value as a rectangle of points; a single point is the smallest one.
    pub(crate) fn area(self, size: Size) -> Result<Area, Warning> {
        let (from, to) = match self.split() {
            Some((from, to)) => (from.point(size)?, to.point(size)?),
            None => (self.point(size)?, self.point(size)?),
        };
        Ok(Area {
            first: Coord {
                row: from.row.min(to.row),
                column: from.column.min(to.column),
            },
            last: Coord {
                row: from.row.max(to.row),
                column: from.column.max(to.column),
            },
        })
    }
}

/// A rectangle of points. A file can write one in a few characters, however large it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    /// The upper left corner.
    first: Coord,
    /// The lower right corner.
    last: Coord,
}

impl Area {
    /// Its points, row by row.
    fn points(self) -> impl Iterator<Item = Coord> + use<> {
        let columns = self.first.column..=self.last.column;
        let rows = self.first.row..=self.last.row;
        rows.flat_map(move |row| columns.clone().map(move |column| Coord { row, column }))
    }

    /// Its rows, each with a set of columns in which bit `n` stands for column `n`.
    pub(crate) fn rows(self) -> impl DoubleEndedIterator<Item = (u8, u64)> + use<> {
        // Columns are below 52, so the shifts do not overflow.
        let columns = (2_u64 << self.last.column) - (1 << self.first.column);
        (self.first.row..=self.last.row).map(move |row| (row, columns))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Location;

    fn value(raw: &str) -> Value<'_> {
        Value::new(raw, Location::default())
    }

    #[test]
    fn coordinates_read_and_print() {
        for (text, column, row) in [("aa", 0, 0), ("sd", 18, 3), ("zA", 25, 26), ("ZZ", 51, 51)] {
            let at = Coord::new(column, row).unwrap();
            assert_eq!(Coord::parse(text), Some(at));
            assert_eq!(at.to_string(), text);
        }
        for text in ["", "a", "aaa", "a1", "é", "[a"] {
            assert_eq!(Coord::parse(text), None, "{text}");
        }
        assert_eq!(Coord::new(52, 0), None);
        assert_eq!(Size::new(0, 9), None);
    }

    #[test]
    fn tt_is_a_pass_up_to_19() {
        let (nineteen, twenty_one) = (Size::default(), Size::new(21, 21).unwrap());
        assert_eq!(value("tt").play(nineteen), Ok(None));
        assert_eq!(value("tt").play(twenty_one), Ok(Coord::new(19, 19)));
        assert_eq!(value(" ").play(twenty_one), Ok(None));
        assert_eq!(value(" pd\n").play(nineteen), Ok(Coord::new(15, 3)));
        let warning = value("zz").play(nineteen).unwrap_err();
        assert_eq!(
            warning.message,
            "expected a point of the 19x19 board, found `zz`; the value is ignored"
        );
        assert!(value("tt").points(nineteen).is_err());
    }

    #[test]
    fn rectangles_take_any_corners() {
        let size = Size::default();
        for raw in ["bc:ad", "ad:bc", "ac:bd"] {
            let names: Vec<_> = value(raw)
                .points(size)
                .unwrap()
                .map(|at| at.to_string())
                .collect();
            assert_eq!(names, ["ac", "bc", "ad", "bd"]);
        }
        assert!(value("aa:zz").points(size).is_err());
        assert_eq!(value("ss").points(size).unwrap().count(), 1);
    }
}
