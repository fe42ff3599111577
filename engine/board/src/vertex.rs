//! Vertices: points as people and GTP write them, `A1` at the lower left to `Z25`, no column I.

use std::fmt;
use std::str::FromStr;

use crate::{BoardSize, Point};

const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The letter of a column counted from 0 at the left; I is left out.
pub const fn column_letter(col: usize) -> Option<char> {
    if col < COLUMNS.len() {
        Some(COLUMNS[col] as char)
    } else {
        None
    }
}

/// A point together with the board size that gives its row a number.
///
/// Displays as GTP writes it, in capitals: `D4`, `Z25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    point: Point,
    size: BoardSize,
}

impl Point {
    /// This point as a vertex of a board of this size.
    pub const fn vertex(self, size: BoardSize) -> Vertex {
        Vertex { point: self, size }
    }

    /// The point of this column letter (any case, no I) and row number counted from the bottom,
    /// if it is on the board.
    pub fn from_column_and_row(letter: char, number: usize, size: BoardSize) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        let col = COLUMNS.iter().position(|&c| char::from(c) == letter)?;
        let row = size.get().checked_sub(number)?;
        Self::new(row, col).filter(|&point| size.contains(point))
    }

    /// Reads a vertex such as `d4` or `Z25`.
    ///
    /// # Errors
    /// Says what was expected if the text is no vertex of a board of this size.
    pub fn from_vertex(text: &str, size: BoardSize) -> Result<Self, NotAVertex> {
        let mut chars = text.chars();
        let point = chars.next().and_then(|letter| {
            let number = u16::from_str(chars.as_str()).ok()?;
            Self::from_column_and_row(letter, number.into(), size)
        });
        point.ok_or_else(|| NotAVertex {
            found: text.to_owned(),
            last: size
                .points()
                .rfind(|point| point.row() == 0)
                .map_or_else(String::new, |corner| corner.vertex(size).to_string()),
        })
    }
}

/// A text that is no vertex of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a vertex from A1 to {last} (no column I), found '{found}'")]
pub struct NotAVertex {
    found: String,
    last: String,
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match column_letter(self.point.col()) {
            Some(letter) if self.size.contains(self.point) => {
                let row = self.size.get() - self.point.row();
                // Through `pad`, so that columns of vertices can be aligned.
                f.pad(&format!("{letter}{row}"))
            }
            _ => f.pad("??"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_reads_back() {
        for size in (2..=25).filter_map(BoardSize::new) {
            for point in size.points() {
                let text = point.vertex(size).to_string();
                assert_eq!(Point::from_vertex(&text, size), Ok(point));
                assert_eq!(Point::from_vertex(&text.to_lowercase(), size), Ok(point));
            }
        }
    }

    #[test]
    fn corners_have_their_usual_names() {
        let name = |row, col, size| {
            let size = BoardSize::new(size).unwrap();
            Point::new(row, col).unwrap().vertex(size).to_string()
        };
        assert_eq!(name(18, 0, 19), "A1");
        assert_eq!(name(0, 18, 19), "T19");
        assert_eq!(name(0, 8, 9), "J9");
        assert_eq!(name(0, 24, 25), "Z25");
        assert_eq!(name(20, 0, 19), "??");
    }

    #[test]
    fn what_is_no_vertex_is_refused_with_the_range() {
        let size = BoardSize::new(9).unwrap();
        for text in [
            "", "I5", "K1", "A0", "A10", "A", "5", "AA1", "A1 ", "pass", "é3",
        ] {
            assert!(Point::from_vertex(text, size).is_err(), "{text}");
        }
        let message = Point::from_vertex("K1", size).unwrap_err().to_string();
        assert_eq!(
            message,
            "expected a vertex from A1 to J9 (no column I), found 'K1'"
        );
    }
}
