//! The author's studio: what patterns do in games.
//!
//! - [`census`]: where patterns fit, how far their matches come, and which never fire.
//! - [`words`]: what the engine thinks about moves and patterns.
//!
//! [`PatternSet`] is the databases that are examined, [`Games`] the games, [`Positions`] the
//! positions of them that are looked at. Everything runs in this process, several games at a time.

pub mod census;
mod games;
mod phase;
mod record;
mod set;
pub mod words;

pub use games::{Games, Place, Positions};
pub use phase::Phase;
pub use set::{PatternSet, SetError};
