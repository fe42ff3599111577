//! What the analysis does not know yet: dragons, influence, and the goal of a search.
//!
//! A question without an answer ends the constraint, and the pattern does not match.

use katachi_matcher::{DragonQuestions, GoalQuestions, InfluenceQuestions};

use super::position_host::PositionHost;

impl DragonQuestions for PositionHost<'_> {}
impl InfluenceQuestions for PositionHost<'_> {}
impl GoalQuestions for PositionHost<'_> {}
