//! The checked model of a book: its entries, and how they are printed.

use std::fmt;
use std::ops::Range;

use katachi_image::full_board::Stone;

use crate::source::{SourceId, Span};

/// Positions with the moves that were played in them, in source order.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// The entries.
    pub entries: Vec<BookEntry>,
    /// The stones of all entries.
    pub stones: Vec<Stone>,
}

/// A position and a move.
#[derive(Clone, Debug)]
pub struct BookEntry {
    /// The name.
    pub name: String,
    /// The file.
    pub source: SourceId,
    /// The place of the name.
    pub span: Span,
    /// The board size.
    pub size: u8,
    /// The row and the column of the move.
    pub mv: (u8, u8),
    /// Which of the book's stones are on the board.
    pub stones: Range<usize>,
    /// How often the move was played.
    pub weight: u32,
}

impl Book {
    /// The stones of an entry.
    pub fn stones(&self, entry: &BookEntry) -> &[Stone] {
        self.stones.get(entry.stones.clone()).unwrap_or_default()
    }
    /// The board of an entry, with its border and the move.
    pub fn board(&self, entry: &BookEntry) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let size = usize::from(entry.size);
            let mut rows = vec![vec!['.'; size]; size];
            let mut put = |row: u8, col: u8, sign: char| {
                let row = rows.get_mut(usize::from(row));
                if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(col))) {
                    *cell = sign;
                }
            };
            for stone in self.stones(entry) {
                put(stone.row, stone.col, if stone.own { 'O' } else { 'X' });
            }
            put(entry.mv.0, entry.mv.1, '*');
            let border = format!("+{}+", "-".repeat(size));
            writeln!(f, "{border}")?;
            for row in rows {
                writeln!(f, "|{}|", row.into_iter().collect::<String>())?;
            }
            writeln!(f, "{border}")
        })
    }

    /// An entry as a pattern of the readable form.
    pub fn pattern(&self, entry: &BookEntry) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let (name, board, weight) = (&entry.name, self.board(entry), entry.weight);
            writeln!(f, "Pattern {name}\n\n{board}\n:8,-,value({weight})")
        })
    }
}

impl fmt::Display for Book {
    /// The book as a readable source that means the same.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "attribute_map value_only")?;
        for entry in &self.entries {
            write!(f, "\n{}", self.pattern(entry))?;
        }
        Ok(())
    }
}
