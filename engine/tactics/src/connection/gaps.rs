//! Gaps between stones of one colour that the opponent can hardly cut.
//!
//! Entry points: [`Shapes::around`] and [`Shapes::links`]. The three shapes, with their gap points
//! `a` and `b`:
//!
//! ```text
//! X a      X a X     X a .
//! b X                . b X
//!
//! diagonal  jump     keima
//! ```
//!
//! An opponent stone beside a jump or a keima makes it dearer. A gap in which an opponent stone
//! could be captured at once is cheaper.

use katachi_board::{Board, Color, Point};

use super::cost::{Cost, MOVE};

/// Two ways to connect: a diagonal with both gap points empty, or two common liberties.
pub(super) const MIAI: Cost = 1;
/// A gap in which an opponent stone could be captured.
pub(super) const GUARDED: Cost = 2;
/// A jump, without and with an opponent stone beside its gap.
const JUMP: Cost = 4;
const PRESSED_JUMP: Cost = 7;
/// A keima, without and with an opponent stone beside it.
const KEIMA: Cost = 6;
const PRESSED_KEIMA: Cost = 8;

/// A link across a gap, from a stone to an empty point or an own stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The other end.
    pub end: Point,
    /// The cost of the gap, in tenths of a move.
    pub cost: Cost,
    gap: Point,
    other_gap: Option<Point>,
}

impl Link {
    /// The gap points: an opponent stone there threatens the link.
    pub fn gaps(&self) -> impl Iterator<Item = Point> + use<> {
        std::iter::once(self.gap).chain(self.other_gap)
    }
}

/// A link that there may be. Eight bytes, since every survey reads hundreds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shape {
    end: Point,
    gap: Point,
    /// The same as `gap` if there is one gap.
    other_gap: Point,
    /// Its cost, if an opponent stone in the gap cannot be captured; [`MOVE`] is no link.
    cost: u8,
    /// Whether it is cheaper if such a stone can be captured.
    asks: bool,
}

/// The shapes around one point, at most four diagonals, four jumps and eight keimas.
///
/// They depend on the stones at most two lines away along a row or column, one along the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shapes {
    shapes: [Shape; 16],
    len: usize,
}

impl Shapes {
    /// No shapes around this point.
    pub fn none(point: Point) -> Self {
        let shape = Shape {
            end: point,
            gap: point,
            other_gap: point,
            cost: MOVE as u8,
            asks: false,
        };
        Self {
            shapes: [shape; 16],
            len: 0,
        }
    }

    /// Finds the shapes around a point that holds, or would hold, a stone of this colour.
    pub fn around(board: &Board, color: Color, stone: Point) -> Self {
        let mut shapes = Self::none(stone);
        let is_open = |end: Point| {
            let state = board.at(end);
            state.is_empty() || state.is(color)
        };
        let near = stone.neighbors();
        let diagonals = stone.diagonals();
        let empty = near.map(|point| board.at(point).is_empty());
        for k in 0..4 {
            let next = (k + 1) % 4;
            let corner = diagonals[k];
            if is_open(corner) {
                if empty[k] && empty[next] {
                    shapes.add(corner, MIAI, [near[k], near[next]], false);
                } else if empty[k] != empty[next] {
                    let gap = if empty[k] { near[k] } else { near[next] };
                    shapes.add(corner, MOVE, [gap; 2], true);
                }
            }
            if !empty[k] {
                continue;
            }
            let gap = near[k];
            let around = gap.neighbors();
            let ahead = around[k];
            let opposite = (k + 3) % 4;
            let (left, right) = (around[next], around[opposite]);
            if is_open(ahead) {
                let enemies = usize::from(board.at(left).is(!color))
                    + usize::from(board.at(right).is(!color));
                let cost = [JUMP, PRESSED_JUMP, MOVE][enemies];
                shapes.add(ahead, cost, [gap; 2], true);
            }
            // Keimas: both the gap and the point beside it lie between.
            for (side, beside) in [(next, left), (opposite, right)] {
                let end = beside.neighbors()[k];
                if board.at(beside).is_empty() && is_open(end) {
                    let pressed = board.at(near[side]).is(!color) || board.at(ahead).is(!color);
                    let cost = if pressed { PRESSED_KEIMA } else { KEIMA };
                    shapes.add(end, cost, [gap, beside], false);
                }
            }
        }
        shapes
    }

    /// Adds a shape; one that asks costs [`GUARDED`] if an opponent stone in its gap can be
    /// captured.
    fn add(&mut self, end: Point, cost: Cost, gaps: [Point; 2], asks: bool) {
        let [gap, other_gap] = gaps;
        self.shapes[self.len] = Shape {
            end,
            gap,
            other_gap,
            cost: cost as u8,
            asks,
        };
        self.len += 1;
    }

    /// Finds the links among the shapes.
    ///
    /// `wanted` selects the points at the other end. `is_guarded` says whether an opponent stone in
    /// a gap could be captured at once; it gets the gap and the other end.
    pub fn links(
        &self,
        links: &mut Vec<Link>,
        board: &mut Board,
        wanted: impl Fn(&Board, Point) -> bool,
        mut is_guarded: impl FnMut(&mut Board, Point, Point) -> bool,
    ) {
        links.clear();
        for shape in &self.shapes[..self.len] {
            if !wanted(board, shape.end) {
                continue;
            }
            let guarded = shape.asks && is_guarded(board, shape.gap, shape.end);
            let cost = if guarded {
                GUARDED
            } else {
                Cost::from(shape.cost)
            };
            if cost < MOVE {
                links.push(Link {
                    end: shape.end,
                    cost,
                    gap: shape.gap,
                    other_gap: (shape.other_gap != shape.gap).then_some(shape.other_gap),
                });
            }
        }
    }
}
