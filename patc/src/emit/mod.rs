//! The back half of the compiler: encodes the checked model as an image.
//!
//! Entry point: [`image`]. Each kind of database has a file; the general dialect has three more:
//! `point_tests` (what a diagram demands of each point), `slates` (masks of the matcher) and
//! `corners` (the tree of corner patterns). Constraints and actions are compiled in `code.rs`.

mod automata;
mod book;
mod corners;
mod eyes;
mod lanes;
mod monte_carlo;
mod orbits;
mod places;
mod point_tests;
mod slates;

use katachi_image::general::{
    CellRecord, GeneralTables, LabelRecord, PatternRecord, Run, ValueRecord,
};
use katachi_image::{Anchor, Cell, Fingerprint, ImageError, Offset, Role};

use self::places::{Files, line, offset};
use crate::dialect::Model;
use crate::method::Method;
use crate::model::{Database, Pattern, Value};
use crate::source::Source;
use crate::{code, fold};

/// The image of a database.
///
/// # Errors
/// If the tables break a rule of the format, which would be a bug of the compiler.
pub fn image(
    model: &Model,
    method: Method,
    sources: &[Source],
    fingerprint: Fingerprint,
) -> Result<Vec<u8>, ImageError> {
    match model {
        Model::General(database) => general(database, method, sources, fingerprint),
        Model::Eyes(shapes) => eyes::image(shapes, sources, fingerprint),
        Model::MonteCarlo(rules) => monte_carlo::image(rules, sources, fingerprint),
        Model::Book(entries) => book::image(entries, sources, fingerprint),
    }
}

fn general(
    database: &Database,
    method: Method,
    sources: &[Source],
    fingerprint: Fingerprint,
) -> Result<Vec<u8>, ImageError> {
    let Files { text, files } = Files::of(sources);
    let mut tables = GeneralTables {
        text,
        files,
        ..GeneralTables::default()
    };
    for pattern in &database.patterns {
        let record = record(&mut tables, database.role, pattern, sources);
        tables.patterns.push(record);
    }
    match (database.role.profile().anchor, method) {
        (Anchor::Corner, _) => tables.corners = corners::build(&database.patterns),
        (_, Method::Automaton) if automata::build(&database.patterns, &mut tables) => {}
        _ => slates::build(&database.patterns, &mut tables),
    }
    tables.encode(database.role, database.map, fingerprint)
}

fn record(
    tables: &mut GeneralTables,
    role: Role,
    pattern: &Pattern,
    sources: &[Source],
) -> PatternRecord {
    let mv = pattern.diagram.find(|cell| cell == Cell::Move);
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

    let name = tables.text.len();
    tables.text.push_str(&pattern.name);
    PatternRecord {
        name: Run::between(name, tables.text.len()),
        file: (pattern.source.0 as u16).into(),
        line: line(sources, pattern.source, pattern.span).into(),
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
