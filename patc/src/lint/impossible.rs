//! Lint: diagrams that no board can show.

use katachi_image::border;

use super::subject::{Subject, color};
use super::warnings::Warnings;
use crate::diagnostic::Code;
use crate::model::Diagram;

pub(super) fn check(subject: &Subject<'_>, warnings: &mut Warnings<'_>) {
    let name = subject.pattern.span;
    if let Some(reason) = no_board(&subject.pattern.diagram) {
        let message = format!(
            "expected a diagram that fits a board, found {reason}: the pattern never matches"
        );
        let help = "two opposite borders say how large the board is";
        warnings.add(Code::NoSuchBoard, subject, name, message, help);
    }
    if let Some((row, col)) = captured(&subject.pattern.diagram) {
        let span = subject.cell_span(row, col).unwrap_or(name);
        let stone = subject.pattern.diagram.cells[row * subject.plain.cols + col];
        let message = format!(
            "expected a liberty for the string of this `{}`, found none: the pattern never matches",
            stone.character()
        );
        let help =
            "a string whose neighbours are all opponent stones or borders is off the board already";
        warnings.add(Code::NoLiberty, subject, span, message, help);
    }
}

/// Why a diagram's borders contradict its size. Boards are square.
fn no_board(diagram: &Diagram) -> Option<String> {
    let has = |sides: u8| diagram.borders & sides == sides;
    let height = has(border::NORTH | border::SOUTH).then_some(diagram.rows);
    let width = has(border::WEST | border::EAST).then_some(diagram.cols);
    let size = height.or(width)?;
    if size < 2 {
        return Some("borders for a board of one line".to_owned());
    }
    if height.is_some_and(|height| diagram.cols > height) {
        return Some(format!(
            "{} columns and borders for a board of {size} rows",
            diagram.cols
        ));
    }
    if width.is_some_and(|width| diagram.rows > width) {
        return Some(format!(
            "{} rows and borders for a board of {size} columns",
            diagram.rows
        ));
    }
    None
}

/// A stone of a string without a liberty: only opponent stones and borders surround the string.
fn captured(diagram: &Diagram) -> Option<(usize, usize)> {
    let mut seen = vec![false; diagram.cells.len()];
    for (row, col, cell) in diagram.iter() {
        let Some(own) = color(cell) else { continue };
        if seen[row * diagram.cols + col] {
            continue;
        }
        let mut free = false;
        let mut open = vec![(row, col)];
        seen[row * diagram.cols + col] = true;
        while let Some(at) = open.pop() {
            for (next, side) in neighbors(diagram, at) {
                let Some((r, c)) = next else {
                    // Outside the diagram anything is possible, unless there is a border.
                    free |= diagram.borders & side == 0;
                    continue;
                };
                let there = r * diagram.cols + c;
                let other = color(diagram.cells[there]);
                if other == Some(own) {
                    if !std::mem::replace(&mut seen[there], true) {
                        open.push((r, c));
                    }
                } else {
                    free |= other.is_none();
                }
            }
        }
        if !free {
            return Some((row, col));
        }
    }
    None
}

/// The neighbour of a cell, if it is in the diagram, and its direction.
type Neighbor = (Option<(usize, usize)>, u8);

fn neighbors(diagram: &Diagram, (row, col): (usize, usize)) -> [Neighbor; 4] {
    [
        (row.checked_sub(1).map(|row| (row, col)), border::NORTH),
        (
            (row + 1 < diagram.rows).then_some((row + 1, col)),
            border::SOUTH,
        ),
        (col.checked_sub(1).map(|col| (row, col)), border::WEST),
        (
            (col + 1 < diagram.cols).then_some((row, col + 1)),
            border::EAST,
        ),
    ]
}
