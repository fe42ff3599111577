//! Tests beside patterns: comments with a position and what must happen there.
//!
//! ```text
//! # patc: test fires, lib(a) is 2
//! # .....|
//! # .OX..|
//! # .O*..|
//! # -----+
//! ```
//!
//! GNU Go's tools skip them, since they are comments. [`analyze`] reads them: their mistakes are
//! diagnostics like all others, but only warnings, because the patterns can be used all the same.
//! The engine runs the tests (`katachi test`); [`probes`] compiles the values that they ask for.
//!
//! | module | what it is for |
//! |---|---|
//! | [`lines`] | which comments are a test |
//! | `header` | its first line: settings and expectations |
//! | `drawing` | its position |
//! | `model` | what it says |
//!
//! [`analyze`]: crate::analyze

mod drawing;
mod header;
pub mod lines;
mod model;

use std::collections::HashMap;

use katachi_image::{Cell, Fingerprint, ImageError, Role};

pub use self::header::{EXPECTATIONS, expectation_meaning};
pub use self::model::{Drawing, Expectation, Position, Test, Wanted};

use self::lines::Block;
use crate::diagnostic::{Code, Diagnostic};
use crate::dialect::Model;
use crate::emit;
use crate::method::Method;
use crate::model::{Database, Pattern};
use crate::report::Report;
use crate::source::{Source, SourceId};

/// Reads the tests in the comments of these sources. Broken ones are left out and reported.
///
/// `database` has the patterns; `None` if the sources are of a dialect without tests. Tests of
/// patterns with mistakes are skipped.
pub(crate) fn read(
    database: Option<&Database>,
    sources: &[Source],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Test> {
    let mut tests = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        if !source.text().contains(lines::START) {
            continue;
        }
        let id = SourceId(number);
        let patterns = (database.iter())
            .flat_map(|database| database.patterns.iter().enumerate())
            .filter(|(_, pattern)| pattern.source == id)
            .map(|(place, pattern)| (pattern.span.start, (place, pattern)));
        let patterns: HashMap<usize, (usize, &Pattern)> = patterns.collect();
        for block in lines::blocks(source) {
            let mut report = Report {
                id,
                source,
                diagnostics: &mut *diagnostics,
            };
            let Some(database) = database else {
                let message = "expected a database of patterns around a test, found another kind";
                let help = "only patterns of the general language have tests";
                report.add_with_help(Code::TestOutside, block.header, message, help);
                continue;
            };
            let Some(name) = block.pattern else {
                let message = "expected a pattern above a test, found none";
                let help = "a test stands behind the pattern that it is about";
                report.add_with_help(Code::TestOutside, block.header, message, help);
                continue;
            };
            // A pattern with mistakes is not in the database.
            let Some(&(place, pattern)) = patterns.get(&name) else {
                continue;
            };
            tests.extend(test(database.role, place, pattern, &block, &mut report));
        }
    }
    tests
}

/// Reads one test; `None` after mistakes, which are reported.
fn test(
    role: Role,
    place: usize,
    pattern: &Pattern,
    block: &Block,
    report: &mut Report<'_>,
) -> Option<Test> {
    let before = report.diagnostics.len();
    let header = header::read(role, pattern, block.header, report);
    let has_move = pattern.diagram.find(|cell| cell == Cell::Move).is_some();
    let position = if header.names_game {
        if let Some(&row) = block.rows.first() {
            let message = "expected a game or a drawing, found both";
            let help = "a bare `#` or a blank line separates a test from other comments";
            report.add_with_help(Code::BadDrawing, row, message, help);
        }
        header.game
    } else if block.rows.is_empty() {
        let message = "expected a position below a test, found none";
        let help =
            "draw it in the comment lines below, or name a game: `game FILE.sgf move 42 at D5`";
        report.add_with_help(Code::NoPosition, block.header, message, help);
        None
    } else {
        drawing::read(header.board, has_move, block, report).map(Position::Drawn)
    };
    if let Some(Position::Drawn(drawing)) = &position {
        header::check_vertices(&header.expectations, drawing.size, report);
    }
    if report.diagnostics.len() > before {
        return None;
    }
    Some(Test {
        pattern: place,
        source: report.id,
        span: block.header,
        position: position?,
        own: header.own,
        handicap: header.handicap,
        expectations: header.expectations,
    })
}

/// An image with a pattern for each value that these tests ask for, in order: the tested pattern,
/// with the asked expression as its constraint.
///
/// # Errors
/// If the image breaks a rule of the format, which would be a bug of the compiler.
pub fn probes(
    database: &Database,
    tests: &[Test],
    sources: &[Source],
) -> Result<Vec<u8>, ImageError> {
    let asked = tests.iter().flat_map(|test| {
        let expectations = test.expectations.iter();
        let values = expectations.filter_map(|one| match &one.wanted {
            Wanted::Value(expr, _) => Some((**expr).clone()),
            _ => None,
        });
        values.map(|expr| (test.pattern, expr))
    });
    let patterns = asked.filter_map(|(pattern, expr)| {
        let tested = database.patterns.get(pattern)?;
        Some(Pattern {
            constraint: Some(expr),
            action: Vec::new(),
            helper: None,
            waits_for: Vec::new(),
            ..tested.clone()
        })
    });
    let model = Model::General(Database {
        role: database.role,
        map: database.map,
        patterns: patterns.collect(),
    });
    let none: [(&str, &[u8]); 0] = [];
    let fingerprint = Fingerprint::of("values asked by tests", none);
    emit::image(&model, Method::Auto, sources, fingerprint)
}

#[cfg(test)]
mod tests;
