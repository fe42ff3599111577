//! The points where moves are looked for, if a client or the command line restricts them.

use katachi_board::{BoardSize, Point, PointSet};

/// The steps from the centre of a diamond to its corners.
const RADIUS: usize = 6;

/// A set of points, and whether moves are restricted to it.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchArea {
    /// Whether it restricts moves.
    pub is_on: bool,
    points: PointSet,
}

impl SearchArea {
    /// The points that are left, if moves are restricted.
    pub fn allowed(&self) -> Option<PointSet> {
        self.is_on.then_some(self.points)
    }

    /// The points of the area, whether it restricts moves or not.
    pub fn points(&self) -> &PointSet {
        &self.points
    }

    /// Adds a point.
    pub fn add(&mut self, point: Point) {
        self.points.insert(point);
    }

    /// Adds the points around this one, and restricts moves.
    pub fn add_diamond(&mut self, center: Point, size: BoardSize) {
        let steps =
            |point: Point| point.row().abs_diff(center.row()) + point.col().abs_diff(center.col());
        let near = size.points().filter(|&point| steps(point) <= RADIUS);
        self.points |= near.collect::<PointSet>();
        self.is_on = true;
    }

    /// Takes all points out.
    pub fn clear(&mut self) {
        self.points = PointSet::EMPTY;
    }
}
