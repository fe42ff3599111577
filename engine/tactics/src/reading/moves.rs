//! The candidate moves of reading, the most promising first.
//!
//! Entry points: [`attack()`] and [`defense()`]. Both fill a [`Candidates`] list; points that
//! several reasons propose add up their scores. The defender's lists are wider and reach deeper. A
//! move that the defender misses gives a false capture; a move that the attacker misses only makes
//! the string look safe.

mod attack;
mod defense;
mod list;

pub(super) use attack::attack;
pub(super) use defense::defense;
pub(super) use list::{Candidates, ScoredMove};
