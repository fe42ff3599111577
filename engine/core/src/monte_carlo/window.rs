//! A window: the part of a board that a search in a region needs, as a board of its own.
//!
//! Games on a smaller board are faster. Moves in the region come out the same: the window has all
//! strings that touch it, with all their liberties, and ends at least a line away from them unless
//! the board ends there.

use std::ops::RangeInclusive;

use katachi_board::{Board, BoardSize, Point, PointSet};

/// The sides of windows: the largest boards whose games take this much memory.
const SIDES: [usize; 2] = [9, 13];

/// The part of a board around a region.
pub(super) struct Window {
    /// The board of the window.
    pub board: Board,
    /// The rows above the window and the columns left of it.
    offset: (usize, usize),
}

impl Window {
    /// The smallest window around these points of the board whose games are faster, or the whole
    /// board.
    pub fn around(board: &Board, region: &PointSet) -> Self {
        Self::smaller(board, region).unwrap_or_else(|| Self {
            board: board.clone(),
            offset: (0, 0),
        })
    }

    fn smaller(board: &Board, region: &PointSet) -> Option<Self> {
        let mut needed = *region;
        for string in board.chains_at(&region.with_surroundings()) {
            needed |= string.stone_set() | string.liberties();
        }
        let size = board.size();
        let rows = lines(needed.iter().map(Point::row), size)?;
        let cols = lines(needed.iter().map(Point::col), size)?;
        let length = |lines: &RangeInclusive<usize>| lines.end() + 1 - lines.start();
        let least = length(&rows).max(length(&cols));
        let side = SIDES.into_iter().find(|&side| side >= least)?;
        let side = BoardSize::new(side).filter(|side| side.get() < size.get())?;
        let first = |lines: RangeInclusive<usize>| (*lines.start()).min(size.get() - side.get());
        let mut window = Self {
            board: Board::new(side),
            offset: (first(rows), first(cols)),
        };
        let all = (board.chains()).flat_map(|string| {
            let is_whole = string.stones().all(|stone| window.at(stone).is_some())
                && !window.inside(&string.liberties()).is_empty();
            let stones = string.stones().filter(move |_| is_whole);
            stones.map(move |stone| (string.color(), stone))
        });
        let stones = all.filter_map(|(color, stone)| Some((color, window.at(stone)?)));
        window.board = Board::with_stones(side, stones).ok()?;
        Some(window)
    }

    /// The point of the window at a point of the board; `None` beyond it.
    fn at(&self, point: Point) -> Option<Point> {
        let row = point.row().checked_sub(self.offset.0)?;
        let col = point.col().checked_sub(self.offset.1)?;
        Point::new(row, col).filter(|&point| self.board.size().contains(point))
    }

    /// Points of the board as points of the window. Those beyond it are left out.
    pub fn inside(&self, points: &PointSet) -> PointSet {
        points.iter().filter_map(|point| self.at(point)).collect()
    }

    /// The point of the board at a point of the window.
    pub fn outside(&self, point: Point) -> Option<Point> {
        Point::new(point.row() + self.offset.0, point.col() + self.offset.1)
    }
}

/// From the first to the last of these lines, with one more on each side if there is one.
fn lines(
    lines: impl Iterator<Item = usize> + Clone,
    size: BoardSize,
) -> Option<RangeInclusive<usize>> {
    let (first, last) = (lines.clone().min()?, lines.max()?);
    Some(first.saturating_sub(1)..=(last + 1).min(size.get() - 1))
}

#[cfg(test)]
mod tests {
    use katachi_board::Color;

    use super::*;

    fn point(row: usize, col: usize) -> Point {
        Point::new(row, col).expect("a point")
    }

    fn board(size: usize, stones: &[(Color, (usize, usize))]) -> Board {
        let size = BoardSize::new(size).expect("a size");
        let stones = stones
            .iter()
            .map(|&(color, (row, col))| (color, point(row, col)));
        Board::with_stones(size, stones).expect("liberties")
    }

    #[test]
    fn a_window_in_each_corner_has_the_strings_of_the_region_and_their_edges() {
        for (far_row, far_col) in [(false, false), (false, true), (true, false), (true, true)] {
            let turn = |row: usize, col: usize| {
                let row = if far_row { 18 - row } else { row };
                (row, if far_col { 18 - col } else { col })
            };
            let stones = [
                (Color::Black, turn(1, 1)),
                (Color::Black, turn(1, 2)),
                (Color::White, turn(2, 1)),
                (Color::White, turn(15, 15)),
            ];
            let board = board(19, &stones);
            let at = |(row, col): (usize, usize)| point(row, col);
            let region: PointSet = [turn(0, 0), turn(0, 1), turn(1, 0)]
                .map(at)
                .into_iter()
                .collect();
            let window = Window::around(&board, &region);
            assert_eq!(window.board.size().get(), 9);
            assert_eq!(
                window.board.all_stones().count(),
                3,
                "the far stone is left out"
            );
            for inside in window.board.size().points() {
                let outside = window.outside(inside).expect("a point of the board");
                assert_eq!(window.at(outside), Some(inside));
                if outside != at(turn(15, 15)) {
                    assert_eq!(window.board.at(inside), board.at(outside));
                }
            }
            let corner = window.at(at(turn(0, 0))).expect("the corner");
            assert_eq!(window.board.size().edge_distance(corner), 0);
            for (_, stone) in window.board.all_stones() {
                let outside = window.outside(stone).expect("a point of the board");
                assert_eq!(
                    window.board.liberty_count(stone),
                    board.liberty_count(outside)
                );
            }
        }
    }

    #[test]
    fn a_string_across_the_board_leaves_the_whole_board() {
        let row: Vec<_> = (0..19).map(|col| (Color::Black, (3, col))).collect();
        let board = board(19, &row);
        let region = PointSet::from_iter([point(2, 2)]);
        let window = Window::around(&board, &region);
        assert_eq!(window.board.size().get(), 19);
        assert_eq!(window.outside(point(7, 7)), Some(point(7, 7)));
    }
}
