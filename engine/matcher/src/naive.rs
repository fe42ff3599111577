//! Naive matching, cell by cell: slow and obvious, for comparison with the other matchers.

use katachi_board::{Board, Color, Point, Symmetry};
use katachi_image::{Cell, General, Pattern, Symbol, border};

use crate::found::{Match, limit};
use crate::frame::symbol;

/// All matches, in the order of [`Matcher::matches`](crate::Matcher::matches).
pub fn matches(image: &General<'_>, board: &Board, own: Color) -> Vec<Match> {
    let mut found = Vec::new();
    for anchor in board.size().points() {
        for pattern in image.iter() {
            for symmetry in Symmetry::all() {
                let tried = pattern.record.orientations >> symmetry.number() & 1 != 0;
                if tried && fits(&pattern, board, own, anchor, symmetry) {
                    found.push(Match {
                        anchor,
                        pattern: pattern.number() as u32,
                        symmetry,
                    });
                }
            }
        }
    }
    limit(&mut found);
    found
}

/// Whether a pattern's diagram fits here in this orientation: its cells fit, its rectangle is on
/// the board, and its borders are on the board's edges.
pub fn fits(
    pattern: &Pattern<'_>,
    board: &Board,
    own: Color,
    anchor: Point,
    symmetry: Symmetry,
) -> bool {
    let size = board.size();
    let at = |row: i32, col: i32| {
        let (row, col) = symmetry.apply(row, col);
        anchor.offset(row, col, size)
    };
    let record = pattern.record;
    let (top, left) = (
        i32::from(record.top_left.row),
        i32::from(record.top_left.col),
    );
    let (bottom, right) = (
        top + i32::from(record.extent.row) - 1,
        left + i32::from(record.extent.col) - 1,
    );
    if at(top, left).is_none() || at(bottom, right).is_none() {
        return false;
    }
    let beyond = [
        (border::NORTH, top - 1, left),
        (border::SOUTH, bottom + 1, left),
        (border::WEST, top, left - 1),
        (border::EAST, top, right + 1),
    ];
    for (side, row, col) in beyond {
        if record.borders & side != 0 && at(row, col).is_some() {
            return false;
        }
    }
    let unstated = pattern.image().role.unstated_cell();
    let cell = |row: i32, col: i32| {
        let mut stated = pattern.cells().iter();
        let stated = stated.find(|cell| (cell.at.row.into(), cell.at.col.into()) == (row, col));
        stated.map_or(Some(unstated), |cell| Cell::from_number(cell.cell))
    };
    (top..=bottom).all(|row| {
        (left..=right).all(|col| {
            let found = at(row, col).map_or(Symbol::Off, |point| symbol(board.at(point), own));
            cell(row, col).is_some_and(|cell| cell.symbols() & found.bit() != 0)
        })
    })
}
