//! Gaps between stones of one colour that the opponent can hardly cut.
//!
//! Entry point: [`Links::around`]. The three shapes, with their gap points `a` and `b`:
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

/// The links from one point.
pub(super) struct Links {
    /// At most four diagonals, four jumps and eight keimas.
    links: [Link; 16],
    len: usize,
}

impl Links {
    /// Finds the links from a point that holds, or would hold, a stone of this colour.
    ///
    /// `wanted` selects the points at the other end. `is_guarded` says whether an opponent stone in
    /// a gap could be captured at once.
    pub fn around(
        board: &mut Board,
        color: Color,
        stone: Point,
        wanted: impl Fn(&Board, Point) -> bool,
        mut is_guarded: impl FnMut(&mut Board, Point, Point) -> bool,
    ) -> Self {
        let none = Link {
            end: stone,
            cost: 0,
            gap: stone,
            other_gap: None,
        };
        let mut links = Self {
            links: [none; 16],
            len: 0,
        };
        let is_open = |board: &Board, end: Point| {
            wanted(board, end) && {
                let state = board.at(end);
                state.is_empty() || state.is(color)
            }
        };
        let near = stone.neighbors();
        let diagonals = stone.diagonals();
        let empty = near.map(|point| board.at(point).is_empty());
        for k in 0..4 {
            let next = (k + 1) % 4;
            let corner = diagonals[k];
            if is_open(board, corner) {
                if empty[k] && empty[next] {
                    links.add(corner, MIAI, near[k], Some(near[next]));
                } else if empty[k] != empty[next] {
                    let gap = if empty[k] { near[k] } else { near[next] };
                    if is_guarded(board, gap, corner) {
                        links.add(corner, GUARDED, gap, None);
                    }
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
            if is_open(board, ahead) {
                let enemies = usize::from(board.at(left).is(!color))
                    + usize::from(board.at(right).is(!color));
                let cost = if is_guarded(board, gap, ahead) {
                    GUARDED
                } else {
                    [JUMP, PRESSED_JUMP, MOVE][enemies]
                };
                if cost < MOVE {
                    links.add(ahead, cost, gap, None);
                }
            }
            // Keimas: both the gap and the point beside it lie between.
            for (side, beside) in [(next, left), (opposite, right)] {
                let end = beside.neighbors()[k];
                if board.at(beside).is_empty() && is_open(board, end) {
                    let pressed = board.at(near[side]).is(!color) || board.at(ahead).is(!color);
                    let cost = if pressed { PRESSED_KEIMA } else { KEIMA };
                    links.add(end, cost, gap, Some(beside));
                }
            }
        }
        links
    }

    fn add(&mut self, end: Point, cost: Cost, gap: Point, other_gap: Option<Point>) {
        self.links[self.len] = Link {
            end,
            cost,
            gap,
            other_gap,
        };
        self.len += 1;
    }

    /// The links.
    pub fn as_slice(&self) -> &[Link] {
        &self.links[..self.len]
    }
}
