//! Learns the values of a Monte Carlo database from game records.
//!
//! 1. [`Positions`]: in each position of the games, the candidate moves compete and the played one
//!    wins.
//! 2. [`mm`]: minorisation-maximisation finds the strengths that make the played moves most likely.
//!    It knows nothing of Go.
//! 3. [`Model`]: a move has two strengths, one of its neighbourhood and one of its [class](shape).
//! 4. [`database`] writes a model as a `.db`, [`export`] the positions as input of Coulom's MM.
//! 5. [`validation`] measures databases and models on games that were not used for learning.
//!
//! [`prior`] learns the strengths of moves in the tree of a search instead.
//!
//! Chunks of fixed size are processed in parallel and added up in order, so the number of threads
//! changes nothing. `docs/monte-carlo.md` is the user's guide.

pub mod database;
pub mod export;
pub mod mm;
mod model;
mod positions;
pub mod prior;
pub mod shape;
pub mod validation;

pub use model::{Model, Settings};
pub use positions::Positions;
