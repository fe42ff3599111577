//! The engine: games, reading, what is settled, what random games say, moves with their reasons, scoring, time.
//!
//! [`Engine`] owns the databases and finds moves for a [`Game`]; nothing is global, so two engines
//! in one program never see each other. Start reading at [`Engine::think`].
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
