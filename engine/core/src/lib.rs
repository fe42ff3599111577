//! The engine: it decides what to play in a game of Go.
//!
//! Entry points: [`Engine`] owns the pattern databases, and [`Engine::think`] finds a move for a
//! [`Game`]. Nothing is global, so two engines in one program never affect each other.
//!
//! | module | what it is for |
//! |---|---|
//! | [`reading`], [`connection`] | tactical reading: capturing and saving strings; connecting them |
//! | [`unconditional`], [`worms`] | what can be said about each string of a position |
//! | [`life`] | random games that estimate who owns each point |
//! | [`moves`] | candidate moves, with reasons and values |
//! | [`monte_carlo`] | Monte Carlo tree search |
//! | [`clock`] | time control |
//!
//! ```
//! use katachi_board::{BoardSize, Color};
//! use katachi_core::{Decision, Engine, Game, Knowledge};
//!
//! let mut engine = Engine::new(Knowledge::default());
//! let game = Game::new(BoardSize::NINETEEN);
//! // Without databases there is no reason to play anywhere on an empty board.
//! assert_eq!(engine.think_for(&game, Color::Black).decision, Decision::Pass);
//! ```

pub mod clock;
pub mod connection;
mod engine;
mod game;
mod knowledge;
pub mod life;
mod matchers;
pub mod monte_carlo;
pub mod moves;
pub mod reading;
mod scoring;
pub mod unconditional;
pub mod worms;

pub use engine::{DEFAULT_LEVEL, Decision, Engine, Thoughts};
pub use game::{Game, HandicapBonus, Scoring};
pub use knowledge::{Database, Knowledge};
pub use scoring::{Final, Status, result};
