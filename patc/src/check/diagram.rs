//! Checks diagrams: their rectangle, cells, borders, anchors and labels.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use katachi_image::general::MAX_CORNER_STONES;
use katachi_image::{Anchor, Cell, Profile, border};

use crate::diagnostic::Code;
use crate::model::{Diagram, Label};
use crate::report::Report;
use crate::source::Span;
use crate::syntax::lines::{Edge, Row};
use crate::syntax::pattern::{DiagramLine, PatternSyntax};

/// The largest diagram that fits a board.
const MAX_SIZE: usize = katachi_image::general::MAX_OFFSET as usize;

/// A checked main diagram.
pub(super) struct Main {
    pub diagram: Diagram,
    /// Row and column of the anchor.
    pub anchor: Option<(usize, usize)>,
    /// It fits no board.
    pub too_large: bool,
}

/// The labels of the constraint diagram.
#[derive(Default)]
pub(super) struct Labels {
    pub cells: Vec<LabelCell>,
    /// Whether the list is complete. If not, an error in a diagram has been reported, and a label
    /// that is missing here needs no error of its own.
    pub known: bool,
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
    let Frame { rows, north, south } = frame(&syntax.diagram, syntax.name.span, report)?;
    // The majority of the rows is right, whichever row comes first.
    let cols = usual(&rows, |row| {
        // A strange character may have several bytes.
        report.source.excerpt(row.cells).chars().count()
    });
    let west = usual(&rows, |row| row.west);
    let east = usual(&rows, |row| row.east);
    let mut good = true;
    let mut cells = Vec::with_capacity(rows.len() * cols);
    for row in &rows {
        if let Some(strange) = row_cells(row, &mut cells, report) {
            unknown_cell(strange, report);
            good = false;
        } else {
            good &= check_row(row, (west, east), cols, report);
        }
    }
    for edge in [north, south].into_iter().flatten() {
        good &= check_edge(edge, (west, east), cols, report);
    }
    if !good {
        return None;
    }
    let mut borders = 0;
    for (present, side) in [
        (north.is_some(), border::NORTH),
        (south.is_some(), border::SOUTH),
        (west, border::WEST),
        (east, border::EAST),
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
        let help = "a pattern proposes one move: write another pattern for the other one";
        report.add_with_help(Code::TwoMoves, cell_span(second), message, help);
    }
    if moves.is_empty() && profile.needs_move {
        let message = "expected a `*` for the move, found none in the diagram";
        let help = "put a `*` on the empty point that the pattern proposes to play";
        report.add_with_help(Code::NoMove, syntax.name.span, message, help);
    }
    let is_corner = profile.anchor == Anchor::Corner;
    let anchor = if is_corner {
        corner(&diagram, syntax.name.span, cell_span, report)
    } else {
        anchor(&diagram, profile, cell_span, report)
    };
    if anchor.is_none() && !is_corner && (!moves.is_empty() || !profile.needs_move) {
        let message = format!(
            "expected {} to anchor the pattern, found none",
            match profile.anchor {
                Anchor::Own => "an `O`",
                Anchor::Opponent => "an `X`",
                Anchor::Either | Anchor::EitherOrMove | Anchor::Corner => "an `O` or `X`",
            }
        );
        let help = "the pattern is looked for around a stone; `o` and `x` may be empty, so they do not count";
        report.add_with_help(Code::NoAnchor, syntax.name.span, message, help);
    }
    let too_large = diagram.rows > MAX_SIZE || diagram.cols > MAX_SIZE;
    if too_large {
        let message = format!(
            "expected at most {MAX_SIZE} rows and columns, found {} x {}: the pattern never matches",
            diagram.rows, diagram.cols
        );
        let help = "no board is that large: leave out rows or columns of `?`";
        report.add_with_help(Code::TooLarge, syntax.name.span, message, help);
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

fn frame(lines: &[DiagramLine], name: Span, report: &mut Report<'_>) -> Option<Frame> {
    let mut frame = Frame {
        rows: Vec::new(),
        north: None,
        south: None,
    };
    for line in lines {
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
            let help =
                "a border above the first row is the north edge, one below it the south edge";
            report.add_with_help(Code::RowAfterBorder, span, message, help);
            return None;
        }
    }
    if frame.rows.is_empty() {
        let message = "expected rows of cells, found only borders";
        let help = "draw at least one row of cells";
        report.add_with_help(Code::NoRows, name, message, help);
        return None;
    }
    Some(frame)
}

/// The most frequent value of the rows. Of equally frequent values, the one of the earliest row.
fn usual<T: Ord + Default>(rows: &[Row], of: impl Fn(&Row) -> T) -> T {
    // For each value: how many rows have it, and the first of these rows.
    let mut counts: BTreeMap<T, (usize, Reverse<usize>)> = BTreeMap::new();
    for (number, row) in rows.iter().enumerate() {
        counts.entry(of(row)).or_insert((0, Reverse(number))).0 += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, rank)| *rank);
    most.map(|(value, _)| value).unwrap_or_default()
}

/// Adds the cells of a row; returns the place of the first character that is not a cell.
fn row_cells(row: &Row, cells: &mut Vec<Cell>, report: &Report<'_>) -> Option<Span> {
    for (at, character) in report.source.slice(row.cells).char_indices() {
        match Cell::from_char(character) {
            Some(cell) => cells.push(cell),
            None => return Some(report.source.character(row.cells.start + at)),
        }
    }
    None
}

fn check_row(row: &Row, (west, east): (bool, bool), cols: usize, report: &mut Report<'_>) -> bool {
    let width = row.cells.end - row.cells.start;
    if width != cols {
        let message = format!("expected {cols} cells as in the other rows, found {width}");
        let source = report.source;
        let line = source.line_span(source.location(row.cells.end).line);
        let behind = source.slice(Span::new(row.cells.end, line.end)).trim();
        let is_cell = |c: char| Cell::from_char(c).is_some() || c.is_whitespace();
        let more = width < cols && !behind.is_empty() && behind.chars().all(is_cell);
        let help = if more {
            "a blank or a tab ends a row: what stands behind it is a side comment"
        } else {
            "all rows of a diagram are equally long; `?` stands for any point"
        };
        report.add_with_help(Code::RaggedRow, row.cells, message, help);
        return false;
    }
    for (here, there, side) in [(row.west, west, "left"), (row.east, east, "right")] {
        if here != there {
            let (expected, found) = if there { ("a", "none") } else { ("no", "one") };
            let message = format!(
                "expected {expected} border on the {side} as in the other rows, found {found}"
            );
            let help = "an edge of the board goes along all rows: write `|` at each or at none";
            let (whole, text) = with_borders(row, (west, east), report);
            report
                .add_with_help(Code::SideBorder, row.cells, message, help)
                .fix(whole, text);
            return false;
        }
    }
    true
}

fn check_edge(
    edge: Edge,
    (west, east): (bool, bool),
    cols: usize,
    report: &mut Report<'_>,
) -> bool {
    let width = edge.dashes.end - edge.dashes.start;
    if width != cols {
        let message = format!("expected {cols} dashes, one for each column, found {width}");
        let help = "a corner is a `+` in front of or behind the dashes";
        report
            .add_with_help(Code::EdgeLength, edge.dashes, message, help)
            .fix(edge.dashes, "-".repeat(cols));
        return false;
    }
    for (corner, side_border, side) in [(edge.west, west, "left"), (edge.east, east, "right")] {
        if corner != side_border {
            let (expected, found) = if side_border {
                ("a", "none")
            } else {
                ("no", "one")
            };
            let message = format!(
                "expected {expected} `+` at the {side} end, since the rows have {expected} border there, found {found}"
            );
            let help = "where two edges meet there is a `+`, and each row has its `|`";
            report
                .add_with_help(Code::CornerMismatch, edge.span, message, help)
                .fix(edge.span, edge_text((west, east), cols));
            return false;
        }
    }
    true
}

fn unknown_cell(span: Span, report: &mut Report<'_>) {
    let cells: String = Cell::CHARACTERS.iter().map(|&(c, _)| c).collect();
    let found = report.source.display(span);
    let message = format!("expected cells out of `{cells}`, found `{found}`");
    let text = report.source.slice(span);
    if text == "0" {
        let help = "`0` is a digit: write the letter `O` for a stone of O";
        let added = report.add_with_help(Code::UnknownCell, span, message, help);
        added.fix(span, "O");
        return;
    }
    let help = if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        "labels belong into the constraint diagram; a side comment needs a blank before it"
    } else {
        "a side comment needs a blank before it"
    };
    report.add_with_help(Code::UnknownCell, span, message, help);
}

/// Finds the anchor: the last marked anchor, else the first stone of an allowed colour, else, where
/// allowed, the move.
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
        let help = "write the others as `O` or `X`";
        report.add_with_help(Code::TwoAnchors, cell_span(*last), message, help);
    }
    if let Some(&last) = marked.last() {
        return Some(last);
    }
    let allowed = |cell| match profile.anchor {
        Anchor::Own => cell == Cell::Own,
        Anchor::Opponent => cell == Cell::Opponent,
        Anchor::Either | Anchor::EitherOrMove => matches!(cell, Cell::Own | Cell::Opponent),
        Anchor::Corner => false,
    };
    diagram.find(allowed).or_else(|| {
        (profile.anchor == Anchor::EitherOrMove)
            .then(|| diagram.find(|cell| cell == Cell::Move))
            .flatten()
    })
}

/// The cell in the corner of the board, which is the anchor of a corner pattern. The diagram must
/// have exactly one such corner and no cells other than stones, empty points and the move.
fn corner(
    diagram: &Diagram,
    name: Span,
    cell_span: impl Fn((usize, usize)) -> Span,
    report: &mut Report<'_>,
) -> Option<(usize, usize)> {
    let has = |side| diagram.borders & side != 0;
    let one_of = |one, other, last: usize| match (has(one), has(other)) {
        (true, false) => Some(0),
        (false, true) => Some(last),
        _ => None,
    };
    let row = one_of(border::NORTH, border::SOUTH, diagram.rows - 1);
    let col = one_of(border::WEST, border::EAST, diagram.cols - 1);
    let corner = row.zip(col);
    if corner.is_none() {
        let edges = [
            (border::NORTH, "north"),
            (border::SOUTH, "south"),
            (border::WEST, "west"),
            (border::EAST, "east"),
        ];
        let found: Vec<&str> = (edges.iter())
            .filter(|(side, _)| has(*side))
            .map(|(_, name)| *name)
            .collect();
        let found = match found.as_slice() {
            [] => "none".to_owned(),
            sides => sides.join(", "),
        };
        let message = format!("expected borders on two sides that meet in a corner, found {found}");
        let help = "joseki are looked for in the corners: draw `---+` above and `|` behind each row; \
                    other opening patterns belong into a database of the role `fuseki`";
        report.add_with_help(Code::NoCorner, name, message, help);
    }
    let strange = |cell| !matches!(cell, Cell::Empty | Cell::Own | Cell::Opponent | Cell::Move);
    if let Some((row, col, cell)) = diagram.iter().find(|&(_, _, cell)| strange(cell)) {
        let message = format!(
            "expected `.`, `X`, `O` or `*`, found `{}`",
            cell.character()
        );
        let help = "a joseki says of every point of its corner what stands there: narrow the diagram, \
                    or write one pattern for each case";
        report.add_with_help(Code::CornerCell, cell_span((row, col)), message, help);
        return None;
    }
    let stones = diagram
        .iter()
        .filter(|(_, _, cell)| cell.is_stone())
        .count();
    if stones > MAX_CORNER_STONES {
        let message = format!("expected at most {MAX_CORNER_STONES} stones, found {stones}");
        let help = "no joseki is that long: draw a smaller corner";
        report.add_with_help(Code::CornerStones, name, message, help);
        return None;
    }
    corner
}

/// Whether a character may be a label: any letter that is not a cell.
fn is_label(character: char) -> bool {
    character.is_ascii_alphabetic() && Cell::from_char(character).is_none()
}

const REPEAT_BORDERS: &str = "the second diagram repeats the main diagram with its borders";

/// Whether the constraint diagram repeats the upper or lower border of the main diagram.
fn check_repeated_edge(
    edge: Option<Edge>,
    beside: &Row,
    side: u8,
    diagram: &Diagram,
    report: &mut Report<'_>,
) -> bool {
    let has = |side| diagram.borders & side != 0;
    let name = if side == border::NORTH {
        "upper"
    } else {
        "lower"
    };
    let (span, message) = match (edge, has(side)) {
        (None, false) => return true,
        (Some(edge), true) => {
            let sides = (has(border::WEST), has(border::EAST));
            return check_edge(edge, sides, diagram.cols, report);
        }
        (None, true) => (
            beside.cells,
            format!("expected the {name} border of the main diagram, found none"),
        ),
        (Some(edge), false) => (
            edge.span,
            format!("expected no {name} border as in the main diagram, found one"),
        ),
    };
    let sides = (has(border::WEST), has(border::EAST));
    let (place, text) = if let Some(edge) = edge {
        // With the end of its line.
        (report.source.whole_lines(edge.span), String::new())
    } else {
        let row = report.source.whole_lines(beside.cells);
        let at = if side == border::NORTH {
            row.start
        } else {
            row.end
        };
        let end = report.source.line_end();
        (Span::new(at, at), edge_text(sides, diagram.cols) + end)
    };
    report
        .add_with_help(Code::ConstraintBorder, span, message, REPEAT_BORDERS)
        .fix(place, text);
    false
}

/// A row with these side borders, and its place.
fn with_borders(row: &Row, (west, east): (bool, bool), report: &Report<'_>) -> (Span, String) {
    let (start, end) = (row.cells.start, row.cells.end);
    let whole = Span::new(start - usize::from(row.west), end + usize::from(row.east));
    let sign = |has: bool| if has { "|" } else { "" };
    let cells = report.source.slice(row.cells);
    (whole, format!("{}{cells}{}", sign(west), sign(east)))
}

/// A north or south border below or above rows with these side borders.
fn edge_text((west, east): (bool, bool), cols: usize) -> String {
    let sign = |has: bool| if has { "+" } else { "" };
    format!("{}{}{}", sign(west), "-".repeat(cols), sign(east))
}

/// Checks the constraint diagram and returns its labels in reading order.
pub(super) fn labels(syntax: &PatternSyntax, main: &Main, report: &mut Report<'_>) -> Labels {
    let diagram = &main.diagram;
    let mut labels: Vec<LabelCell> = Vec::new();
    let mut known = !syntax.constraint_diagram_broken;
    if !known {
        return Labels::default();
    }
    if syntax.constraint_diagram.is_empty() {
        return Labels {
            cells: labels,
            known,
        };
    }
    let name = syntax.name.span;
    let Some(Frame { rows, north, south }) = frame(&syntax.constraint_diagram, name, report) else {
        return Labels::default();
    };
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return Labels::default();
    };
    if rows.len() != diagram.rows {
        let message = format!(
            "expected {} rows as in the main diagram, found {}",
            diagram.rows,
            rows.len()
        );
        let help = "the second diagram repeats the main diagram, with letters for the points that the constraint names";
        report.add_with_help(Code::ConstraintHeight, last.cells, message, help);
        return Labels::default();
    }
    let has = |side| diagram.borders & side != 0;
    let is_other = |row: &&Row| row.west != has(border::WEST) || row.east != has(border::EAST);
    if let Some(other) = rows.iter().find(is_other) {
        let message = "expected the side borders of the main diagram, found others";
        let (whole, text) = with_borders(other, (has(border::WEST), has(border::EAST)), report);
        report
            .add_with_help(Code::ConstraintBorder, other.cells, message, REPEAT_BORDERS)
            .fix(whole, text);
    } else {
        // Corner signs follow the side borders, so the side borders are checked first.
        let _ = check_repeated_edge(north, first, border::NORTH, diagram, report)
            && check_repeated_edge(south, last, border::SOUTH, diagram, report);
    }
    for (row, line) in rows.iter().enumerate() {
        let width = line.cells.end - line.cells.start;
        if width != diagram.cols {
            let message = format!(
                "expected {} cells as in the main diagram, found {width}",
                diagram.cols
            );
            let help = "the second diagram repeats the main diagram, cell by cell";
            report.add_with_help(Code::ConstraintWidth, line.cells, message, help);
            known = false;
            continue;
        }
        for (col, character) in report.source.slice(line.cells).char_indices() {
            let span = line.cells.part(col, 1);
            let main_cell = diagram.cells[row * diagram.cols + col];
            if is_label(character) {
                match labels.iter().find(|label| label.label.letter == character) {
                    None => {
                        let label = Label {
                            letter: character,
                            row,
                            col,
                        };
                        labels.push(LabelCell { label, span });
                    }
                    Some(first) => check_clash(first, main_cell, diagram, span, report),
                }
                continue;
            }
            match Cell::from_char(character) {
                None => {
                    let span = report.source.character(span.start);
                    let found = report.source.display(span);
                    let message = format!("expected a cell or a letter as label, found `{found}`");
                    if found == "0" {
                        let help = "`0` is a digit: write the letter `O` for a stone of O";
                        let added = report.add_with_help(Code::BadLabel, span, message, help);
                        added.fix(span, "O");
                    } else {
                        let help = format!("labels are the letters {}", label_letters());
                        report.add_with_help(Code::BadLabel, span, message, help);
                    }
                    known = false;
                    break;
                }
                Some(Cell::Empty | Cell::Comma | Cell::Bang | Cell::Move | Cell::Any) => {}
                Some(cell) if cell == main_cell => {}
                Some(cell) => {
                    let message = format!(
                        "expected `{}` as in the main diagram, or a label, found `{character}`",
                        main_cell.character()
                    );
                    let help = format!(
                        "`{character}` is a cell ({}) and never a label; labels are the letters {}",
                        cell.meaning(),
                        label_letters()
                    );
                    report
                        .add_with_help(Code::ConstraintCell, span, message, help)
                        .fix(span, main_cell.character());
                    known = false;
                }
            }
        }
    }
    Labels {
        cells: labels,
        known,
    }
}

/// Warns of a label on stones of both colours. A label means its first cell, and by custom all its
/// cells belong to one string.
fn check_clash(
    first: &LabelCell,
    cell: Cell,
    diagram: &Diagram,
    span: Span,
    report: &mut Report<'_>,
) {
    let (row, col) = (first.label.row, first.label.col);
    let is_own = |cell| match cell {
        Cell::Own | Cell::OwnAnchor => Some(true),
        Cell::Opponent | Cell::OpponentAnchor => Some(false),
        _ => None,
    };
    let first_cell = diagram.cells[row * diagram.cols + col];
    if let (Some(there), Some(here)) = (is_own(first_cell), is_own(cell))
        && there != here
    {
        let letter = first.label.letter;
        let message = format!(
            "expected the label `{letter}` on stones of one colour, found it on `{}` and on `{}`",
            first_cell.character(),
            cell.character()
        );
        let help = format!(
            "`{letter}` means its first cell in reading order: give this stone another letter"
        );
        report.add_with_help(Code::LabelClash, span, message, help);
    }
}

/// The letters that may be labels, as ranges: `a-n, p-w, …`.
fn label_letters() -> String {
    let mut ranges: Vec<(char, char)> = Vec::new();
    for letter in ('a'..='z').chain('A'..='Z').filter(|&c| is_label(c)) {
        match ranges.last_mut() {
            Some((_, last)) if u32::from(*last) + 1 == u32::from(letter) => *last = letter,
            _ => ranges.push((letter, letter)),
        }
    }
    let ranges = ranges.iter().map(|&(first, last)| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}-{last}")
        }
    });
    ranges.collect::<Vec<_>>().join(", ")
}

/// Why the borders or the size of a diagram rule out a symmetry: the symmetry must map borders to
/// borders.
pub(crate) fn impossible_symmetry(diagram: &Diagram, symmetry: char) -> Option<&'static str> {
    let [north, south, west, east] = [border::NORTH, border::SOUTH, border::WEST, border::EAST]
        .map(|side| diagram.borders & side != 0);
    let upside_down = north != south;
    let left_right = west != east;
    let rising = north != east || south != west;
    let falling = north != west || south != east;
    let lopsided = match symmetry {
        '+' | 'O' => upside_down || left_right,
        'X' => rising || falling,
        '-' => upside_down,
        '|' => left_right,
        '/' => rising,
        '\\' => falling,
        _ => false,
    };
    if matches!(symmetry, '/' | '\\' | 'X') && diagram.rows != diagram.cols {
        Some("a shape that is not square")
    } else {
        lopsided.then_some("a border on one side only")
    }
}

/// Warns of a symmetry that borders or size of the diagram rule out.
pub(super) fn check_symmetry(main: &Main, symmetry: char, span: Span, report: &mut Report<'_>) {
    let Some(reason) = impossible_symmetry(&main.diagram, symmetry) else {
        return;
    };
    let message =
        format!("expected a diagram with the symmetry `{symmetry}`, found one with {reason}");
    let help = "`8` tries all orientations";
    report.add_with_help(Code::SymmetryShape, span, message, help);
}
