//! What the analysis does not know yet: the goal of a search.
//!
//! A question without an answer ends the constraint, and the pattern does not match.

use katachi_matcher::GoalQuestions;

use super::position_host::PositionHost;

impl GoalQuestions for PositionHost<'_> {}
