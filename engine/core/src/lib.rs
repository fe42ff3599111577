//! The engine: it decides what to play in a game of Go. What a position *is* says
//! [`katachi_strategy`].
//!
//! Entry points: [`Engine`] owns the databases, and [`Engine::think`] finds a move for a
//! [`Game`]. Nothing is global, so two engines in one program never affect each other.
//!
//! | module | what it is for |
//! |---|---|
//! | [`ownership`] | random games that estimate who owns each point |
//! | `reasons` | why moves are candidates: reading, patterns, books |
//! | `valuation` | what they are worth in points |
//! | `scoring`, `estimate` | the score of a finished game, and of one in the middle |
//! | [`monte_carlo`] | Monte Carlo tree search |
//! | [`connections`] | connections by reading and random games together |
//! | [`clock`], `pace` | time control, and the level that it allows |
//! | [`levels`] | what each level means for each limit |
//! | `aftermath` | moves after the game, which settle it for good |
//! | `handicap` | free placement of handicap stones |
//! | `thrashing` | answers to moves of dead stones |
//! | `metamachine` | candidates played ahead, chosen by the score behind them |
//!
//! ```
//! use katachi_board::{BoardSize, Color};
//! use katachi_core::{Decision, Engine, Game};
//! use katachi_strategy::Knowledge;
//!
//! let mut engine = Engine::new(Knowledge::default());
//! let game = Game::new(BoardSize::NINETEEN);
//! // Without databases there is no reason to play anywhere on an empty board.
//! assert_eq!(engine.think_for(&game, Color::Black).decision, Decision::Pass);
//! ```

mod aftermath;
pub mod clock;
pub mod connections;
mod constants;
mod decision;
mod engine;
mod estimate;
mod game;
mod handicap;
pub mod levels;
mod metamachine;
mod mirror;
pub mod monte_carlo;
pub mod ownership;
mod pace;
mod reasons;
mod resignation;
mod review;
mod scoring;
mod setback;
mod thoughts;
mod thrashing;
mod valuation;

pub use constants::{CONSTANTS, Constant};
pub use decision::{Decider, Decision, Openings, Wish};
pub use engine::Engine;
pub use estimate::ScoreBounds;
pub use game::{Game, HandicapBonus};
pub use handicap::{Placement, PlacementSource, handicap_view};
pub use levels::DEFAULT_LEVEL;
pub use metamachine::Line;
pub use mirror::MirrorGo;
pub use pace::{LevelRange, Pace, Plan, Taken};
pub use reasons::{
    Bounds, Condition, Cost, Deed, Explanation, Fired, Profile, QuickResult, Reason, Rejection,
    Source, Veto, asked_value,
};
pub use scoring::{Final, FinalStatus, result};
pub use thoughts::{Review, Thoughts};
pub use thrashing::Thrashing;
pub use valuation::{Candidate, DECISIVE_VALUE, Obstacle, Searched, Strategy, Sum, Terms};
