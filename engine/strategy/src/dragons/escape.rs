//! Escape routes: how well a dragon can run into the open.

use katachi_board::{Board, Color, Point, PointSet};

/// The points that count are this many steps away.
const STEPS: usize = 4;

/// What a dragon may run over.
pub struct Terrain<'a> {
    /// The board.
    pub board: &'a Board,
    /// The points where formations of the dragon's colour can be cut. A route ends there, and they
    /// count nothing.
    pub cuts: &'a PointSet,
}

impl Terrain<'_> {
    /// The sum of the values of the points that these stones of a colour reach in exactly four
    /// steps.
    ///
    /// A step leads to a neighbouring own stone, or to an empty point from which three free
    /// directions remain: its other neighbours lie on the board and hold no opponent stone. The
    /// first step may be diagonal, if both points beside it are empty.
    pub fn route(&self, color: Color, stones: &PointSet, value: impl Fn(Point) -> u32) -> u32 {
        let mut reached = *stones;
        let mut layer = *stones;
        for step in 0..STEPS {
            let mut next = PointSet::EMPTY;
            for from in &(layer - *self.cuts) {
                let straight = from.neighbors().into_iter();
                next.extend(straight.filter(|&to| self.is_open(color, from, to)));
                if step == 0 {
                    let diagonal = from.diagonals().into_iter();
                    next.extend(diagonal.filter(|&to| self.is_open_diagonally(color, from, to)));
                }
            }
            layer = next - reached;
            reached |= layer;
        }
        (layer - *self.cuts).iter().map(value).sum()
    }

    /// Whether a point lies on the board and holds no stone of the opponent of this colour.
    fn is_free(&self, color: Color, point: Point) -> bool {
        self.board.size().contains(point) && !self.board.at(point).is(!color)
    }

    fn is_open(&self, color: Color, from: Point, to: Point) -> bool {
        if !self.board.size().contains(to) || !self.board.at(to).is_empty() {
            return self.board.at(to).is(color);
        }
        let mut others = to.neighbors().into_iter().filter(|&near| near != from);
        others.all(|near| self.is_free(color, near))
    }

    fn is_open_diagonally(&self, color: Color, from: Point, to: Point) -> bool {
        let empty = self.board.empty();
        // The points between lie in the row or the column of the first point.
        let is_between = |near: &Point| near.row() == from.row() || near.col() == from.col();
        let (between, outer): (Vec<_>, Vec<_>) = to.neighbors().into_iter().partition(is_between);
        let is_wide = || outer.into_iter().all(|near| self.is_free(color, near));
        self.board.size().contains(to)
            && between.into_iter().all(|near| empty.contains(near))
            && (self.board.at(to).is(color) || empty.contains(to) && is_wide())
    }
}
