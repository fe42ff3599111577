//! Gaps between stones of a colour that the opponent will hardly cut: diagonals, jumps, keimas.

use katachi_board::{Board, Color, Point};

use super::distance::{Cost, MOVE};

/// Two common liberties, a diagonal with both points between empty, a bamboo joint.
pub(super) const MIAI: Cost = 1;
/// A gap where the opponent's stone would be in atari.
pub(super) const GUARDED: Cost = 2;
/// A jump over a point, and over a point with an opponent stone beside it.
const JUMP: Cost = 4;
const PRESSED_JUMP: Cost = 7;
/// A keima.
const KEIMA: Cost = 6;
const PRESSED_KEIMA: Cost = 8;

/// A link over a gap from a stone to a point that is empty or holds an own stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Where it leads.
    pub end: Point,
    /// What it costs that there is a gap.
    pub cost: Cost,
    gap: Point,
    other_gap: Option<Point>,
}

impl Link {
    /// The empty points between: an opponent stone there threatens the link.
    pub fn gaps(&self) -> impl Iterator<Item = Point> + use<> {
        std::iter::once(self.gap).chain(self.other_gap)
    }
}

/// The links from a point.
pub(super) struct Links {
    /// At most four diagonals, four jumps and eight keimas.
    links: [Link; 16],
    len: usize,
}

impl Links {
    /// The links to points that are `wanted`, from a point that holds a stone of this colour, or would. `is_guarded`
    /// says whether an opponent stone in a gap on the way to a point could be captured at once.
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
            // Keimas: the gap and the point beside it lie between.
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
