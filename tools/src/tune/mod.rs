//! Learning the values of a Monte Carlo database from game records.
//!
//! 1. [`Positions`]: in each position of the games the candidate moves compete, and one is played.
//! 2. [`mm`]: minorisation-maximisation, which knows nothing of Go, finds the strengths that make
//!    what was played most likely.
//! 3. [`Model`]: what strengths a move has: one for its neighbourhood, one for its [class](shape).
//! 4. [`database`] writes a model as a `.db`, [`export`] the positions as Coulom's MM reads them.
//! 5. [`validation`] measures databases and models on games that were not learned from.
//!
//! Chunks of fixed size are worked on in parallel and added up in order, so nothing depends on the
//! number of threads. `docs/monte-carlo.md` is the user's guide.

pub mod database;
pub mod export;
pub mod mm;
mod model;
mod positions;
pub mod shape;
pub mod validation;

pub use model::{Model, Settings};
pub use positions::Positions;
