//! The position of a test, drawn as a diagram: `O`, `X`, `.`, the move `*` (or the anchor, `Q` or
//! `Y`), and borders where the board ends.
//!
//! A side without a border lies somewhere inside the board, and the rest of the board is empty.

use katachi_board::{Board, BoardSize, Color, Point};

use super::lines::Block;
use super::model::Drawing;
use crate::diagnostic::Code;
use crate::report::Report;
use crate::source::{Span, Spanned};

/// The size of a board of which the drawing shows a part.
const USUAL: usize = 19;

/// The cells of a row.
const CELLS: &str = ".OX*QY";

/// The rows of a drawing and the borders around them.
#[derive(Default)]
struct Frame {
    rows: Vec<Span>,
    /// Whether the first and the last row are at an edge.
    down: (bool, bool),
    /// Whether the first and the last column are.
    across: (bool, bool),
}

/// Reads the drawing of a test; `None` after mistakes, which are reported.
pub(super) fn read(
    board: Option<Spanned<BoardSize>>,
    has_move: bool,
    block: &Block,
    report: &mut Report<'_>,
) -> Option<Drawing> {
    let frame = frame(&block.rows, report)?;
    let width = frame.rows.first().map_or(0, |row| row.end - row.start);
    let size = size(&frame, width, board, block.header, report)?;
    let top = start(frame.down, frame.rows.len(), size);
    let left = start(frame.across, width, size);
    let mut drawing = Drawing {
        size,
        own: Vec::new(),
        opponent: Vec::new(),
        point: Point::new(0, 0)?,
    };
    let mut marked: Vec<(Point, Span)> = Vec::new();
    for (row, &span) in frame.rows.iter().enumerate() {
        for (col, cell) in report.source.slice(span).bytes().enumerate() {
            let point = Point::new(top + row, left + col)?;
            match cell {
                b'O' | b'Q' => drawing.own.push(point),
                b'X' | b'Y' => drawing.opponent.push(point),
                _ => {}
            }
            if b"*QY".contains(&cell) {
                marked.push((point, span.part(col, 1)));
            }
        }
    }
    let stones = drawing.stones(Color::Black);
    if let Err(error) = Board::with_stones(size, stones) {
        let span = frame.rows.first()?.to(*frame.rows.last()?);
        let help = "the position must be one that can arise in a game";
        report.add_with_help(Code::BadDrawing, span, error.to_string(), help);
        return None;
    }
    drawing.point = point(&marked, has_move, block, report)?;
    Some(drawing)
}

/// The marked point.
fn point(
    marked: &[(Point, Span)],
    has_move: bool,
    block: &Block,
    report: &mut Report<'_>,
) -> Option<Point> {
    let anchor = "`Q` (a stone of O) or `Y` (a stone of X) marks the anchor";
    match marked {
        &[(point, span)] => {
            if !has_move && report.source.slice(span) == "*" {
                let message = "expected the anchor of a pattern without a move, found `*`";
                report.add_with_help(Code::TestPoint, span, message, anchor);
                return None;
            }
            Some(point)
        }
        [] => {
            let message = "expected a point where the pattern is tested, found none";
            let help = if has_move {
                "`*` marks the move of the pattern"
            } else {
                anchor
            };
            report.add_with_help(Code::TestPoint, block.header, message, help);
            None
        }
        [_, (_, second), ..] => {
            let message = "expected one point where the pattern is tested, found another one";
            let help = "each test has one `*`, `Q` or `Y`";
            report.add_with_help(Code::TestPoint, *second, message, help);
            None
        }
    }
}

/// The first row or column of the drawing on the board.
fn start(edges: (bool, bool), length: usize, size: BoardSize) -> usize {
    match edges {
        (true, _) => 0,
        (false, true) => size.get() - length,
        (false, false) => (size.get() - length) / 2,
    }
}

/// The size of the board.
fn size(
    frame: &Frame,
    width: usize,
    asked: Option<Spanned<BoardSize>>,
    header: Span,
    report: &mut Report<'_>,
) -> Option<BoardSize> {
    let height = frame.rows.len();
    let across = (frame.across == (true, true)).then_some(width);
    let down = (frame.down == (true, true)).then_some(height);
    let drawn = across.or(down);
    let size = asked.map(|asked| asked.value.get()).or(drawn);
    let size = size.unwrap_or(USUAL);
    let place = asked.map_or(header, |asked| asked.span);
    let mut refuse = |message: String| {
        let help = "borders on opposite sides fix the size of the board, which is square";
        report.add_with_help(Code::BadDrawing, place, message, help);
    };
    if let (Some(across), Some(down)) = (across, down)
        && across != down
    {
        refuse(format!(
            "expected a square board, found one of {across} columns and {down} rows"
        ));
        return None;
    }
    if let Some(drawn) = drawn.filter(|&drawn| drawn != size) {
        refuse(format!(
            "expected a board of size {size}, found borders around {drawn} points"
        ));
        return None;
    }
    if width.max(height) > size {
        refuse(format!(
            "expected a drawing of at most {size} rows and columns, found {height} rows and {width} columns"
        ));
        return None;
    }
    let size = BoardSize::new(size);
    if size.is_none() {
        refuse(format!(
            "expected a board of 2 to {} points, found one of {width}",
            BoardSize::MAX
        ));
    }
    size
}

/// Finds rows and borders.
fn frame(lines: &[Span], report: &mut Report<'_>) -> Option<Frame> {
    let mut frame = Frame::default();
    let last = lines.len().saturating_sub(1);
    for (number, &line) in lines.iter().enumerate() {
        let text = report.source.slice(line);
        // A side comment needs a blank before it.
        let text = text.split_ascii_whitespace().next().unwrap_or_default();
        let indented = report.source.slice(line).starts_with(char::is_whitespace);
        if !indented && text.contains('-') && text.bytes().all(|byte| b"+-".contains(&byte)) {
            match number {
                0 => frame.down.0 = true,
                _ if number == last => frame.down.1 = true,
                _ => {
                    let message = "expected rows between the borders, found another border";
                    let help = "the upper border is the first line, the lower one the last";
                    report.add_with_help(Code::BadDrawing, line, message, help);
                    return None;
                }
            }
            continue;
        }
        let cells = text.strip_prefix('|').unwrap_or(text);
        let from = text.len() - cells.len();
        let inner = cells.strip_suffix('|').unwrap_or(cells);
        let borders = (from > 0, inner.len() < cells.len());
        let wrong = inner.find(|cell| !CELLS.contains(cell));
        if let Some(at) = wrong.or((indented || inner.is_empty()).then_some(0)) {
            let place = if indented {
                report.source.character(line.start)
            } else {
                report.source.character(line.start + from + at)
            };
            let message = format!(
                "expected a row of the cells `{CELLS}`, found `{}`",
                report.source.display(place)
            );
            let help = "a bare `#` or a blank line ends the drawing of a test";
            report.add_with_help(Code::BadDrawing, place, message, help);
            return None;
        }
        let row = line.part(from, inner.len());
        let first = frame.rows.first().map(|first| first.end - first.start);
        if let Some(expected) = first.filter(|&expected| expected != inner.len()) {
            let message = format!(
                "expected {expected} cells as in the first row, found {}",
                inner.len()
            );
            let help = "`.` stands for an empty point";
            report.add_with_help(Code::BadDrawing, row, message, help);
            return None;
        }
        if frame.rows.is_empty() {
            frame.across = borders;
        } else if borders != frame.across {
            let message = "expected the same side borders as in the first row, found others";
            let help = "`|` stands at the end of every row, or of none";
            report.add_with_help(Code::BadDrawing, line, message, help);
            return None;
        }
        frame.rows.push(row);
    }
    if frame.rows.is_empty() {
        let message = "expected rows of a position, found borders only";
        let help = "such as `# .OX..`";
        report.add_with_help(Code::BadDrawing, *lines.first()?, message, help);
        return None;
    }
    Some(frame)
}
