//! The enclosed regions of a position, with marginal points and half eyes by a simple rule.

use katachi_board::{Board, Color, Point, PointSet};

/// A region that one colour encloses.
pub struct Region {
    pub points: PointSet,
    pub marginal: PointSet,
    pub halves: PointSet,
}

/// The connected points without stones of this colour, if there are at most as many as the limit.
///
/// An empty point is marginal if the opponent holds two diagonals of it outside the region, or one
/// at the edge of the board. It is a half eye if one more opponent stone, on an empty diagonal
/// outside the region, would make it marginal.
pub fn enclosed(board: &Board, color: Color, most: usize) -> Vec<Region> {
    let mut left: PointSet = (board.size().points())
        .filter(|&point| !board.at(point).is(color))
        .collect();
    let mut regions = Vec::new();
    while let Some(first) = left.first() {
        let (mut points, mut open) = (PointSet::EMPTY, vec![first]);
        while let Some(point) = open.pop() {
            if left.contains(point) {
                left.remove(point);
                points.insert(point);
                open.extend(point.neighbors());
            }
        }
        if points.len() <= most {
            regions.push(with_margins(board, color, points));
        }
    }
    regions
}

fn with_margins(board: &Board, color: Color, points: PointSet) -> Region {
    let (mut marginal, mut halves) = (PointSet::EMPTY, PointSet::EMPTY);
    for point in (points.iter()).filter(|&point| board.at(point).is_empty()) {
        let outside = point
            .diagonals()
            .map(|at| (board.size().contains(at) && !points.contains(at)).then(|| board.at(at)));
        let count = |wanted: fn(katachi_board::PointState, Color) -> bool| {
            let states = outside.iter().flatten();
            states.filter(|&&state| wanted(state, color)).count()
        };
        let against = count(|state, color| state.is(!color));
        let open = count(|state, _| state.is_empty());
        let enough = if is_on_edge(board, point) { 1 } else { 2 };
        if against >= enough {
            marginal.insert(point);
        } else if against + 1 == enough && open > 0 {
            halves.insert(point);
        }
    }
    Region {
        points,
        marginal,
        halves,
    }
}

fn is_on_edge(board: &Board, point: Point) -> bool {
    let inside = |near: &Point| board.size().contains(*near);
    !point.neighbors().iter().all(inside)
}
