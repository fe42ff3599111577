//! Questions about eye spaces before any trial move.
//!
//! While strings are examined no eyes are known yet, and there is no answer.

use katachi_board::{Color, Point};
use katachi_matcher::{Answer, EyeQuestions};

use super::position_host::PositionHost;
use crate::eyes::EyeKind;

impl EyeQuestions for PositionHost<'_> {
    fn is_eye_space(&mut self, color: Color, point: Point) -> Answer<bool> {
        Some(self.known.eyes?.space(color, point).is_some())
    }

    fn is_proper_eye(&mut self, color: Color, point: Point) -> Answer<bool> {
        Some(self.known.eyes?.is_proper(color, point))
    }

    fn is_marginal_eye(&mut self, color: Color, point: Point) -> Answer<bool> {
        let space = self.known.eyes?.space(color, point);
        Some(space.is_some_and(|space| space.margins.contains(point)))
    }

    fn max_eyes(&mut self, color: Color, point: Point) -> Answer<usize> {
        let space = self.known.eyes?.space(color, point);
        Some(space.map_or(0, |space| space.value.max_eyes().into()))
    }

    fn is_half_eye(&mut self, point: Point) -> Answer<bool> {
        self.is_kind(point, EyeKind::Half)
    }

    fn is_false_eye(&mut self, point: Point) -> Answer<bool> {
        self.is_kind(point, EyeKind::False)
    }

    fn is_false_eye_territory(&mut self, point: Point) -> Answer<bool> {
        Some(self.known.dragons?.lasting_false_eyes().contains(point))
    }
}

impl PositionHost<'_> {
    /// Whether the diagonals of a point say that it is such an eye.
    fn is_kind(&self, point: Point, kind: EyeKind) -> Answer<bool> {
        let half_eye = self.known.eyes?.half_eye(point);
        Some(half_eye.is_some_and(|half_eye| half_eye.kind == kind))
    }
}
