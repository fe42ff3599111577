//! Semeai: races between two dragons of opposite colours, of which at most one gets away.
//!
//! Entry point: [`Position::semeai`](crate::Position::semeai) gives a [`Semeai`], which answers who
//! wins a race. Each answer has two results, for the side that moves first: whether its own dragon
//! lives, and whether the other one dies. Both can live: by eyes, by running away, or in seki.
//!
//! Both sides try what owl proposes for the life of their dragon and for the death of the other
//! one, they save and capture strings, and they fill liberties, those outside first. Before a
//! liberty can be filled, another one may have to be filled (an approach move). A side without a
//! good move passes; where both pass, the race is over, and both live in seki unless one of them
//! has more eyes.
//!
//! | module | what it is for |
//! |---|---|
//! | `questions` | what may be asked |
//! | `opinions` | second opinions: random games, and reading of each dragon alone |
//! | `pairs` | the races of a position, and what they say about its dragons |
//! | `side` | a dragon in a race, and its strings whose capture decides |
//! | `verdict` | results, and which of them a side likes better |
//! | `liberties` | moves that fill liberties |
//! | `closed` | races in closed areas, by a search of their own |
//! | `bounds` | what the lives of both dragons say about other races |
//! | `candidate` | a candidate move |
//! | `moves` | the candidate moves of a position |
//! | `search` | the search |
//! | `limits` | nodes by level |

mod bounds;
mod candidate;
mod closed;
mod liberties;
mod limits;
mod moves;
mod opinions;
mod pairs;
mod questions;
mod search;
mod side;
#[cfg(test)]
mod tests;
mod verdict;

pub use limits::SemeaiLimits;
pub use questions::{Semeai, SemeaiReading};
