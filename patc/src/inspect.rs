//! What an image holds, for people: its patterns as the model and as text, and what differs
//! between two images.
//!
//! [`pattern`] reads a pattern back from an image; [`dump`] writes a whole image as a source that
//! compiles to the same patterns; [`Difference`] compares two images pattern by pattern.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

use katachi_image::{AttributeArgument, AttributeMap, Cell, General, Image, Offset};

use crate::decompile::{self, NoTree};
use crate::model::{Diagram, Label, Pattern, Value};
use crate::print;
use crate::source::{SourceId, Span};

/// Why what an image holds cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InspectError {
    /// The image holds something else than general patterns.
    #[error("expected an image of general patterns, found another kind")]
    Kind,
    /// The code of a pattern is valid, but was not written by a compiler.
    #[error("pattern {pattern}: {reason}")]
    Code {
        /// The name of the pattern.
        pattern: String,
        /// What is wrong.
        reason: NoTree,
    },
}

/// The pattern as its source says it. Of what it waits for, an image knows the first; and the
/// source's text is not there, so the span is empty.
///
/// # Errors
/// If its code has no tree.
pub fn pattern(pattern: &katachi_image::Pattern<'_>) -> Result<Pattern, InspectError> {
    let record = pattern.record;
    let place = |at: Offset| {
        let (row, col) = (at.row - record.top_left.row, at.col - record.top_left.col);
        // The diagram's own cells, checked when the image was opened.
        (
            usize::from(row.unsigned_abs()),
            usize::from(col.unsigned_abs()),
        )
    };
    let (rows, cols) = (
        usize::from(record.extent.row.unsigned_abs()),
        usize::from(record.extent.col.unsigned_abs()),
    );
    let mut cells = vec![Cell::Any; rows * cols];
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

/// The image as text: what its header says, in comments, then its patterns. Compiled again, the text
/// gives the same patterns.
///
/// # Errors
/// If the image holds something else than general patterns, or code without a tree.
pub fn dump(image: &Image) -> Result<impl Display + '_, InspectError> {
    let general = image.general().ok_or(InspectError::Kind)?;
    let patterns = general.iter().map(|one| pattern(&one));
    let patterns = patterns.collect::<Result<Vec<_>, _>>()?;
    Ok(fmt::from_fn(move |f| {
        header(image, general, f)?;
        for (one, pattern) in general.iter().zip(&patterns) {
            writeln!(f, "\n\n# {}:{}", one.file(), one.line())?;
            if let Some(wait) = one.waits_for() {
                writeln!(f, "# never matches: waits for {}", wait.name())?;
            }
            write!(f, "{}", print::pattern(pattern))?;
        }
        Ok(())
    }))
}

fn header(image: &Image, general: General<'_>, f: &mut Formatter<'_>) -> fmt::Result {
    let about = image.about();
    let (patterns, role) = (general.patterns.len(), general.role.profile().name);
    let (window, slates) = (general.window.len(), general.slates.len());
    writeln!(
        f,
        "# {} for the role {role}, {} bytes",
        count(patterns, "pattern"),
        about.length
    )?;
    writeln!(f, "# written by patc {}", about.compiler)?;
    writeln!(f, "# fingerprint of the sources: {:#}", about.fingerprint)?;
    for file in general.files() {
        writeln!(f, "# source: {file}")?;
    }
    let (window, slates) = (count(window, "point"), count(slates, "slate"));
    writeln!(f, "# matched by {slates} over {window}\n")?;
    let map = AttributeMap::NAMES
        .iter()
        .find(|(_, map)| *map == general.map);
    map.map_or(Ok(()), |(name, _)| writeln!(f, "attribute_map {name}"))
}

fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// What differs between two images of general patterns. Patterns are the same if they have the same
/// name; where several have it, the first is compared with the first, and so on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// What differs in the databases as wholes, in words.
    pub whole: Vec<String>,
    /// Names and places of patterns that only the old image has.
    pub removed: Vec<String>,
    /// Names and places of patterns that only the new image has.
    pub added: Vec<String>,
    /// Patterns that both have and that are not equal.
    pub changed: Vec<Change>,
    /// The number of equal patterns.
    pub same: usize,
}

/// What differs in a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name and its place in the new source.
    pub pattern: String,
    /// The part that differs, as it was and as it is.
    pub parts: Vec<(&'static str, String, String)>,
}

impl Difference {
    /// Compares two images.
    ///
    /// # Errors
    /// If one of them holds something else than general patterns, or code without a tree.
    pub fn between(old: &Image, new: &Image) -> Result<Self, InspectError> {
        let old = old.general().ok_or(InspectError::Kind)?;
        let new = new.general().ok_or(InspectError::Kind)?;
        let mut difference = Self::default();
        if old.role != new.role {
            let names = [old.role, new.role].map(|role| role.profile().name);
            let text = format!("the role was `{}` and is `{}`", names[0], names[1]);
            difference.whole.push(text);
        }
        if old.map != new.map {
            let text = "the attribute map is another one".to_owned();
            difference.whole.push(text);
        }
        let (known, found) = (by_name(old), by_name(new));
        for (key, one) in &known {
            if !found.contains_key(key) {
                difference.removed.push(place(one));
            }
        }
        for (key, one) in &found {
            let Some(before) = known.get(key) else {
                difference.added.push(place(one));
                continue;
            };
            let (before, after) = (parts(before)?, parts(one)?);
            let both = before.into_iter().zip(after);
            let changes = both.filter(|((_, before), (_, after))| before != after);
            let parts: Vec<_> = changes
                .map(|((part, before), (_, after))| (part, before, after))
                .collect();
            if parts.is_empty() {
                difference.same += 1;
            } else {
                let pattern = place(one);
                difference.changed.push(Change { pattern, parts });
            }
        }
        // Where values are equal, the order of the source decides.
        if common(old, &found) != common(new, &known) {
            let text = "the order of the patterns is another one".to_owned();
            difference.whole.push(text);
        }
        Ok(difference)
    }

    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty()
            && self.removed.is_empty()
            && self.added.is_empty()
            && self.changed.is_empty()
    }
}

/// Patterns by their names, and by how many of the same name came before.
type Named<'a> = BTreeMap<(&'a str, usize), katachi_image::Pattern<'a>>;

fn keyed(
    general: General<'_>,
) -> impl Iterator<Item = ((&str, usize), katachi_image::Pattern<'_>)> {
    let mut seen = BTreeMap::<&str, usize>::new();
    general.iter().map(move |pattern| {
        let number = seen.entry(pattern.name()).or_default();
        *number += 1;
        ((pattern.name(), *number), pattern)
    })
}

fn by_name(general: General<'_>) -> Named<'_> {
    keyed(general).collect()
}

/// The patterns that are also among the others, in order.
fn common<'a>(general: General<'a>, others: &Named<'_>) -> Vec<(&'a str, usize)> {
    let keys = keyed(general).map(|(key, _)| key);
    keys.filter(|key| others.contains_key(key)).collect()
}

fn place(pattern: &katachi_image::Pattern<'_>) -> String {
    format!("{} ({}:{})", pattern.name(), pattern.file(), pattern.line())
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

impl Display for Difference {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for text in &self.whole {
            writeln!(f, "{text}")?;
        }
        for pattern in &self.removed {
            writeln!(f, "removed {pattern}")?;
        }
        for pattern in &self.added {
            writeln!(f, "added {pattern}")?;
        }
        for change in &self.changed {
            writeln!(f, "changed {}", change.pattern)?;
            for (part, old, new) in &change.parts {
                writeln!(f, "  {part}")?;
                old.lines()
                    .try_for_each(|line| writeln!(f, "    - {line}"))?;
                new.lines()
                    .try_for_each(|line| writeln!(f, "    + {line}"))?;
            }
        }
        let Self {
            added,
            removed,
            changed,
            same,
            ..
        } = self;
        let (added, removed, changed) = (added.len(), removed.len(), changed.len());
        write!(
            f,
            "{added} added, {removed} removed, {changed} changed, {same} the same"
        )
    }
}
