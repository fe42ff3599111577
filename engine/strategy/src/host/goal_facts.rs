//! What a search for life and death knows about its goal.

use katachi_board::{Color, PointSet};

use crate::eyes::GoalEyes;

/// An opponent string that the goal can capture.
#[derive(Clone, Copy, Debug)]
pub struct GoalLunch {
    /// The stones of the string.
    pub stones: PointSet,
    /// The most eyes that its capture can give.
    pub most_eyes: u8,
}

/// What a search knows about its goal in a position.
#[derive(Clone, Copy)]
pub struct GoalFacts<'a> {
    /// The side of the goal.
    pub color: Color,
    /// The stones of the goal.
    pub stones: &'a PointSet,
    /// What each point of the grid is worth to a goal that runs.
    pub escape: &'a [u8],
    /// Its eyes.
    pub eyes: &'a GoalEyes,
    /// Its lunches.
    pub lunches: &'a [GoalLunch],
}
