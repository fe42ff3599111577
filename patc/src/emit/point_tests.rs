//! Lists what must hold on the board for a pattern to match, as tests of single points.

use katachi_image::{Cell, Offset, Symbol, border};

use super::places::offset;
use crate::model::Pattern;

/// A point, as an offset from the anchor, must hold one of these symbols.
pub(super) type PointTest = (Offset, u8);

/// All tests of a pattern: its cells, that its rectangle lies on the board, and its borders.
pub(super) fn of(pattern: &Pattern) -> Vec<PointTest> {
    let diagram = &pattern.diagram;
    let at = |row: usize, col: usize| offset(pattern, row, col);
    let mut tests: Vec<PointTest> = diagram
        .iter()
        .filter(|(_, _, cell)| *cell != Cell::Any)
        .map(|(row, col, cell)| (at(row, col), cell.symbols()))
        .collect();
    // The rectangle lies on the board if each of its four sides has a point on the board. A side
    // without a tested cell gets a test: its point in line with the anchor must be on the board.
    let (top, left) = (at(0, 0).row, at(0, 0).col);
    let last = at(diagram.rows - 1, diagram.cols - 1);
    let (bottom, right) = (last.row, last.col);
    let on_board = Cell::Any.symbols();
    let sides = [
        Offset { row: top, col: 0 },
        Offset {
            row: bottom,
            col: 0,
        },
        Offset { row: 0, col: left },
        Offset { row: 0, col: right },
    ];
    for (index, side) in sides.into_iter().enumerate() {
        let touches = |&(test, _): &PointTest| match index {
            0 | 1 => test.row == side.row,
            _ => test.col == side.col,
        };
        if !tests.iter().any(touches) {
            tests.push((side, on_board));
        }
    }
    let beyond = [
        (
            border::NORTH,
            Offset {
                row: top - 1,
                col: 0,
            },
        ),
        (
            border::SOUTH,
            Offset {
                row: bottom + 1,
                col: 0,
            },
        ),
        (
            border::WEST,
            Offset {
                row: 0,
                col: left - 1,
            },
        ),
        (
            border::EAST,
            Offset {
                row: 0,
                col: right + 1,
            },
        ),
    ];
    for (side, at) in beyond {
        if diagram.borders & side != 0 {
            tests.push((at, Symbol::Off.bit()));
        }
    }
    tests
}
