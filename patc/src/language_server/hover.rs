//! What stands under the cursor, in words.

use katachi_image::{Autohelper, Cell};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, TextDocumentPositionParams};

use super::document::Document;
use super::labels::label;
use super::lenses::Counted;
use super::names;
use super::outline::Part;
use super::surroundings::Surroundings;
use crate::Code;
use crate::source::{Span, Spanned};
use crate::testing::expectation_meaning;

/// The pictures of a pattern in all orientations, and what a census has counted of it.
fn pictures(
    document: &Document,
    name: &Spanned<String>,
    around: &dyn Surroundings,
) -> Option<String> {
    let database = document.compiled().model.general()?;
    let mut patterns = database.patterns.iter();
    let pattern = patterns.find(|pattern| pattern.span == name.span)?;
    let pictures = crate::show::text(pattern, 80);
    let part = document.outline().part(name.span.start)?;
    let counted = Counted::of(document, around).and_then(|counted| counted.say(part));
    let counted = counted.map_or_else(String::new, |said| format!("\n\n{said}"));
    Some(format!("```text\n{pictures}```{counted}"))
}

/// The meaning of a word in a comment: a name, what a test expects, the code of a warning.
fn remark(document: &Document, offset: usize, around: &dyn Surroundings) -> Option<String> {
    let word = names::word(document, offset)?;
    let text = document.text();
    let line = text.slice(text.line(text.line_of(offset))?);
    if line.starts_with(crate::testing::lines::START)
        && let Some(meaning) = expectation_meaning(&word)
    {
        return Some(format!("`{word}`: {meaning}"));
    }
    if let Some(code) = Code::ALL.iter().find(|code| code.id() == word) {
        return Some(format!("`{word}`: {}", code.title()));
    }
    let mut names = document
        .outline()
        .parts
        .iter()
        .filter_map(|part| part.name.as_ref());
    let name = names.find(|name| name.value == word)?;
    pictures(document, name, around)
}

/// The meaning of a name (its pictures), a cell, a class letter, or a value at a byte.
fn meaning(
    document: &Document,
    part: &Part,
    offset: usize,
    around: &dyn Surroundings,
) -> Option<(String, Option<Span>)> {
    let outline = document.outline();
    let holds = |span: Span| (span.start..span.end).contains(&offset);
    if let Some(name) = part.name.as_ref().filter(|name| holds(name.span)) {
        return Some((pictures(document, name, around)?, Some(name.span)));
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

/// The meaning of a function at a byte.
fn function(document: &Document, part: &Part, offset: usize) -> Option<(String, Option<Span>)> {
    let map = document.outline().map;
    let mut words = part.words(document.source(), map).into_iter();
    let word = words.find(|word| (word.span.start..=word.span.end).contains(&offset))?;
    let function = Autohelper::by_name(&word.text)?.signature();
    let later = if function.answered {
        ""
    } else {
        "\n\nThe engine cannot answer it yet: the pattern never matches."
    };
    let text = format!("`{}`: {}{later}", function.name, function.meaning);
    Some((text, Some(word.span)))
}

/// The meaning of a label: the cell that it stands for.
fn cell(document: &Document, at: &TextDocumentPositionParams) -> Option<String> {
    let label = label(document, at)?;
    let cells = label.part.label_cells(document.source(), label.letter);
    let cell = (label.part).cell_below(document.source(), cells.first()?.start);
    let cell = cell.and_then(Cell::from_char)?;
    Some(format!(
        "label `{}`: `{}`, {}",
        label.letter,
        cell.character(),
        cell.meaning()
    ))
}

/// The meaning of what stands at a position.
pub fn hover(
    document: &Document,
    at: &TextDocumentPositionParams,
    around: &dyn Surroundings,
) -> Option<Hover> {
    let offset = document.text().offset(at.position);
    let part = document
        .outline()
        .part(offset)
        .filter(|_| document.has_patterns());
    let (text, span) = cell(document, at)
        .map(|text| (text, None))
        .or_else(|| meaning(document, part?, offset, around))
        .or_else(|| function(document, part?, offset))
        .or_else(|| Some((remark(document, offset, around)?, None)))?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: span.map(|span| document.text().range(span)),
    })
}
