//! Lints: warnings about valid patterns that their author hardly meant.
//!
//! Entry point: [`check`]. It runs all lints on the checked model, which lacks patterns with
//! errors. Each lint has a module, and `docs/lints.md` explains it to authors. [`allow`] lets
//! comments in the source silence warnings.

pub mod allow;
mod canonical;
mod constant;
mod geometry;
mod impossible;
mod symmetry;
mod twins;

use katachi_image::{Cell, HELPERS, Role};

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Database, Diagram, Pattern};
use crate::source::{Source, Span};
use crate::syntax::lines::Row;
use crate::syntax::pattern::{DiagramLine, Item, PatternSyntax};

/// A pattern with everything that lints ask about it.
struct Subject<'a> {
    role: Role,
    pattern: &'a Pattern,
    syntax: &'a PatternSyntax,
    source: &'a Source,
    /// The diagram with anchors as ordinary stones, unless anchors have a meaning of their own in
    /// this database.
    plain: Diagram,
    /// The orientations in which it is equal to itself.
    diagram_symmetries: u8,
    /// Row and column of the move.
    mv: Option<(usize, usize)>,
}

/// Collects the warnings of the lints.
struct Report<'a> {
    sources: &'a [Source],
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Report<'_> {
    fn add(
        &mut self,
        code: Code,
        subject: &Subject<'_>,
        span: Span,
        message: impl Into<String>,
        help: &str,
    ) {
        let diagnostic = Diagnostic::new(code, subject.pattern.source, span, message);
        self.diagnostics.push(diagnostic.with_help(help));
    }

    /// A pattern's name and place, for messages about another pattern.
    fn name(&self, subject: &Subject<'_>) -> String {
        let pattern = subject.pattern;
        (self.sources.get(pattern.source.0)).map_or_else(
            || format!("`{}`", pattern.name),
            |source| {
                let line = source.location(pattern.span.start).line;
                format!("`{}` ({}:{line})", pattern.name, source.name())
            },
        )
    }
}

/// Runs all lints.
pub fn check(
    database: &Database,
    items: &[Item],
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let subjects = subjects(database, items, sources);
    let mut report = Report {
        sources,
        diagnostics,
    };
    for subject in &subjects {
        symmetry::check(subject, &mut report);
        constant::check(subject, &mut report);
        impossible::check(subject, &mut report);
    }
    twins::check(&subjects, &mut report);
}

/// Pairs the patterns with their syntax. Both lists are in source order.
fn subjects<'a>(
    database: &'a Database,
    items: &'a [Item],
    sources: &'a [Source],
) -> Vec<Subject<'a>> {
    let mut written = items.iter().filter_map(|item| match item {
        Item::Pattern(pattern) => Some(&**pattern),
        Item::Directive(_) => None,
    });
    (database.patterns.iter())
        .filter_map(|pattern| {
            let place = (pattern.source, pattern.span);
            let syntax = written.find(|syntax| (syntax.source, syntax.name.span) == place)?;
            let source = sources.get(pattern.source.0)?;
            Some(Subject::new(database.role, pattern, syntax, source))
        })
        .collect()
}

/// The helpers that read certain points near the move, with the symmetries of these points as bit
/// masks of orientations. They also store something even when they reject.
const DIRECTED: [(&str, u8); 2] = [
    ("throw_in_atari_helper", 1 << 5 | 1),
    ("cutstone2_helper", 1 << 6 | 1),
];

/// The symmetries of a helper that reads certain points; `None` for other helpers.
fn directed(helper: Option<usize>) -> Option<u8> {
    let name = HELPERS.get(helper?)?.name;
    let found = DIRECTED.iter().find(|(directed, _)| *directed == name);
    found.map(|&(_, symmetries)| symmetries)
}

impl<'a> Subject<'a> {
    fn new(
        role: Role,
        pattern: &'a Pattern,
        syntax: &'a PatternSyntax,
        source: &'a Source,
    ) -> Self {
        let mut plain = pattern.diagram.clone();
        // Barriers credit an intrusion to its anchors; elsewhere anchors are ordinary stones.
        if role != Role::Barriers {
            for cell in &mut plain.cells {
                *cell = match *cell {
                    Cell::OwnAnchor => Cell::Own,
                    Cell::OpponentAnchor => Cell::Opponent,
                    other => other,
                };
            }
        }
        Self {
            role,
            pattern,
            syntax,
            source,
            diagram_symmetries: geometry::symmetries(&plain),
            mv: plain.find(|cell| cell == Cell::Move),
            plain,
        }
    }

    /// Where the symmetry code stands.
    fn symmetry_span(&self) -> Span {
        let colon = self.syntax.colon.as_ref();
        let field = colon.and_then(|line| line.value.first());
        field.map_or(self.pattern.span, |field| field.span)
    }

    /// Each cell of the constraint diagram with a label, and the label.
    fn labelled_cells(&self) -> impl Iterator<Item = (usize, u8)> {
        let characters = rows(&self.syntax.constraint_diagram)
            .flat_map(|row| self.source.slice(row.cells).bytes());
        let is_label = |letter: u8| {
            let labels = self.pattern.labels.iter();
            letter.is_ascii()
                && labels
                    .into_iter()
                    .any(|label| label.letter == char::from(letter))
        };
        characters
            .enumerate()
            .filter(move |&(_, letter)| is_label(letter))
    }

    /// Where a cell of the main diagram stands.
    fn cell_span(&self, row: usize, col: usize) -> Option<Span> {
        let row = rows(&self.syntax.diagram).nth(row)?;
        Some(row.cells.part(col, 1))
    }
}

/// The colour of a cell that is a stone: whether it is an own one.
fn color(cell: Cell) -> Option<bool> {
    let own = matches!(cell, Cell::Own | Cell::OwnAnchor);
    cell.is_stone().then_some(own)
}

fn rows(diagram: &[DiagramLine]) -> impl Iterator<Item = &Row> {
    diagram.iter().filter_map(|line| match line {
        DiagramLine::Row(row) => Some(row),
        DiagramLine::Edge(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directed_helpers_are_known_ones() {
        for (name, _) in DIRECTED {
            assert!(HELPERS.iter().any(|helper| helper.name == name));
        }
    }
}
