//! Full-board books: positions with the moves that were played in them.
//!
//! Entry point: [`compile`]. It reads `.dbz` files line by line (`compressed.rs`). All other files
//! are ordinary patterns whose diagrams are whole boards (`readable.rs`). Both become the [`Book`]
//! of `model.rs`; `demands.rs` has what both must fulfil.

mod compressed;
mod demands;
mod model;
mod readable;
#[cfg(test)]
mod tests;

pub use model::{Book, BookEntry};

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use katachi_board::Symmetry;
use katachi_image::Role;
use katachi_image::full_board::{PositionHasher, turn};

use crate::check::check;
use crate::diagnostic::{Code, Diagnostic};
use crate::report::{Report, report_empty};
use crate::source::{Source, SourceId};
use crate::syntax::pattern::{Item, check_bytes, parse};

/// Reads and checks the sources of one database, in this order.
pub fn compile(sources: &[Source], diagnostics: &mut Vec<Diagnostic>) -> Book {
    let mut book = Book::default();
    let before = diagnostics.len();
    for (number, source) in sources.iter().enumerate() {
        let id = SourceId(number);
        if is_compressed(source) {
            if check_bytes(id, source, "board_size 19", diagnostics) {
                let mut report = Report {
                    id,
                    source,
                    diagnostics: &mut *diagnostics,
                };
                compressed::read(&mut book, &mut report);
            }
        } else {
            read_patterns(id, sources, &mut book, diagnostics);
        }
    }
    if book.entries.is_empty() && diagnostics.len() == before {
        let message = "expected positions, found none: the book is empty";
        report_empty(sources, message, diagnostics);
    }
    check_repeated(&book, sources, diagnostics);
    book
}

fn is_compressed(source: &Source) -> bool {
    let name = std::path::Path::new(source.name());
    name.extension().is_some_and(|ending| ending == "dbz")
}

fn read_patterns(
    id: SourceId,
    sources: &[Source],
    book: &mut Book,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(source) = sources.get(id.0) else {
        return;
    };
    let items = parse(id, source, diagnostics);
    let database = check(Role::Book, sources, &items, diagnostics);
    let mut syntaxes = items.iter().filter_map(|item| match item {
        Item::Pattern(pattern) => Some(pattern),
        Item::Directive(_) => None,
    });
    let mut report = Report {
        id,
        source,
        diagnostics,
    };
    for pattern in &database.patterns {
        // Both lists are in source order. Only the syntax contains patterns with errors.
        if let Some(syntax) = syntaxes.find(|syntax| syntax.name.span == pattern.span) {
            readable::entry(pattern, syntax, book, &mut report);
        }
    }
}

/// Warns of names used twice, and of moves that an earlier entry proposes in the same position.
fn check_repeated(book: &Book, sources: &[Source], diagnostics: &mut Vec<Diagnostic>) {
    let mut names: HashMap<&str, &BookEntry> = HashMap::with_capacity(book.entries.len());
    let mut moves: HashMap<(u8, u64, (u8, u8)), &BookEntry> =
        HashMap::with_capacity(book.entries.len());
    let mut hasher: Option<PositionHasher> = None;
    let place = |entry: &BookEntry| {
        sources
            .get(entry.source.0)
            .map_or_else(String::new, |source| {
                format!(
                    "{}:{}",
                    source.name(),
                    source.location(entry.span.start).line
                )
            })
    };
    for entry in &book.entries {
        match names.entry(&entry.name) {
            // The pattern checks have compared the names within this file already.
            Entry::Occupied(first)
                if first.get().source != entry.source
                    || sources.get(entry.source.0).is_some_and(is_compressed) =>
            {
                let message = format!(
                    "expected a name of its own, found `{}`, which {} has already",
                    entry.name,
                    place(first.get())
                );
                diagnostics.push(Diagnostic::new(
                    Code::DuplicateName,
                    entry.source,
                    entry.span,
                    message,
                ));
            }
            Entry::Occupied(_) => {}
            Entry::Vacant(vacant) => {
                vacant.insert(entry);
            }
        }
        if hasher
            .as_ref()
            .is_none_or(|hasher| hasher.size() != entry.size)
        {
            hasher = PositionHasher::new(entry.size);
        }
        let Some(hasher) = &hasher else {
            continue;
        };
        let hashes = hasher.orientations(book.stones(entry).iter().copied());
        let least = hashes.into_iter().min().unwrap_or_default();
        // In a symmetric position, several orientations have the smallest hash.
        let mv = (Symmetry::all().zip(hashes))
            .filter(|&(_, hash)| hash == least)
            .map(|(symmetry, _)| turn(symmetry, entry.mv, entry.size))
            .min();
        match moves.entry((entry.size, least, mv.unwrap_or(entry.mv))) {
            Entry::Occupied(first) => {
                let message = format!(
                    "expected another move or position, found those of `{}` ({}) again",
                    first.get().name,
                    place(first.get())
                );
                let help = "positions are equal when one is the other turned or mirrored: add up the weights";
                diagnostics.push(
                    Diagnostic::new(Code::RepeatedPosition, entry.source, entry.span, message)
                        .with_help(help),
                );
            }
            Entry::Vacant(vacant) => {
                vacant.insert(entry);
            }
        }
    }
}
