//! The board as matchers read it: symbols from one side's point of view, with room around.

use katachi_board::{Board, BoardSize, Color, Point, PointState};
use katachi_image::Symbol;
use katachi_image::general::MAX_OFFSET;

const MARGIN: usize = MAX_OFFSET as usize;

/// A board in a frame so wide that no offset of a pattern leads out of it.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    size: BoardSize,
    cells: Vec<Symbol>,
}

impl Frame {
    pub fn new(size: BoardSize) -> Self {
        let width = Self::width(size);
        Self {
            size,
            cells: vec![Symbol::Off; width * width],
        }
    }

    /// The number of cells in a row of the frame.
    pub fn width(size: BoardSize) -> usize {
        size.get() + 2 * MARGIN
    }

    /// Takes over a position; O is this colour.
    pub fn set(&mut self, board: &Board, own: Color) {
        let symbols = match own {
            Color::Black => [Symbol::Empty, Symbol::Own, Symbol::Opponent, Symbol::Off],
            Color::White => [Symbol::Empty, Symbol::Opponent, Symbol::Own, Symbol::Off],
        };
        for point in self.size.points() {
            let at = self.index(point);
            self.cells[at] = symbols[board.at(point) as usize];
        }
    }

    pub fn index(&self, point: Point) -> usize {
        (point.row() + MARGIN) * Self::width(self.size) + point.col() + MARGIN
    }

    #[inline]
    pub fn at(&self, index: usize) -> Symbol {
        self.cells.get(index).copied().unwrap_or(Symbol::Off)
    }
}

/// What a point holds for this side.
pub(crate) fn symbol(state: PointState, own: Color) -> Symbol {
    match state {
        PointState::Empty => Symbol::Empty,
        PointState::OffBoard => Symbol::Off,
        stone if stone.is(own) => Symbol::Own,
        _ => Symbol::Opponent,
    }
}
