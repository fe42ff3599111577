//! The author's studio: what patterns do in games.
//!
//! - [`census`]: where patterns fit, how far their matches come, and which never fire.
//! - [`compare`]: which moves an edit changes, and why.
//! - [`cut`]: a pattern of what a position shows.
//! - [`generalise`]: how loose its diagram may be, and which constraint would help.
//! - [`review`]: what was wrong in a game, and which pattern is to blame.
//! - [`words`]: what the engine thinks about moves and patterns.
//!
//! [`PatternSet`] is the databases that are examined, [`Games`] the games, [`Positions`] the
//! positions of them that are looked at. Everything runs in this process, several games at a time.

pub mod census;
pub mod compare;
pub mod cut;
mod games;
pub mod generalise;
mod judging;
mod page;
mod phase;
mod record;
pub mod review;
mod set;
pub mod words;

pub use games::{Games, KOMI, Place, Positions};
pub use judging::loss;
pub use phase::Phase;
pub use set::{PatternSet, SetError};
