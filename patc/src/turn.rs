//! Turns the patterns of a file, for `patc rotate` and `patc mirror`.
//!
//! Entry point: [`turn`]. Only diagrams and symmetry codes change; everything else is copied byte
//! for byte. A turned pattern matches where the old one did.

use katachi_board::Symmetry;
use katachi_image::Role;

use crate::diagnostic::Diagnostic;
use crate::orientation::{borders, cells, symmetry_code};
use crate::source::{Source, Span};
use crate::syntax::lines::{Line, LineKind, Row, read};
use crate::{Compiled, compile};

/// A file with turned patterns.
#[derive(Clone, Debug)]
pub struct Turned {
    /// The text of the file.
    pub text: Vec<u8>,
    /// The number of patterns that were turned.
    pub patterns: usize,
    /// The number of dropped labels. A label on several cells means the first of them in reading
    /// order; cells that would come before that one after turning lose the label.
    pub dropped: usize,
}

/// Turns the patterns with the wanted names.
///
/// # Errors
/// All diagnostics, if there are errors in the file.
pub fn turn(
    role: Role,
    source: &Source,
    orientation: Symmetry,
    wanted: impl Fn(&str) -> bool,
) -> Result<Turned, Vec<Diagnostic>> {
    let compiled: Compiled = compile(role, vec![source.clone()]);
    if compiled.has_errors() {
        return Err(compiled.diagnostics);
    }
    let lines = read(source);
    let mut turner = Turner {
        source,
        orientation,
        edits: Vec::new(),
        main: None,
        dropped: 0,
    };
    let mut patterns = 0;
    let mut inside = false;
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let rest = lines.get(at..).unwrap_or_default();
        at += 1;
        match &line.kind {
            LineKind::Pattern { name, .. } => {
                inside = name.as_ref().is_some_and(|name| wanted(&name.value));
                turner.main = None;
            }
            LineKind::Directive { .. } => inside = false,
            LineKind::Edge(_) | LineKind::Row(_) => {
                let block = rest.iter().take_while(|line| line.cells_end().is_some());
                let block: Vec<&Line> = block.collect();
                at += block.len() - 1;
                if inside {
                    patterns += usize::from(turner.main.is_none());
                    turner.diagram(&block);
                }
            }
            LineKind::Colon(fields) => {
                if let Some(field) = fields.first().filter(|_| inside) {
                    turner.symmetry(field.span);
                }
            }
            _ => {}
        }
    }
    Ok(Turned {
        text: apply(source.bytes(), &turner.edits),
        patterns,
        dropped: turner.dropped,
    })
}

/// The text with some ranges replaced, given in order.
fn apply(text: &[u8], edits: &[(Span, Vec<u8>)]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut end = 0;
    for (span, new) in edits {
        out.extend_from_slice(text.get(end..span.start).unwrap_or_default());
        out.extend_from_slice(new);
        end = span.end;
    }
    out.extend_from_slice(text.get(end..).unwrap_or_default());
    out
}

/// The characters of a diagram.
#[derive(Clone)]
struct Grid {
    rows: usize,
    cols: usize,
    cells: Vec<u8>,
    borders: u8,
}

struct Turner<'a> {
    source: &'a Source,
    orientation: Symmetry,
    edits: Vec<(Span, Vec<u8>)>,
    /// The main diagram of the current pattern, once it has been read.
    main: Option<Grid>,
    dropped: usize,
}

impl Turner<'_> {
    fn symmetry(&mut self, field: Span) {
        let text = self.source.slice(field);
        let Some(code) = text.trim().chars().next() else {
            return;
        };
        let start = text.len() - text.trim_start().len();
        let turned = symmetry_code(self.orientation, code);
        let mut bytes = [0; 4];
        let bytes = turned.encode_utf8(&mut bytes).as_bytes().to_vec();
        self.edits.push((field.part(start, code.len_utf8()), bytes));
    }

    /// Turns the lines of a main diagram, or of the constraint diagram that follows it.
    fn diagram(&mut self, lines: &[&Line]) {
        let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
            return;
        };
        let mut grid = self.grid(lines);
        let turned = if let Some(main) = &self.main {
            // A constraint diagram repeats the borders of the main diagram or omits them.
            grid.borders = main.borders;
            let mut turned = turned(&grid, self.orientation);
            self.dropped += drop_labels(&grid, main, self.orientation, &mut turned);
            turned
        } else {
            let turned = turned(&grid, self.orientation);
            self.main = Some(grid);
            turned
        };
        let bytes = self.source.bytes();
        let sides = lines.iter().filter_map(|line| {
            let side = bytes.get(line.cells_end()?..line.span.end)?.trim_ascii();
            (!side.is_empty()).then_some(side)
        });
        let end: &[u8] = match bytes.get(last.span.end) {
            Some(b'\r') => b"\r\n",
            _ => b"\n",
        };
        let text = write(&turned, sides, end);
        self.edits.push((first.span.to(last.span), text));
    }

    fn grid(&self, lines: &[&Line]) -> Grid {
        use katachi_image::border::{EAST, NORTH, SOUTH, WEST};
        let rows: Vec<Row> = lines.iter().filter_map(|line| line.row()).collect();
        let is_edge = |line: Option<&&Line>| line.is_some_and(|line| line.row().is_none());
        let first = rows.first();
        let borders = [
            (is_edge(lines.first()), NORTH),
            (is_edge(lines.last()), SOUTH),
            (first.is_some_and(|row| row.west), WEST),
            (first.is_some_and(|row| row.east), EAST),
        ];
        let borders = borders.iter().filter(|(present, _)| *present);
        Grid {
            rows: rows.len(),
            cols: first.map_or(0, |row| row.cells.end - row.cells.start),
            cells: (rows.iter())
                .flat_map(|row| self.source.slice(row.cells).bytes())
                .collect(),
            borders: borders.fold(0, |all, (_, side)| all | side),
        }
    }
}

fn turned(grid: &Grid, orientation: Symmetry) -> Grid {
    let size = (grid.rows, grid.cols);
    let (rows, cols) = orientation.size(size);
    Grid {
        rows,
        cols,
        cells: cells(orientation, &grid.cells, size),
        borders: borders(orientation, grid.borders),
    }
}

/// The new index of a cell.
fn target(grid: &Grid, orientation: Symmetry, at: usize) -> usize {
    let size = (grid.rows, grid.cols);
    let (row, col) = orientation.place((at / grid.cols.max(1), at % grid.cols.max(1)), size);
    row * orientation.size(size).1 + col
}

/// Drops labels that would come before the cell that they mean; returns how many.
fn drop_labels(old: &Grid, main: &Grid, orientation: Symmetry, turned: &mut Grid) -> usize {
    let mut dropped = 0;
    let cells = || old.cells.iter().zip(&main.cells).enumerate();
    for (at, (&letter, &under)) in cells() {
        let is_label = letter.is_ascii_alphabetic()
            && katachi_image::Cell::from_char(char::from(letter)).is_none();
        let meant = old.cells.iter().position(|&cell| cell == letter);
        let Some(meant) = meant.filter(|&meant| is_label && meant < at) else {
            continue;
        };
        let place = target(old, orientation, at);
        if place < target(old, orientation, meant)
            && let Some(cell) = turned.cells.get_mut(place)
        {
            *cell = under;
            dropped += 1;
        }
    }
    dropped
}

/// The blanks between a diagram and its side comments.
const SIDE: &str = "    ";

/// Writes a diagram with side comments next to its rows. Surplus comments go below it.
fn write<'a>(grid: &Grid, mut sides: impl Iterator<Item = &'a [u8]>, end: &[u8]) -> Vec<u8> {
    use katachi_image::border::{EAST, NORTH, SOUTH, WEST};
    let sign = |side, sign: &'static str| if grid.borders & side == 0 { "" } else { sign };
    let edge = [sign(WEST, "+"), &"-".repeat(grid.cols), sign(EAST, "+")].concat();
    let rows = grid.cells.chunks(grid.cols.max(1));
    let rows = rows.map(|row| {
        let row = String::from_utf8_lossy(row);
        [sign(WEST, "|"), &row, sign(EAST, "|")].concat()
    });
    let edge_if = |side| (grid.borders & side != 0).then(|| edge.clone());
    let lines = edge_if(NORTH).into_iter().chain(rows).chain(edge_if(SOUTH));
    let mut lines: Vec<Vec<u8>> = lines
        .map(|line| match sides.next() {
            Some(side) => [line.as_bytes(), SIDE.as_bytes(), side].concat(),
            None => line.into_bytes(),
        })
        .collect();
    lines.extend(sides.map(|side| [b"# ", side].concat()));
    lines.join(end)
}
