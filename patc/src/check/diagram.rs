//! Diagrams: rectangles of cells with borders, anchors and labels.

use katachi_image::{Anchor, Cell, Profile, border};

use super::Report;
use crate::diagnostic::Code;
use crate::model::{Diagram, Label};
use crate::source::Span;
use crate::syntax::lines::{Edge, Row};
use crate::syntax::pattern::{DiagramLine, PatternSyntax};

/// The largest diagram that fits a board.
const MAX_SIZE: usize = katachi_image::general::MAX_OFFSET as usize;

/// A main diagram with what has been found out about it.
pub(super) struct Main {
    pub diagram: Diagram,
    /// Row and column of the anchor.
    pub anchor: Option<(usize, usize)>,
    /// It fits no board.
    pub too_large: bool,
}

/// A label and where it first stands.
pub(super) struct LabelCell {
    pub label: Label,
    pub span: Span,
}

/// Reads the main diagram; `None` if it is too broken to go on with.
pub(super) fn main(
    syntax: &PatternSyntax,
    profile: &Profile,
    report: &mut Report<'_>,
) -> Option<Main> {
    let Frame { rows, north, south } = frame(syntax, report)?;
    let first = *rows.first()?;
    let cols = first.cells.end - first.cells.start;
    let mut good = true;
    let mut cells = Vec::with_capacity(rows.len() * cols);
    for row in &rows {
        good &= check_row(row, &first, cols, report);
        for (at, character) in report.source.slice(row.cells).char_indices() {
            let Some(cell) = Cell::from_char(character) else {
                unknown_cell(row.cells.part(at, 1), report);
                good = false;
                break;
            };
            cells.push(cell);
        }
    }
    for edge in [north, south].into_iter().flatten() {
        good &= check_edge(edge, &first, cols, report);
    }
    if !good {
        return None;
    }
    let mut borders = 0;
    for (present, side) in [
        (north.is_some(), border::NORTH),
        (south.is_some(), border::SOUTH),
        (first.west, border::WEST),
        (first.east, border::EAST),
    ] {
        borders |= if present { side } else { 0 };
    }
    let diagram = Diagram {
        rows: rows.len(),
        cols,
        cells,
        borders,
    };
    let cell_span = |(row, col): (usize, usize)| rows[row].cells.part(col, 1);
    let moves: Vec<_> = (diagram.iter())
        .filter(|&(_, _, cell)| cell == Cell::Move)
        .map(|(row, col, _)| (row, col))
        .collect();
    if let Some(&second) = moves.get(1) {
        let message = "expected one `*`, found a second one";
        report.add(Code::TwoMoves, cell_span(second), message);
    }
    if moves.is_empty() && profile.needs_move {
        let message = "expected a `*` for the move, found none in the diagram";
        report.add(Code::NoMove, syntax.name.span, message);
    }
    let anchor = anchor(&diagram, profile, cell_span, report);
    if anchor.is_none() && !moves.is_empty() {
        let message = format!(
            "expected {} to anchor the pattern, found none",
            match profile.anchor {
                Anchor::Own => "an `O`",
                Anchor::Opponent => "an `X`",
                Anchor::Either | Anchor::EitherOrMove => "an `O` or `X`",
            }
        );
        report.add(Code::NoAnchor, syntax.name.span, message);
    }
    let too_large = diagram.rows > MAX_SIZE || diagram.cols > MAX_SIZE;
    if too_large {
        let message = format!(
            "expected at most {MAX_SIZE} rows and columns, found {} x {}: the pattern never matches",
            diagram.rows, diagram.cols
        );
        report.add(Code::TooLarge, syntax.name.span, message);
    }
    Some(Main {
        diagram,
        anchor,
        too_large,
    })
}

/// The rows of a diagram and its borders.
struct Frame {
    rows: Vec<Row>,
    north: Option<Edge>,
    south: Option<Edge>,
}

fn frame(syntax: &PatternSyntax, report: &mut Report<'_>) -> Option<Frame> {
    let mut frame = Frame {
        rows: Vec::new(),
        north: None,
        south: None,
    };
    for line in &syntax.diagram {
        let below = match *line {
            DiagramLine::Edge(edge) if frame.rows.is_empty() && frame.north.is_none() => {
                frame.north = Some(edge);
                None
            }
            DiagramLine::Edge(edge) if !frame.rows.is_empty() && frame.south.is_none() => {
                frame.south = Some(edge);
                None
            }
            DiagramLine::Edge(edge) => Some(edge.span),
            DiagramLine::Row(row) if frame.south.is_none() => {
                frame.rows.push(row);
                None
            }
            DiagramLine::Row(row) => Some(row.cells),
        };
        if let Some(span) = below {
            let message = "expected nothing beyond the border, found more of the diagram";
            report.add(Code::RowAfterBorder, span, message);
            return None;
        }
    }
    if frame.rows.is_empty() {
        let message = "expected rows of cells, found only borders";
        report.add(Code::NoRows, syntax.name.span, message);
        return None;
    }
    Some(frame)
}

fn check_row(row: &Row, first: &Row, cols: usize, report: &mut Report<'_>) -> bool {
    let width = row.cells.end - row.cells.start;
    if width != cols {
        let message = format!("expected {cols} cells as in the first row, found {width}");
        report.add(Code::RaggedRow, row.cells, message);
        return false;
    }
    for (here, there, side) in [
        (row.west, first.west, "left"),
        (row.east, first.east, "right"),
    ] {
        if here != there {
            let (expected, found) = if there { ("a", "none") } else { ("no", "one") };
            let message = format!(
                "expected {expected} border on the {side} as in the first row, found {found}"
            );
            report.add(Code::SideBorder, row.cells, message);
            return false;
        }
    }
    true
}

fn check_edge(edge: Edge, first: &Row, cols: usize, report: &mut Report<'_>) -> bool {
    let width = edge.dashes.end - edge.dashes.start;
    if width != cols {
        let message = format!("expected {cols} dashes, one for each column, found {width}");
        report.add(Code::EdgeLength, edge.dashes, message);
        return false;
    }
    for (corner, side_border, side) in [
        (edge.west, first.west, "left"),
        (edge.east, first.east, "right"),
    ] {
        if corner != side_border {
            let (expected, found) = if side_border {
                ("a `+`", "none")
            } else {
                ("no `+`", "one")
            };
            let rows = if side_border { "have" } else { "have not" };
            let message = format!(
                "expected {expected} at the {side} end, since the rows {rows} a border there, found {found}"
            );
            report.add(Code::CornerMismatch, edge.span, message);
            return false;
        }
    }
    true
}

fn unknown_cell(span: Span, report: &mut Report<'_>) {
    let cells: String = Cell::CHARACTERS.iter().map(|&(c, _)| c).collect();
    let found = report.source.display(span);
    let message = format!("expected cells out of `{cells}`, found `{found}`");
    let help = if report
        .source
        .slice(span)
        .starts_with(|c: char| c.is_ascii_alphabetic())
    {
        "labels belong into the constraint diagram; a side comment needs a blank before it"
    } else {
        "a side comment needs a blank before it"
    };
    report.add_with_help(Code::UnknownCell, span, message, help);
}

/// The last marked anchor, else the first stone of an allowed colour, else, where that is allowed, the move.
fn anchor(
    diagram: &Diagram,
    profile: &Profile,
    cell_span: impl Fn((usize, usize)) -> Span,
    report: &mut Report<'_>,
) -> Option<(usize, usize)> {
    let marked: Vec<_> = diagram
        .iter()
        .filter(|(_, _, cell)| matches!(cell, Cell::OwnAnchor | Cell::OpponentAnchor))
        .map(|(row, col, _)| (row, col))
        .collect();
    if let [_, .., last] = marked.as_slice() {
        let message = "expected one `Q` or `Y`, found another one: the last is the anchor";
        report.add(Code::TwoAnchors, cell_span(*last), message);
    }
    if let Some(&last) = marked.last() {
        return Some(last);
    }
    let allowed = |cell| match profile.anchor {
        Anchor::Own => cell == Cell::Own,
        Anchor::Opponent => cell == Cell::Opponent,
        Anchor::Either | Anchor::EitherOrMove => matches!(cell, Cell::Own | Cell::Opponent),
    };
    diagram.find(allowed).or_else(|| {
        (profile.anchor == Anchor::EitherOrMove)
            .then(|| diagram.find(|cell| cell == Cell::Move))
            .flatten()
    })
}

/// Whether a character may be a label: any letter that is no cell.
fn is_label(character: char) -> bool {
    character.is_ascii_alphabetic() && Cell::from_char(character).is_none()
}

/// Reads the constraint diagram: its labels in the order in which they first stand in it.
pub(super) fn labels(
    syntax: &PatternSyntax,
    main: &Main,
    report: &mut Report<'_>,
) -> Vec<LabelCell> {
    let diagram = &main.diagram;
    let mut labels: Vec<LabelCell> = Vec::new();
    let rows: Vec<Row> = syntax
        .constraint_diagram
        .iter()
        .filter_map(|line| match line {
            DiagramLine::Row(row) => Some(*row),
            DiagramLine::Edge(_) => None,
        })
        .collect();
    let Some(last) = rows.last() else {
        return labels;
    };
    if rows.len() != diagram.rows {
        let message = format!(
            "expected {} rows as in the main diagram, found {}",
            diagram.rows,
            rows.len()
        );
        report.add(Code::ConstraintHeight, last.cells, message);
        return labels;
    }
    for (row, line) in rows.iter().enumerate() {
        let width = line.cells.end - line.cells.start;
        if width != diagram.cols {
            let message = format!(
                "expected {} cells as in the main diagram, found {width}",
                diagram.cols
            );
            report.add(Code::ConstraintWidth, line.cells, message);
            continue;
        }
        let borders = |side| diagram.borders & side != 0;
        if line.west != borders(border::WEST) || line.east != borders(border::EAST) {
            let message = "expected the borders of the main diagram, found others";
            report.add(Code::ConstraintCell, line.cells, message);
        }
        for (col, character) in report.source.slice(line.cells).char_indices() {
            let span = line.cells.part(col, 1);
            let main_cell = diagram.cells[row * diagram.cols + col];
            if is_label(character) {
                if labels.iter().all(|label| label.label.letter != character) {
                    let label = Label {
                        letter: character,
                        row,
                        col,
                    };
                    labels.push(LabelCell { label, span });
                }
                continue;
            }
            match Cell::from_char(character) {
                None => {
                    let found = report.source.display(span);
                    let message = format!("expected a cell or a letter as label, found `{found}`");
                    report.add(Code::BadLabel, span, message);
                    break;
                }
                Some(Cell::Empty | Cell::Comma | Cell::Bang | Cell::Move | Cell::Any) => {}
                Some(cell) if cell == main_cell => {}
                Some(_) => {
                    let message = format!(
                        "expected `{}` as in the main diagram, or a label, found `{character}`",
                        main_cell.character()
                    );
                    let help = "the letters o x O X Q Y are cells and never labels";
                    report.add_with_help(Code::ConstraintCell, span, message, help);
                }
            }
        }
    }
    labels
}

/// Warns of a symmetry that borders or shape of the diagram rule out.
pub(super) fn check_symmetry(main: &Main, symmetry: char, span: Span, report: &mut Report<'_>) {
    let Diagram {
        rows,
        cols,
        borders,
        ..
    } = main.diagram;
    let horizontal = borders & (border::NORTH | border::SOUTH) != 0;
    let vertical = borders & (border::WEST | border::EAST) != 0;
    let reason = match symmetry {
        '+' | 'X' | 'O' if horizontal || vertical => "a border",
        '-' if horizontal => "a north or south border",
        '|' if vertical => "a west or east border",
        '/' | '\\' | 'X' if rows != cols => "a shape that is not square",
        _ => return,
    };
    let message =
        format!("expected a diagram with the symmetry `{symmetry}`, found one with {reason}");
    let help = "`8` tries all orientations";
    report.add_with_help(Code::SymmetryShape, span, message, help);
}
