//! The best of several vital points.

use katachi_board::{Board, Point, PointSet};

/// The price of a defence that the opponent can capture.
pub(super) const UNSAFE: i32 = 5;

/// How close a point is to the interior of its side's eye spaces, `proper`: the neighbours in them
/// count, direct ones twice, and direct ones with a stone three times. `price` is taken off.
pub(super) fn score(board: &Board, proper: &PointSet, point: Point, price: i32) -> i32 {
    let inside = |near: &&Point| proper.contains(**near);
    let (direct, diagonal) = (point.neighbors(), point.diagonals());
    let mut score = diagonal.iter().filter(inside).count() as i32;
    for near in direct.iter().filter(inside) {
        score += 2 + i32::from(!board.at(*near).is_empty());
    }
    match score - price {
        0 => 2,
        score => score,
    }
}

/// The point with the highest score, the first among equals.
pub(super) fn best(points: &[Point], mut score: impl FnMut(Point) -> i32) -> Option<Point> {
    let mut best: Option<(i32, Point)> = None;
    for &point in points {
        let score = score(point);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, point));
        }
    }
    best.map(|(_, point)| point)
}
