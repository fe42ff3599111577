//! Strings that are near each other. The bench `connection` uses this file, too.

use katachi_board::{Chain, Point};

/// The distance of two points in rows or columns, whichever is greater.
pub fn distance(a: Point, b: Point) -> usize {
    (a.row().abs_diff(b.row())).max(a.col().abs_diff(b.col()))
}

/// Whether two strings have one colour, and stones at most this far apart.
pub fn are_near(a: Chain<'_>, b: Chain<'_>, apart: usize) -> bool {
    let is_near = |one: Point| b.stones().any(|other| distance(one, other) <= apart);
    a.color() == b.color() && a.stones().any(is_near)
}
