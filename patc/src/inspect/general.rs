//! Restores patterns of the general dialect from an image.

use std::fmt::{self, Formatter};

use katachi_image::{AttributeArgument, AttributeMap, Cell, General, Offset};

use super::content::{Dump, count};
use super::difference::Entry;
use super::error::InspectError;
use crate::model::{Diagram, Label, Pattern, Value};
use crate::print;
use crate::source::{SourceId, Span};
use crate::{Matching, decompile};

/// The pattern in the form of its source. An image stores only the first question that the pattern
/// waits for, and lacks the source's text, so the span is empty.
///
/// # Errors
/// If its code has no tree: no compiler wrote it.
pub fn pattern(pattern: &katachi_image::Pattern<'_>) -> Result<Pattern, InspectError> {
    let record = pattern.record;
    let place = |at: Offset| {
        let (row, col) = (at.row - record.top_left.row, at.col - record.top_left.col);
        // Not negative: the image was validated when it was opened.
        (
            usize::from(row.unsigned_abs()),
            usize::from(col.unsigned_abs()),
        )
    };
    let (rows, cols) = (
        usize::from(record.extent.row.unsigned_abs()),
        usize::from(record.extent.col.unsigned_abs()),
    );
    let mut cells = vec![pattern.image().role.unstated_cell(); rows * cols];
    for cell in pattern.cells() {
        let (row, col) = place(cell.at);
        if let (Some(to), Some(cell)) = (
            cells.get_mut(row * cols + col),
            Cell::from_number(cell.cell),
        ) {
            *to = cell;
        }
    }
    let labels = pattern.labels().iter().map(|label| {
        let (row, col) = place(label.at);
        Label {
            letter: label.letter.into(),
            row,
            col,
        }
    });
    let keywords = pattern.image().map.keywords();
    let values = pattern.values().iter().filter_map(|value| {
        let keyword = (keywords.iter()).find(|one| one.attribute as u8 == value.attribute)?;
        let number = match keyword.argument {
            AttributeArgument::Number => Value::Number(value.number.get()),
            AttributeArgument::Label => Value::Label(value.label.into()),
        };
        Some((keyword.attribute, number))
    });
    let code = |reason| InspectError::Code {
        pattern: pattern.name().to_owned(),
        reason,
    };
    Ok(Pattern {
        name: pattern.name().to_owned(),
        source: SourceId(record.file.get().into()),
        span: Span::default(),
        diagram: Diagram {
            rows,
            cols,
            cells,
            borders: record.borders,
        },
        anchor: place(Offset::default()),
        symmetry: record.symmetry.into(),
        orientations: record.orientations,
        classes: pattern.classes(),
        values: values.collect(),
        helper: pattern.helper(),
        labels: labels.collect(),
        constraint: decompile::constraint(pattern).map_err(code)?,
        action: decompile::action(pattern).map_err(code)?,
        waits_for: pattern.waits_for().into_iter().collect(),
    })
}

/// The patterns as a source that compiles to the same records.
pub(super) fn dump(general: General<'_>) -> Result<Dump<'_>, InspectError> {
    let patterns = general.iter().map(|one| pattern(&one));
    let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
    Ok(Box::new(fmt::from_fn(move |f: &mut Formatter<'_>| {
        let names = AttributeMap::NAMES.iter();
        for (name, _) in names.filter(|(_, map)| *map == general.map) {
            writeln!(f, "attribute_map {name}")?;
        }
        for (one, pattern) in general.iter().zip(&patterns) {
            writeln!(f, "\n\n# {}:{}", one.file(), one.line())?;
            if let Some(wait) = one.waits_for() {
                writeln!(f, "# never matches: waits for {}", wait.name())?;
            }
            write!(f, "{}", print::pattern(pattern))?;
        }
        Ok(())
    })))
}

/// The tables by which the patterns are matched, in words.
pub(super) fn about(general: General<'_>) -> Dump<'_> {
    Box::new(match Matching::of(general) {
        Matching::Corners { nodes } => {
            format!("matched by a corner tree of {}", count(nodes, "node"))
        }
        Matching::Masks { slates, points, .. } => {
            let (slates, points) = (count(slates, "slate"), count(points, "point"));
            format!("matched by {slates} over {points}")
        }
        Matching::Automata {
            automata,
            states,
            points,
            ..
        } => {
            let automata = match automata {
                1 => "1 automaton".to_owned(),
                several => format!("{several} automata"),
            };
            let (states, points) = (count(states, "state"), count(points, "point"));
            format!("matched by {automata} of {states} over {points}")
        }
    })
}

/// The difference of the databases as wholes, in words.
pub(super) fn compare(old: General<'_>, new: General<'_>) -> Option<String> {
    (old.map != new.map).then(|| "the attribute map is another one".to_owned())
}

/// The patterns in the form that [`Difference`](super::Difference) compares.
pub(super) fn entries(general: General<'_>) -> Result<Vec<Entry>, InspectError> {
    let entry = |one: katachi_image::Pattern<'_>| {
        Ok(Entry {
            name: one.name().to_owned(),
            place: format!("{}:{}", one.file(), one.line()),
            parts: parts(&one)?,
        })
    };
    general.iter().map(entry).collect()
}

/// A pattern as texts, part by part.
fn parts(one: &katachi_image::Pattern<'_>) -> Result<Vec<(&'static str, String)>, InspectError> {
    let pattern = pattern(one)?;
    let anchor = (pattern.anchor.0 + 1, pattern.anchor.1 + 1);
    let mut labels: Vec<String> = (pattern.labels.iter())
        .map(|label| {
            format!(
                "{} at row {}, column {}",
                label.letter,
                label.row + 1,
                label.col + 1
            )
        })
        .collect();
    labels.sort_unstable();
    let constraint = pattern.constraint.as_ref();
    let constraint = constraint.map(|expr| print::expr(expr, &pattern.labels).to_string());
    Ok(vec![
        ("diagram", print::diagram(&pattern.diagram, &[]).to_string()),
        ("anchor", format!("row {}, column {}", anchor.0, anchor.1)),
        ("colon line", print::colon(&pattern).to_string()),
        ("labels", labels.join("\n")),
        ("constraint", constraint.unwrap_or_default()),
        (
            "action",
            print::action(&pattern.action, &pattern.labels).to_string(),
        ),
    ])
}
