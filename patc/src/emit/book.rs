//! Encodes books: entries sorted as the look-up needs them.

use katachi_image::full_board::{EntryRecord, FullBoardTables, PositionHasher, Stone, StoneRecord};
use katachi_image::general::Run;
use katachi_image::{Fingerprint, ImageError, Role};

use super::places::{Files, line};
use crate::book::Book;
use crate::source::Source;

/// The image of a book.
pub(super) fn image(
    book: &Book,
    sources: &[Source],
    fingerprint: Fingerprint,
) -> Result<Vec<u8>, ImageError> {
    let Files { text, files } = Files::of(sources);
    let mut tables = FullBoardTables {
        text,
        files,
        entries: Vec::with_capacity(book.entries.len()),
        stones: Vec::with_capacity(book.stones.len()),
    };
    let mut hasher: Option<PositionHasher> = None;
    let mut order: Vec<(u8, u64, usize)> = Vec::with_capacity(book.entries.len());
    for (number, entry) in book.entries.iter().enumerate() {
        if hasher
            .as_ref()
            .is_none_or(|hasher| hasher.size() != entry.size)
        {
            hasher = PositionHasher::new(entry.size);
        }
        let stones = book.stones(entry).iter().copied();
        let hash = hasher
            .as_ref()
            .map_or(0, |hasher| hasher.symmetric(stones).0);
        order.push((entry.size, hash, number));
    }
    order.sort_unstable();
    let mut stones: Vec<Stone> = Vec::new();
    for (size, hash, number) in order {
        let entry = &book.entries[number];
        let name = tables.text.len();
        tables.text.push_str(&entry.name);
        stones.clear();
        stones.extend_from_slice(book.stones(entry));
        stones.sort_unstable();
        let first = tables.stones.len();
        tables
            .stones
            .extend(stones.iter().map(|&stone| StoneRecord::from(stone)));
        tables.entries.push(EntryRecord {
            hash: hash.into(),
            size,
            row: entry.mv.0,
            col: entry.mv.1,
            weight: entry.weight.into(),
            name: Run::between(name, tables.text.len()),
            file: (entry.source.0 as u16).into(),
            line: line(sources, entry.source, entry.span).into(),
            stones: Run::between(first, tables.stones.len()),
        });
    }
    tables.encode(Role::Book, fingerprint)
}
