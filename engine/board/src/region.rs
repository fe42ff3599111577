//! Areas that stones surround, and eyes of one point.

use crate::{Board, ByColor, Color, Point, PointSet, PointState};

/// A connected area of empty points and dead stones.
pub struct Region {
    /// Its points: empty, or holding dead stones.
    pub points: PointSet,
    /// The colours that stand around it.
    pub borders: ByColor<bool>,
    /// The stones around it.
    pub walls: PointSet,
}

/// The connected areas of a board without the dead stones.
pub fn regions(board: &Board, dead: &PointSet) -> Vec<Region> {
    let [black, white] = Color::BOTH.map(|color| *board.stones(color) - *dead);
    let mut left = *board.empty() | *dead;
    let mut regions = Vec::new();
    while let Some(first) = left.first() {
        let points = left.part(first);
        left = left - points;
        let around = points.neighbors();
        regions.push(Region {
            points,
            borders: ByColor {
                black: around.intersects(&black),
                white: around.intersects(&white),
            },
            walls: around & (black | white),
        });
    }
    regions
}

/// Whether all neighbours of a point are stones of this colour or the edge.
pub fn is_surrounded(board: &Board, color: Color, point: Point) -> bool {
    let mut sides = point.neighbors().into_iter().map(|near| board.at(near));
    sides.all(|state| state.is(color) || state == PointState::OffBoard)
}

/// Whether a point is an eye that its owner must not fill.
///
/// All neighbours are own stones or the edge. At most one diagonal point holds an opponent stone;
/// at the edge, none.
pub fn is_eye(board: &Board, color: Color, point: Point) -> bool {
    if !board.at(point).is_empty() {
        return false;
    }
    if !is_surrounded(board, color, point) {
        return false;
    }
    let diagonals = point.diagonals().map(|near| board.at(near));
    let others = diagonals.iter().filter(|state| state.is(!color)).count();
    others + usize::from(diagonals.contains(&PointState::OffBoard)) < 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eyes_differ_from_false_eyes() {
        let board: Board = "
            . X . X .
            X X X X O
            . X O . .
            X O . . .
            . . . . ."
            .parse()
            .expect("a board");
        let at = |name: &str| Point::from_vertex(name, board.size()).expect("a vertex");
        assert!(is_eye(&board, Color::Black, at("A5")));
        assert!(is_eye(&board, Color::Black, at("C5")));
        assert!(
            !is_eye(&board, Color::Black, at("E5")),
            "an opponent beside it"
        );
        assert!(!is_eye(&board, Color::Black, at("A3")), "false at the edge");
        assert!(!is_eye(&board, Color::White, at("A5")));
    }
}
