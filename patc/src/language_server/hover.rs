//! What stands under the cursor, in words.

use katachi_image::{Autohelper, Cell};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, TextDocumentPositionParams};

use super::document::Document;
use super::labels::label;
use crate::source::Span;

/// The meaning of a name (its pictures), a cell, a class letter, or a value at a byte.
fn meaning(document: &Document, offset: usize) -> Option<(String, Option<Span>)> {
    let outline = document.outline();
    let part = outline.part(offset).filter(|_| document.has_patterns())?;
    let holds = |span: Span| (span.start..span.end).contains(&offset);
    if let Some(name) = part.name.as_ref().filter(|name| holds(name.span)) {
        let database = document.compiled().model.general()?;
        let mut patterns = database.patterns.iter();
        let pattern = patterns.find(|pattern| pattern.span == name.span)?;
        let pictures = crate::show::text(pattern, 80);
        return Some((format!("```text\n{pictures}```"), Some(name.span)));
    }
    let rows = part.main.iter().chain(&part.second);
    let here = Span::new(offset, offset + 1);
    let sign = document.source().slice(here).chars().next()?;
    if rows.into_iter().any(|row| holds(*row)) {
        let cell = Cell::from_char(sign)?;
        return Some((format!("`{sign}`: {}", cell.meaning()), Some(here)));
    }
    let (place, field) = (part.colon.iter().enumerate()).find(|(_, field)| holds(field.span))?;
    let text = match place {
        0 => format!("`{sign}`: {}", katachi_image::symmetry_meaning(sign)?),
        1 => format!("`{sign}`: {}", katachi_image::class_meaning(sign)?),
        _ => {
            let word = field.value.split('(').next()?.trim();
            let mut keywords = outline.map.keywords().iter();
            let value = keywords.find(|keyword| keyword.name == word);
            let value = value.map(|keyword| keyword.attribute.meaning());
            let mut helpers = katachi_image::HELPERS.iter();
            let helper = helpers.find(|helper| helper.name == word);
            let meaning = value.or(helper.map(|helper| helper.meaning))?;
            format!("`{word}`: {meaning}")
        }
    };
    let span = if place < 2 { here } else { field.span };
    Some((text, Some(span)))
}

/// The meaning of what stands at a position.
pub fn hover(document: &Document, at: &TextDocumentPositionParams) -> Option<Hover> {
    let (text, span) = if let Some(label) = label(document, at) {
        let cells = label.part.label_cells(document.source(), label.letter);
        let first = *cells.first()?;
        let cell = (label.part).cell_below(document.source(), first.start);
        let cell = cell.and_then(Cell::from_char)?;
        let text = format!(
            "label `{}`: `{}`, {}",
            label.letter,
            cell.character(),
            cell.meaning()
        );
        (text, None)
    } else if let Some(found) = meaning(document, document.text().offset(at.position)) {
        found
    } else {
        let offset = document.text().offset(at.position);
        let outline = document.outline();
        let part = outline.part(offset).filter(|_| document.has_patterns())?;
        let mut words = part.words(document.source(), outline.map).into_iter();
        let word = words.find(|word| (word.span.start..=word.span.end).contains(&offset))?;
        let function = Autohelper::by_name(&word.text)?.signature();
        let later = if function.answered {
            ""
        } else {
            "\n\nThe engine cannot answer it yet: the pattern never matches."
        };
        let text = format!("`{}`: {}{later}", function.name, function.meaning);
        (text, Some(word.span))
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: span.map(|span| document.text().range(span)),
    })
}
