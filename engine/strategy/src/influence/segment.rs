//! The connected parts of regions.

use katachi_board::{Color, PointSet};

use super::result::{Influence, Region};

/// A connected part of one side's region, with the stones of that side in it.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The owner.
    pub owner: Color,
    /// All points, with the owner's stones.
    pub points: PointSet,
    /// The number of points without living stones of the owner.
    pub size: usize,
    /// What the points are worth together to the owner, as a positive number.
    pub value: f32,
}

impl Influence {
    /// The connected parts of a kind of region in the order of their first points, Black's first.
    pub fn segments(&self, region: Region) -> Vec<Segment> {
        let mut segments = Vec::new();
        for owner in Color::BOTH {
            let stones = self.field.stones[owner];
            let points = self.board_size().points();
            let owned: PointSet = points
                .filter(|&point| self.owns(owner, region, point))
                .collect();
            let mut rest = owned | stones;
            while let Some(first) = rest.first() {
                let points = rest.part(first);
                rest = rest - points;
                if points.intersects(&owned) {
                    segments.push(Segment {
                        owner,
                        points,
                        size: (points - (stones & *self.safe())).len(),
                        value: points.iter().map(|at| self.territory(at).abs()).sum(),
                    });
                }
            }
        }
        segments
    }
}
