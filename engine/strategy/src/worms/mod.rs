//! Worms: what can be said about each string before strings are joined into dragons.
//!
//! Entry point: `Worms::examine`. It runs these steps, each on the results of those before:
//!
//! 1. shape: effective size, liberties of order 1 to 4, genus, cutting stones
//!    ([`shape`](crate::shape))
//! 2. unconditional life and death ([`unconditional`](katachi_tactics::unconditional))
//! 3. the best attack and the best defence by reading (`tactics`), and those of the attack and
//!    defence databases (`patterns`)
//! 4. the worm's own liberties as further attacks and defences
//! 5. side effects: known moves that attack or defend another worm as well
//! 6. pairs of worms that both seem lost, lunches, threats
//! 7. possible cuts, by the patterns of connections (`cuts`)
//! 8. inessential worms
//!
//! The fields are those of GNU Go's `worm_data` (manual, chapter "Worms and Dragons");
//! `docs/worms.md` explains them and lists the differences.

mod cuts;
mod examine;
mod moves;
mod patterns;
mod tactics;
mod worm;

pub use cuts::PossibleCuts;
pub use moves::Moves;
pub use patterns::Advice;
pub use worm::{Worm, Worms};
