//! Boards as plain diagrams, for tests, messages and documentation: `.` empty, `X` black, `O`
//! white.

use std::fmt;
use std::str::FromStr;

use crate::{Board, BoardSize, Color, NoLiberty, Point};

/// An error in a diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The number of rows is no board size.
    #[error("expected 2 to 25 rows, found {0}")]
    Rows(usize),
    /// A row has another length than there are rows.
    #[error("expected {expected} points in row {row} from the top, found {found}")]
    Width {
        /// The row, counted from 1.
        row: usize,
        /// The number of rows.
        expected: usize,
        /// The number of points of this row.
        found: usize,
    },
    /// A character that is no point.
    #[error("expected '.', '+', 'X' or 'O' in row {row} from the top, found '{found}'")]
    Character {
        /// The row, counted from 1.
        row: usize,
        /// What stands there.
        found: char,
    },
    /// A string without a liberty.
    #[error(transparent)]
    NoLiberty(#[from] NoLiberty),
}

impl FromStr for Board {
    type Err = DiagramError;

    /// Reads one line for each row, from the top. Blanks and empty lines are skipped; `+` is an
    /// empty star point.
    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let size = BoardSize::new(rows.len()).ok_or(DiagramError::Rows(rows.len()))?;
        let mut stones = Vec::new();
        for (row, cells) in rows.iter().enumerate() {
            if cells.len() != rows.len() {
                return Err(DiagramError::Width {
                    row: row + 1,
                    expected: rows.len(),
                    found: cells.len(),
                });
            }
            for (col, &cell) in cells.iter().enumerate() {
                let color = match cell {
                    'X' => Color::Black,
                    'O' => Color::White,
                    '.' | '+' => continue,
                    found => {
                        return Err(DiagramError::Character {
                            row: row + 1,
                            found,
                        });
                    }
                };
                stones.extend(Point::new(row, col).map(|point| (color, point)));
            }
        }
        Ok(Self::with_stones(size, stones)?)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        for point in size.points() {
            let cell = match self.at(point).color() {
                None => ".",
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
            };
            f.write_str(cell)?;
            f.write_str(if point.col() + 1 == size.get() {
                "\n"
            } else {
                " "
            })?;
        }
        Ok(())
    }
}
