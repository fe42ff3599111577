//! Matching: finds where the patterns of an image fit a board, and evaluates their constraints.
//!
//! Entry points: [`Matcher`] finds the places where diagrams fit. [`Question`] evaluates the
//! constraint and the action of a match; what needs more than the diagram it asks a [`Host`].
//! [`naive`] finds the same matches cell by cell; tests compare the two.
//!
//! Other kinds of image have their own matchers: [`FullBoardMatcher`] for books, [`patterns3x3`]
//! for Monte Carlo weights, and [`eye_value`] for eye shapes.

mod automaton;
mod corner;
pub mod explain;
mod eye_graph;
mod found;
mod frame;
mod full_board;
mod host;
mod live;
mod matcher;
pub mod naive;
pub mod patterns3x3;
mod scan;
mod scanner;
mod vm;
mod wanted;

pub use eye_graph::{EyeMatch, EyePoint, MAX_INNER, MAX_MARGINAL, PlacedGraph, eye_value};
pub use found::{MAX_MATCHES, Match};
pub use frame::symbol;
pub use full_board::{FullBoardMatch, FullBoardMatcher};
pub use host::{
    Actions, Answer, Done, DragonQuestions, DragonStatus, EyeQuestions, GameQuestions,
    GoalQuestions, Host, Hull, InfluenceQuestions, StoneQuestions, Surround, TacticalQuestions,
    WormQuestions,
};
pub use live::LiveMatcher;
pub use matcher::Matcher;
pub use vm::{Part, Question};
pub use wanted::{Statuses, Wanted};
