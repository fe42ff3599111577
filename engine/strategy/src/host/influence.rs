//! Questions about influence before any trial move.

use katachi_board::{Color, Point};
use katachi_matcher::{Answer, InfluenceQuestions};

use super::position_host::PositionHost;
use crate::influence::Region;

impl InfluenceQuestions for PositionHost<'_> {
    fn owns_moyo(&mut self, color: Color, point: Point, to_move: Color) -> Answer<bool> {
        self.owns(color, Region::Moyo, point, to_move)
    }

    fn dominates_area(&mut self, color: Color, point: Point, to_move: Color) -> Answer<bool> {
        self.owns(color, Region::Area, point, to_move)
    }

    fn owns_territory(&mut self, color: Color, point: Point, to_move: Color) -> Answer<bool> {
        self.owns(color, Region::Territory, point, to_move)
    }
}

impl PositionHost<'_> {
    fn owns(&self, color: Color, region: Region, point: Point, to_move: Color) -> Answer<bool> {
        let influence = self.known.influence[to_move]?;
        Some(influence.owns(color, region, point))
    }
}
