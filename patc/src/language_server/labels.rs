//! Labels of constraint diagrams: where they stand, and their new names.

use katachi_image::Cell;
use lsp_types::{TextDocumentPositionParams, WorkspaceEdit};

use super::document::Document;
use super::outline::{Part, is_label};
use crate::source::Span;

/// A label under the cursor, with its pattern.
pub struct Label<'a> {
    /// The pattern.
    pub part: &'a Part,
    /// The letter.
    pub letter: char,
}

/// The label at a position, in the constraint diagram or where it is used.
pub fn label<'a>(document: &'a Document, at: &TextDocumentPositionParams) -> Option<Label<'a>> {
    if !document.has_patterns() {
        return None;
    }
    let offset = document.text().offset(at.position);
    let outline = document.outline();
    let part = outline.part(offset)?;
    let source = document.source();
    let labels = part.labels(source).into_iter();
    labels.map(|letter| Label { part, letter }).find(|label| {
        let mut places = places(document, label).into_iter();
        places.any(|span| (span.start..=span.end).contains(&offset))
    })
}

/// Where a label stands, in reading order.
pub fn places(document: &Document, label: &Label<'_>) -> Vec<Span> {
    let words = (label.part).words(document.source(), document.outline().map);
    let uses = words.into_iter().filter(|word| {
        let mut letters = word.text.chars();
        word.is_argument && letters.next() == Some(label.letter) && letters.next().is_none()
    });
    let mut places = label.part.label_cells(document.source(), label.letter);
    places.extend(uses.map(|word| word.span));
    places.sort();
    places
}

/// The edits that give a label this name.
///
/// # Errors
/// If there is no label, or the name is no letter that is free.
pub fn rename(
    document: &Document,
    at: &TextDocumentPositionParams,
    new: &str,
) -> Result<WorkspaceEdit, String> {
    let found = label(document, at);
    let label = found.ok_or("expected a label, found none here")?;
    let mut letters = new.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    let Some(letter) = letter.filter(|letter| is_label(*letter)) else {
        let cells: String = Cell::CHARACTERS.iter().map(|&(cell, _)| cell).collect();
        return Err(format!(
            "expected one letter that is no cell (`{cells}`), found `{new}`"
        ));
    };
    let taken = label.part.labels(document.source());
    if letter != label.letter && taken.contains(&letter) {
        return Err(format!(
            "expected a letter that is no label of this pattern yet, found `{letter}`"
        ));
    }
    let edits = places(document, &label).into_iter();
    let edits = edits.map(|span| document.edit(span, new)).collect();
    Ok(document.changed(edits))
}
