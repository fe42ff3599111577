//! Why a diagram does not fit a place: how much of it fits, and what fails.

use katachi_board::{Board, Color, Point, Symmetry};
use katachi_image::{Cell, Pattern, Symbol, border};

use crate::frame::symbol;

/// How much of a diagram fits a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The number of its cells and borders.
    pub elements: usize,
    /// The parts that do not fit. Borders come before cells: above, below, left, right. Cells are
    /// in reading order.
    pub misfits: Vec<Misfit>,
}

impl Fit {
    /// Whether the whole diagram fits.
    pub fn is_perfect(&self) -> bool {
        self.misfits.is_empty()
    }

    /// The number of cells and borders that fit.
    pub fn fitting(&self) -> usize {
        self.elements - self.misfits.len()
    }
}

/// A part of a diagram that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// A border that is not on the edge of the board: one of the bits of [`border`].
    Border(u8),
    /// A cell that does not allow what is on its point.
    Cell {
        /// The row of the diagram, from 1 at the top.
        row: usize,
        /// Its column, from 1 at the left.
        col: usize,
        /// The cell.
        cell: Cell,
        /// Its point; `None` off the board.
        point: Option<Point>,
        /// What the point holds.
        found: Symbol,
    },
}

/// Compares a diagram in this orientation with the board around an anchor.
///
/// The anchor is given by its distance from the upper left point, so it may lie off the board.
pub fn examine(
    pattern: &Pattern<'_>,
    board: &Board,
    own: Color,
    anchor: (i32, i32),
    symmetry: Symmetry,
) -> Fit {
    let size = board.size();
    let point = |row: i32, col: i32| {
        let (row, col) = symmetry.apply(row, col);
        let at = (anchor.0 + row, anchor.1 + col);
        let at = (usize::try_from(at.0).ok()?, usize::try_from(at.1).ok()?);
        Point::new(at.0, at.1).filter(|&point| size.contains(point))
    };
    let record = pattern.record;
    let (top, left) = (
        i32::from(record.top_left.row),
        i32::from(record.top_left.col),
    );
    let (rows, cols) = (i32::from(record.extent.row), i32::from(record.extent.col));
    let mut fit = Fit {
        elements: 0,
        misfits: Vec::new(),
    };
    let mut count = |misfit: Option<Misfit>| {
        fit.elements += 1;
        fit.misfits.extend(misfit);
    };
    let beyond = [
        (border::NORTH, top - 1, left),
        (border::SOUTH, top + rows, left),
        (border::WEST, top, left - 1),
        (border::EAST, top, left + cols),
    ];
    for (side, row, col) in beyond {
        if record.borders & side != 0 {
            count(point(row, col).map(|_| Misfit::Border(side)));
        }
    }
    let unstated = pattern.image().role.unstated_cell();
    for row in 0..rows {
        for col in 0..cols {
            let mut stated = pattern.cells().iter();
            let stated = stated.find(|cell| {
                (i32::from(cell.at.row), i32::from(cell.at.col)) == (top + row, left + col)
            });
            let cell = stated.map_or(Some(unstated), |cell| Cell::from_number(cell.cell));
            let Some(cell) = cell else {
                continue;
            };
            let point = point(top + row, left + col);
            let found = point.map_or(Symbol::Off, |point| symbol(board.at(point), own));
            let misfit = Misfit::Cell {
                row: row as usize + 1,
                col: col as usize + 1,
                cell,
                point,
                found,
            };
            count((cell.symbols() & found.bit() == 0).then_some(misfit));
        }
    }
    fit
}
