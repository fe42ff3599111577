//! Writes entries as the text of a `.db`.

use std::fmt;

use crate::entry::{Cell, Entry};

/// A database of these entries for `patc`. The lines of `about` become comments at the top.
pub fn database<'a>(
    entries: impl IntoIterator<Item = &'a Entry> + Clone,
    about: &[String],
) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        for line in about {
            writeln!(f, "# {line}")?;
        }
        write!(f, "\nattribute_map general\n")?;
        for entry in entries.clone() {
            write!(f, "{}", separated(entry))?;
        }
        Ok(())
    })
}

/// A pattern with blank lines before it, as databases separate patterns.
pub(crate) fn separated(entry: &Entry) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "\n\n{}", pattern(entry)))
}

/// One pattern: name, comments, diagram, colon line, constraint.
pub fn pattern(entry: &Entry) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        writeln!(f, "Pattern {}", entry.name)?;
        for line in &entry.comments {
            writeln!(f, "{line}")?;
        }
        writeln!(f)?;
        diagram(entry, false, f)?;
        writeln!(f, "\n{}", colon_line(entry))?;
        if entry.has_constraint_diagram() {
            writeln!(f)?;
            diagram(entry, true, f)?;
        }
        if !(entry.constraint.is_empty() && entry.action.is_empty()) {
            writeln!(f)?;
        }
        for line in entry.constraint.iter().chain(&entry.action) {
            writeln!(f, "{line}")?;
        }
        Ok(())
    })
}

/// The colon line: `:8,sFJ` and the author's additions.
fn colon_line(entry: &Entry) -> String {
    let symmetry = if entry.is_symmetric() { '/' } else { '8' };
    let mut line = format!(":{symmetry},sF{}", entry.class.letter());
    for extra in &entry.extra {
        // Further class letters follow directly; a value needs a comma.
        let before_comma = extra.split(',').next().unwrap_or_default();
        if before_comma.contains('(') {
            line.push(',');
        }
        line.push_str(extra);
    }
    line
}

fn diagram(entry: &Entry, labels: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{}+", "-".repeat(entry.cols))?;
    for row in 0..entry.rows {
        for col in (0..entry.cols).rev() {
            let at = (row, col);
            let label = entry.label(at).filter(|_| labels);
            let cell = match entry.cell(at) {
                _ if at == entry.mv => '*',
                Cell::Empty => '.',
                Cell::Own => 'O',
                Cell::Other => 'X',
            };
            write!(f, "{}", label.unwrap_or(cell))?;
        }
        writeln!(f, "|")?;
    }
    Ok(())
}
