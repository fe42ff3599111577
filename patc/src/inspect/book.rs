//! Restores a book from an image.

use std::fmt::{self, Display, Formatter};

use katachi_image::FullBoard;
use katachi_image::full_board::EntryRecord;

use super::difference::Entry;
use crate::book::{Book, BookEntry};
use crate::source::{SourceId, Span};

/// The records in source order. An image sorts them by hash, equal hashes in source order; each
/// record knows its line.
fn in_source_order(positions: FullBoard<'_>) -> Vec<&EntryRecord> {
    let mut records: Vec<_> = positions.entries.iter().collect();
    records.sort_by_key(|record| (record.file.get(), record.line.get()));
    records
}

/// The book of an image, in source order. An image lacks the source's text, so spans are empty.
pub fn book(positions: FullBoard<'_>) -> Book {
    let mut book = Book::default();
    for record in in_source_order(positions) {
        let first = book.stones.len();
        book.stones.extend(positions.stones(record));
        book.entries.push(BookEntry {
            name: positions.name(record).to_owned(),
            source: SourceId(record.file.get().into()),
            span: Span::default(),
            size: record.size,
            mv: (record.row, record.col),
            stones: first..book.stones.len(),
            weight: record.weight.get(),
        });
    }
    book
}

/// The positions as a source of the readable form that compiles to the same records.
pub(super) fn dump(positions: FullBoard<'_>) -> impl Display {
    fmt::from_fn(move |f: &mut Formatter<'_>| {
        writeln!(f, "attribute_map value_only")?;
        let book = book(positions);
        for (record, entry) in in_source_order(positions).iter().zip(&book.entries) {
            let (file, line) = (positions.file(record), record.line.get());
            write!(f, "\n\n# {file}:{line}\n{}", book.pattern(entry))?;
        }
        Ok(())
    })
}

/// The positions in the form that [`Difference`](super::Difference) compares.
pub(super) fn entries(positions: FullBoard<'_>) -> Vec<Entry> {
    let book = book(positions);
    let both = in_source_order(positions).into_iter().zip(&book.entries);
    both.map(|(record, entry)| Entry {
        name: entry.name.clone(),
        place: format!("{}:{}", positions.file(record), record.line.get()),
        parts: vec![
            ("position", book.board(entry).to_string()),
            ("weight", entry.weight.to_string()),
        ],
    })
    .collect()
}
