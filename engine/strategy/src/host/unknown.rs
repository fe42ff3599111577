//! What the analysis does not know yet: eyes and the goal of a search.
//!
//! A question without an answer ends the constraint, and the pattern does not match.

use katachi_matcher::{EyeQuestions, GoalQuestions};

use super::position_host::PositionHost;

impl EyeQuestions for PositionHost<'_> {}
impl GoalQuestions for PositionHost<'_> {}
