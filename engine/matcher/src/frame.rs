//! The frame: the board from one side's point of view, with a margin around it.

use katachi_board::{Board, BoardSize, Color, Point, PointSet, PointState};
use katachi_image::general::MAX_OFFSET;
use katachi_image::{Offset, Symbol};

const MARGIN: usize = MAX_OFFSET as usize;

/// The cells in a row of a frame, the same for all boards.
const STRIDE: usize = BoardSize::MAX as usize + 2 * MARGIN;

/// What a point on the board can hold, in the order of the symbols' numbers.
pub(crate) const ON_BOARD: [Symbol; 3] = [Symbol::Empty, Symbol::Own, Symbol::Opponent];

/// A board with a margin so wide that no offset of a pattern leaves the frame.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    size: BoardSize,
    cells: Vec<Symbol>,
    /// The points that are empty, that hold own stones, and that hold the opponent's.
    points: [PointSet; 3],
}

impl Frame {
    /// The frame of an empty board.
    pub fn new(size: BoardSize) -> Self {
        let mut cells = vec![Symbol::Off; rows(size) * STRIDE];
        for point in size.points() {
            cells[Self::index(point)] = Symbol::Empty;
        }
        Self {
            size,
            cells,
            points: [size.points().collect(), PointSet::EMPTY, PointSet::EMPTY],
        }
    }

    /// The step from a cell to the one this many rows down and columns right.
    pub fn step(rows: i32, cols: i32) -> isize {
        rows as isize * STRIDE as isize + cols as isize
    }

    /// Loads a position with this colour as O. Returns the points that changed.
    pub fn update(&mut self, board: &Board, own: Color) -> PointSet {
        let now = [*board.empty(), *board.stones(own), *board.stones(!own)];
        let mut changed = PointSet::EMPTY;
        for (symbol, (now, old)) in ON_BOARD.into_iter().zip(now.iter().zip(&self.points)) {
            let new = *now - *old;
            for point in &new {
                self.cells[Self::index(point)] = symbol;
            }
            changed |= new;
        }
        self.points = now;
        changed
    }

    /// The points of the board that hold this symbol.
    pub fn points(&self, symbol: Symbol) -> PointSet {
        self.points
            .get(symbol as usize)
            .copied()
            .unwrap_or(PointSet::EMPTY)
    }

    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The cell of a point.
    pub fn index(point: Point) -> usize {
        (point.row() + MARGIN) * STRIDE + point.col() + MARGIN
    }

    #[inline]
    pub fn at(&self, index: usize) -> Symbol {
        self.cells.get(index).copied().unwrap_or(Symbol::Off)
    }

    /// What the cells at these steps from a cell hold, as one number: two bits for each, the first
    /// lowest.
    #[inline]
    pub fn combination(&self, center: usize, steps: &[isize]) -> usize {
        (steps.iter().enumerate()).fold(0, |combination, (place, &step)| {
            let symbol = self.at(center.wrapping_add_signed(step)) as usize;
            combination | symbol << (2 * place)
        })
    }
}

/// Marked points in a frame of the same shape.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    frame: Vec<bool>,
    set: PointSet,
}

impl Marks {
    pub fn new(size: BoardSize) -> Self {
        Self {
            frame: vec![false; rows(size) * STRIDE],
            set: PointSet::EMPTY,
        }
    }

    /// Marks exactly those of these points that hold a stone.
    pub fn set(&mut self, points: &PointSet, board: &Board) {
        let stones = *points & (*board.stones(Color::Black) | *board.stones(Color::White));
        let old = std::mem::replace(&mut self.set, stones);
        for (points, mark) in [(old - stones, false), (stones - old, true)] {
            for point in &points {
                self.frame[Frame::index(point)] = mark;
            }
        }
    }

    /// The marked points and those at most this many lines from one, along rows as along columns;
    /// on large boards a few more.
    pub fn within(&self, lines: usize) -> PointSet {
        (0..lines).fold(self.set, |near, _| near.with_surroundings())
    }

    #[inline]
    pub fn at(&self, index: usize) -> bool {
        self.frame.get(index).copied().unwrap_or(false)
    }
}

/// The anchor from which a point of the board is at this offset, if it is on the board.
pub(crate) fn anchor_of(point: Point, at: Offset, size: BoardSize) -> Option<Point> {
    point.offset(-i32::from(at.row), -i32::from(at.col), size)
}

/// The number of a point of the board, row by row.
pub(crate) fn number(point: Point, size: BoardSize) -> usize {
    point.row() * size.get() + point.col()
}

/// The rows of a frame for boards of this size.
fn rows(size: BoardSize) -> usize {
    size.get() + 2 * MARGIN
}

/// What a point holds, from this side's point of view.
pub fn symbol(state: PointState, own: Color) -> Symbol {
    match state {
        PointState::Empty => Symbol::Empty,
        PointState::OffBoard => Symbol::Off,
        stone if stone.is(own) => Symbol::Own,
        _ => Symbol::Opponent,
    }
}
