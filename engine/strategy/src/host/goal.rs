//! Questions in a search for the life of a dragon, the goal.
//!
//! Without a goal these questions have no answer.

use katachi_board::Point;
use katachi_matcher::{Answer, DragonStatus, GoalQuestions};

use super::position_host::PositionHost;

/// The answer for the goal's own stones, and for empty points around them.
const NO_WAY_OUT: i32 = -10;
/// The sum of diagonals of a point that nobody has examined: not an eye.
const NO_EYE: f32 = 10.0;

impl GoalQuestions for PositionHost<'_> {
    fn escape_value(&mut self, point: Point) -> Answer<i32> {
        let goal = self.known.goal?;
        let touches = || {
            let mut around = point.neighbors().into_iter().chain(point.diagonals());
            self.board.at(point).is_empty() && around.any(|near| goal.stones.contains(near))
        };
        if goal.stones.contains(point) || touches() {
            return Some(NO_WAY_OUT);
        }
        Some(goal.escape.get(point.index()).copied().map_or(0, i32::from))
    }

    fn is_goal(&mut self, point: Point) -> Answer<bool> {
        Some(self.known.goal?.stones.contains(point))
    }

    fn goal_min_eyes(&mut self, point: Point) -> Answer<usize> {
        let space = self.known.goal?.eyes.at(point);
        Some(space.map_or(0, |one| one.space.value.min_eyes().into()))
    }

    fn goal_max_eyes(&mut self, point: Point) -> Answer<usize> {
        let space = self.known.goal?.eyes.at(point);
        Some(space.map_or(0, |one| one.space.value.max_eyes().into()))
    }

    fn is_goal_proper_eye(&mut self, point: Point) -> Answer<bool> {
        Some(self.known.goal?.eyes.is_proper(point))
    }

    fn goal_eye_size(&mut self, point: Point) -> Answer<usize> {
        let goal = self.known.goal?;
        let space = goal.eyes.all().space(goal.color, point);
        Some(space.map_or(0, |space| space.proper().len()))
    }

    fn goal_topological_value(&mut self, point: Point) -> Answer<f32> {
        let known = self.known.goal?.eyes.all().topology(point);
        Some(known.map_or(NO_EYE, |known| known.sum))
    }

    fn goal_eyes_by_capture(&mut self, string: Point) -> Answer<usize> {
        let mut lunches = self.known.goal?.lunches.iter();
        let lunch = lunches.find(|lunch| lunch.stones.contains(string));
        Some(lunch.map_or(0, |lunch| lunch.most_eyes.into()))
    }

    fn is_goal_lunch(&mut self, string: Point) -> Answer<bool> {
        let mut lunches = self.known.goal?.lunches.iter();
        Some(lunches.any(|lunch| lunch.stones.contains(string)))
    }

    fn is_strong_outside_goal(&mut self, point: Point) -> Answer<bool> {
        let goal = self.known.goal?;
        let dragon = self.known.dragons?.at(point);
        let is_strong = dragon.is_some_and(|dragon| dragon.crude_status == DragonStatus::Alive);
        Some(is_strong && !goal.stones.contains(point))
    }
}
