//! Cuts small boards out of large ones, around the diagram of a match.

use katachi_board::{Board, BoardSize, Color, Point};
use katachi_image::{Pattern, border};
use katachi_matcher::Match;

use super::example::{OWN, place_of};

/// The sizes of the small boards that are tried.
pub const SIZES: [usize; 5] = [7, 9, 11, 13, 19];

/// The part of a board around a match, as a board of its own with this size, and the point of the
/// move; `None` if the diagram does not fit into it, or a string would have no liberty.
///
/// The edges of the diagram stay edges. The other edges of the small board cut the position.
pub fn crop(
    board: &Board,
    own: Color,
    pattern: &Pattern<'_>,
    found: Match,
    size: usize,
) -> Option<(Board, Point)> {
    let large = board.size();
    let small = BoardSize::new(size)?;
    let record = pattern.record;
    let corner = |row: i8, col: i8| {
        let (row, col) = found.symmetry.apply(row.into(), col.into());
        found.anchor.offset(row, col, large)
    };
    let (top, left) = (record.top_left.row, record.top_left.col);
    let (bottom, right) = (top + record.extent.row - 1, left + record.extent.col - 1);
    let corners = [corner(top, left)?, corner(bottom, right)?];
    let sides = |at: fn(Point) -> usize| {
        let [a, b] = corners.map(at);
        (a.min(b), a.max(b))
    };
    let has_border = record.borders & (border::NORTH | border::SOUTH | border::WEST | border::EAST);
    let start = |(low, high): (usize, usize)| {
        let last = large.get() - size;
        if size == large.get() {
            return Some(0);
        }
        if high - low >= size {
            return None;
        }
        // A diagram with a border that touches the edge keeps the edge.
        if has_border != 0 && low == 0 {
            return Some(0);
        }
        if has_border != 0 && high + 1 == large.get() {
            return Some(last);
        }
        let spare = size - (high - low + 1);
        Some(low.saturating_sub(spare / 2).min(last))
    };
    let (row, col) = (start(sides(Point::row))?, start(sides(Point::col))?);
    let inside = |point: Point| {
        let (row, col) = (point.row().checked_sub(row)?, point.col().checked_sub(col)?);
        Point::new(row, col).filter(|&point| small.contains(point))
    };
    let stones = board.all_stones().filter_map(|(color, point)| {
        let color = if color == own { OWN } else { !OWN };
        Some((color, inside(point)?))
    });
    let board = Board::with_stones(small, stones).ok()?;
    Some((board, inside(place_of(pattern, found, large)?)?))
}
