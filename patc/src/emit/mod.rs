//! The back half of the compiler: encodes the checked model as an image.
//!
//! Entry point: [`image`]. Each kind of database has a file; the general dialect has three: `code`
//! (constraints and actions), `slates` (masks of the matcher) and `corners` (the tree of corner
//! patterns).

mod book;
pub(crate) mod code;
mod corners;
mod eyes;
mod monte_carlo;
mod point_tests;
mod slates;

use katachi_image::general::{
    CellRecord, GeneralTables, LabelRecord, PatternRecord, Run, ValueRecord,
};
use katachi_image::{Anchor, Cell, Fingerprint, ImageError, Offset, Role};

use crate::fold;
use crate::model::{Database, Expr, Model, Pattern, Statement, Value};
use crate::source::{Source, SourceId, Span};

/// The image of a database.
///
/// # Errors
/// If the tables break a rule of the format, which would be a bug of the compiler.
pub fn image(
    model: &Model,
    sources: &[Source],
    fingerprint: Fingerprint,
) -> Result<Vec<u8>, ImageError> {
    match model {
        Model::General(database) => general(database, sources, fingerprint),
        Model::Eyes(shapes) => eyes::image(shapes, sources, fingerprint),
        Model::MonteCarlo(rules) => monte_carlo::image(rules, sources, fingerprint),
        Model::Book(entries) => book::image(entries, sources, fingerprint),
    }
}

/// The code of a constraint alone.
pub(crate) fn constraint(expr: &Expr) -> GeneralTables {
    let mut tables = GeneralTables::default();
    code::constraint(expr, &mut tables);
    tables
}

/// The code of an action alone.
pub(crate) fn action(statements: &[Statement]) -> GeneralTables {
    let mut tables = GeneralTables::default();
    code::action(statements, &mut tables);
    tables
}

fn general(
    database: &Database,
    sources: &[Source],
    fingerprint: Fingerprint,
) -> Result<Vec<u8>, ImageError> {
    let mut tables = GeneralTables::default();
    for source in sources {
        let run = text(&mut tables, source.name());
        tables.files.push(run);
    }
    for pattern in &database.patterns {
        let record = record(&mut tables, database.role, pattern, sources);
        tables.patterns.push(record);
    }
    match database.role.profile().anchor {
        Anchor::Corner => tables.corners = corners::build(&database.patterns),
        _ => slates::build(&database.patterns, &mut tables),
    }
    tables.encode(database.role, database.map, fingerprint)
}

fn text(tables: &mut GeneralTables, text: &str) -> Run {
    let start = tables.text.len();
    tables.text.push_str(text);
    Run::between(start, tables.text.len())
}

/// The offset of a cell from the pattern's anchor.
fn offset(pattern: &Pattern, row: usize, col: usize) -> Offset {
    let (anchor_row, anchor_col) = pattern.anchor;
    Offset {
        row: (row as isize - anchor_row as isize) as i8,
        col: (col as isize - anchor_col as isize) as i8,
    }
}

fn record(
    tables: &mut GeneralTables,
    role: Role,
    pattern: &Pattern,
    sources: &[Source],
) -> PatternRecord {
    let mv = pattern.diagram.find(|cell| cell == Cell::Move);
    let line = sources
        .get(pattern.source.0)
        .map_or(0, |source| source.origin(pattern.span.start));

    let cells_start = tables.cells.len();
    for (row, col, cell) in pattern
        .diagram
        .iter()
        .filter(|(_, _, cell)| *cell != role.unstated_cell())
    {
        tables.cells.push(CellRecord {
            at: offset(pattern, row, col),
            cell: cell as u8,
        });
    }
    let labels_start = tables.labels.len();
    for label in &pattern.labels {
        tables.labels.push(LabelRecord {
            at: offset(pattern, label.row, label.col),
            letter: label.letter as u8,
        });
    }
    let values_start = tables.values.len();
    for &(attribute, value) in &pattern.values {
        let (label, number) = match value {
            Value::Number(number) => (0, number),
            Value::Label(label) => (label as u8, 0.0),
        };
        tables.values.push(ValueRecord {
            attribute: attribute as u8,
            label,
            number: number.into(),
        });
    }
    let constraint_start = tables.code.len();
    if let Some(constraint) = &pattern.constraint {
        code::constraint(&fold::expr(constraint), tables);
    }
    let action_start = tables.code.len();
    code::action(&fold::block(&pattern.action), tables);

    PatternRecord {
        name: text(tables, &pattern.name),
        file: (pattern.source.0 as u16).into(),
        line: line.into(),
        classes: pattern.classes.0.into(),
        symmetry: pattern.symmetry as u8,
        orientations: pattern.orientations,
        borders: pattern.diagram.borders,
        top_left: offset(pattern, 0, 0),
        extent: Offset {
            row: pattern.diagram.rows as i8,
            col: pattern.diagram.cols as i8,
        },
        mv: mv
            .map(|(row, col)| offset(pattern, row, col))
            .unwrap_or_default(),
        has_move: u8::from(mv.is_some()),
        helper: pattern.helper.map_or(0, |helper| helper as u8 + 1),
        waits_for: (pattern.waits_for.first())
            .map_or(0, |wait| wait.to_number())
            .into(),
        cells: Run::between(cells_start, tables.cells.len()),
        tests: Run::default(),
        labels: Run::between(labels_start, tables.labels.len()),
        values: Run::between(values_start, tables.values.len()),
        constraint: Run::between(constraint_start, action_start),
        action: Run::between(action_start, tables.code.len()),
    }
}

/// The names of the source files, as an image holds them.
struct Files {
    text: String,
    files: Vec<Run>,
}

impl Files {
    fn of(sources: &[Source]) -> Self {
        let mut all = Self {
            text: String::new(),
            files: Vec::new(),
        };
        for source in sources {
            let start = all.text.len();
            all.text.push_str(source.name());
            all.files.push(Run::between(start, all.text.len()));
        }
        all
    }
}

/// The line of a place, from 1.
fn line(sources: &[Source], source: SourceId, span: Span) -> u32 {
    (sources.get(source.0)).map_or(0, |source| source.origin(span.start))
}
