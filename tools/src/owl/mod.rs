//! Patterns of life and death, mined from problems and from dragons of real games.
//!
//! 1. [`Source`] is a problem or a game. Its [examples](Example) are positions in which a side must
//!    move to kill a dragon or to let it live; for each legal move near the dragon they say whether
//!    it is right.
//! 2. [`Counts`] cuts the [surroundings](around::Around) of these moves out, in four sizes, and
//!    counts how often each was seen and how often it was right.
//! 3. [`Selection::choose`] keeps what is frequent and better than what it contains.
//! 4. [`database::text`] writes a database for an [`Aim`].
//!
//! Where the exact search of closed areas ([`katachi_tactics::life`]) answers, it decides which
//! moves are right. Elsewhere the right first moves of a problem do, and in games the move that was
//! played near a dragon in danger.

pub mod around;
pub mod database;
mod example;
mod learn;
mod prove;
mod source;

pub use example::{Aim, Candidate, Example};
pub use learn::{Chosen, Counts, Figures, Selection};
pub use source::{Source, Worker, is_held_back};
