//! Reads the readable form of books: ordinary patterns whose diagram is a whole board.

use katachi_image::full_board::{MIN_SIZE, Stone};
use katachi_image::{Attribute, Cell, border};

use super::demands::{MAX_WEIGHT, has_breathless_string};
use super::model::{Book, BookEntry};
use crate::diagnostic::Code;
use crate::model::{Pattern, Value};
use crate::report::Report;
use crate::source::Span;
use crate::syntax::pattern::{DiagramLine, PatternSyntax};

/// Adds a pattern to the book if it is a whole board with a move.
pub(super) fn entry(
    pattern: &Pattern,
    syntax: &PatternSyntax,
    book: &mut Book,
    report: &mut Report<'_>,
) {
    let before = report.diagnostics.len();
    check_board(pattern, report);
    check_cells(pattern, syntax, report);
    check_colon(pattern, syntax, report);
    let weight = weight(pattern, syntax, report);
    let mv = pattern.diagram.find(|cell| cell == Cell::Move);
    let (Some(weight), Some((row, col)), false) = (weight, mv, report.errors_since(before)) else {
        return;
    };
    let first = book.stones.len();
    book.stones
        .extend(pattern.diagram.iter().filter_map(|(row, col, cell)| {
            let own = match cell {
                Cell::Own => true,
                Cell::Opponent => false,
                _ => return None,
            };
            Some(Stone {
                row: row as u8,
                col: col as u8,
                own,
            })
        }));
    let size = pattern.diagram.rows as u8;
    if has_breathless_string(&book.stones[first..], size) {
        let message = "expected a position that can arise, found stones without liberties";
        report.add(Code::Breathless, pattern.span, message);
    }
    book.entries.push(BookEntry {
        name: pattern.name.clone(),
        source: pattern.source,
        span: pattern.span,
        size,
        mv: (row as u8, col as u8),
        stones: first..book.stones.len(),
        weight,
    });
}

fn check_board(pattern: &Pattern, report: &mut Report<'_>) {
    const ALL: u8 = border::NORTH | border::SOUTH | border::WEST | border::EAST;
    let diagram = &pattern.diagram;
    if diagram.borders != ALL {
        let message = "expected a border on all four sides, found an open side";
        let help = "an entry of a book is a whole board; local patterns belong into `fuseki.db`";
        report.add_with_help(Code::OpenBoard, pattern.span, message, help);
    }
    if diagram.rows != diagram.cols {
        let message = format!(
            "expected as many rows as columns, found {} rows of {}",
            diagram.rows, diagram.cols
        );
        report.add(Code::OblongBoard, pattern.span, message);
    }
    if diagram.rows < usize::from(MIN_SIZE) {
        let message = format!("expected at least {MIN_SIZE} rows, found {}", diagram.rows);
        report.add(Code::SmallBoard, pattern.span, message);
    }
}

fn check_cells(pattern: &Pattern, syntax: &PatternSyntax, report: &mut Report<'_>) {
    let known = |cell| matches!(cell, Cell::Empty | Cell::Own | Cell::Opponent | Cell::Move);
    let Some((row, col)) = pattern.diagram.find(|cell| !known(cell)) else {
        return;
    };
    let mut rows = syntax.diagram.iter().filter_map(|line| match line {
        DiagramLine::Row(row) => Some(row.cells),
        DiagramLine::Edge(_) => None,
    });
    let span = rows
        .nth(row)
        .map_or(pattern.span, |cells| cells.part(col, 1));
    let message = format!(
        "expected cells out of `.XO*`, found `{}`",
        report.source.display(span)
    );
    let help = "an entry of a book is one position, with nothing left open";
    report.add_with_help(Code::OpenCell, span, message, help);
}

/// The place of the first field of the colon line, from number `from` on, that begins with `begin`.
fn field(syntax: &PatternSyntax, from: usize, begin: &str) -> Span {
    let Some(colon) = &syntax.colon else {
        return syntax.name.span;
    };
    let mut fields = colon.value.iter().skip(from);
    fields
        .find(|field| field.value.trim_start().starts_with(begin))
        .map_or(colon.span, |field| field.span)
}

fn check_colon(pattern: &Pattern, syntax: &PatternSyntax, report: &mut Report<'_>) {
    if pattern.symmetry != '8' {
        let message = format!("expected the symmetry `8`, found `{}`", pattern.symmetry);
        let help = "positions of a book are found in all orientations";
        report.add_with_help(Code::BookSymmetry, field(syntax, 0, ""), message, help);
    }
    if !syntax.constraint.is_empty() || !syntax.action.is_empty() || pattern.helper.is_some() {
        let message = "expected a position and its value, found a constraint, action or helper";
        let help = "what asks more than the position belongs into `fuseki.db`";
        let code = syntax.constraint.iter().chain(&syntax.action).next();
        let place = code.copied().unwrap_or_else(|| field(syntax, 2, ""));
        report.add_with_help(Code::BookCode, place, message, help);
    }
    let other = |(attribute, _): &&(Attribute, Value)| *attribute != Attribute::Value;
    if let Some((attribute, _)) = pattern.values.iter().find(other) {
        let message = format!("expected only `value`, found `{}`", attribute.name());
        let help = "books have `attribute_map value_only`";
        let place = field(syntax, 2, attribute.name());
        report.add_with_help(Code::BookValue, place, message, help);
    }
}

fn weight(pattern: &Pattern, syntax: &PatternSyntax, report: &mut Report<'_>) -> Option<u32> {
    let place = field(syntax, 2, "");
    let value = (pattern.values.iter()).find_map(|&(attribute, value)| match value {
        Value::Number(number) if attribute == Attribute::Value => Some(number),
        _ => None,
    });
    let Some(number) = value else {
        // If there are values of another kind, the checks have reported them.
        if pattern.values.is_empty() {
            let message = "expected `value(N)`, found none";
            let help = "the value says how often the move was played";
            report.add_with_help(Code::NoBookValue, place, message, help);
        }
        return None;
    };
    if number.fract() != 0.0 || !(1.0..=MAX_WEIGHT as f32).contains(&number) {
        let message = format!("expected a weight from 1 to {MAX_WEIGHT}, found {number}");
        report.add(Code::BookWeight, place, message);
        return None;
    }
    Some(number as u32)
}
