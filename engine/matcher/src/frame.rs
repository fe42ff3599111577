//! The frame: the board from one side's point of view, with a margin around it.

use katachi_board::{Board, BoardSize, Color, Point, PointSet, PointState};
use katachi_image::Symbol;
use katachi_image::general::MAX_OFFSET;

const MARGIN: usize = MAX_OFFSET as usize;

/// A board with a margin so wide that no offset of a pattern leaves the frame.
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

    /// Loads a position with this colour as O. Returns the points that changed.
    pub fn update(&mut self, board: &Board, own: Color) -> Vec<Point> {
        let symbols = match own {
            Color::Black => [Symbol::Empty, Symbol::Own, Symbol::Opponent, Symbol::Off],
            Color::White => [Symbol::Empty, Symbol::Opponent, Symbol::Own, Symbol::Off],
        };
        let mut changed = Vec::new();
        for point in self.size.points() {
            let at = self.index(point);
            let symbol = symbols[board.at(point) as usize];
            if self.cells[at] != symbol {
                self.cells[at] = symbol;
                changed.push(point);
            }
        }
        changed
    }

    pub fn size(&self) -> BoardSize {
        self.size
    }

    pub fn index(&self, point: Point) -> usize {
        index(point, Self::width(self.size))
    }

    #[inline]
    pub fn at(&self, index: usize) -> Symbol {
        self.cells.get(index).copied().unwrap_or(Symbol::Off)
    }
}

/// Marked points in a frame of the same shape.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    frame: Vec<bool>,
    width: usize,
    set: PointSet,
    /// The rows and the columns that contain marks.
    spans: [(usize, usize); 2],
}

impl Marks {
    pub fn new(size: BoardSize) -> Self {
        let width = Frame::width(size);
        Self {
            frame: vec![false; width * width],
            width,
            set: PointSet::EMPTY,
            spans: [(usize::MAX, 0); 2],
        }
    }

    /// Marks exactly those of these points that hold a stone.
    pub fn set(&mut self, points: &PointSet, board: &Board) {
        let stones = (points.iter())
            .filter(|&point| board.at(point).color().is_some())
            .collect::<PointSet>();
        let old = std::mem::replace(&mut self.set, stones);
        self.spans = [(usize::MAX, 0); 2];
        for point in &stones {
            for ((first, last), line) in (self.spans.iter_mut()).zip([point.row(), point.col()]) {
                (*first, *last) = ((*first).min(line), (*last).max(line));
            }
        }
        for (points, mark) in [(old, false), (stones, true)] {
            for point in &points {
                self.frame[index(point, self.width)] = mark;
            }
        }
    }

    /// Whether a mark may be within this many lines of a point.
    pub fn may_reach(&self, point: Point, reach: usize) -> bool {
        (self.spans.iter().zip([point.row(), point.col()])).all(|(&(first, last), line)| {
            line.saturating_add(reach) >= first && line <= last.saturating_add(reach)
        })
    }

    #[inline]
    pub fn at(&self, index: usize) -> bool {
        self.frame.get(index).copied().unwrap_or(false)
    }
}

fn index(point: Point, width: usize) -> usize {
    (point.row() + MARGIN) * width + point.col() + MARGIN
}

/// What a point holds, from this side's point of view.
pub(crate) fn symbol(state: PointState, own: Color) -> Symbol {
    match state {
        PointState::Empty => Symbol::Empty,
        PointState::OffBoard => Symbol::Off,
        stone if stone.is(own) => Symbol::Own,
        _ => Symbol::Opponent,
    }
}
