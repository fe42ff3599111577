//! Owl: reading whether dragons live, with patterns.
//!
//! Entry point: [`Position::owl`](crate::Position::owl) gives an [`Owl`], which answers questions
//! about the dragons of the position. Two sides move in turns. The attacker wants to capture all
//! stones of a dragon, the *goal*; the defender wants them to live. The goal grows by stones that
//! the defender connects to it, but those alone do not save it.
//!
//! In each position the search estimates the life of the goal by its eyes and by what it can
//! capture. Where the estimate does not decide, both sides try moves: vital points of eyes, moves
//! of the patterns of the roles `owl_attackpats`, `owl_defendpats` and `owl_vital_apats`, and
//! captures. The rules, numbers and order are those of GNU Go 3.8.
//!
//! | module | what it is for |
//! |---|---|
//! | `goal` | the marks of a search: goal, friends, boundary |
//! | `life` | the estimate of a goal's life |
//! | `lunch` | what a goal can capture |
//! | `proposals` | moves that patterns propose |
//! | `search` | the nodes of attacker and defender |
//! | `proof` | a second search with the same moves, by proof numbers |
//! | `questions` | what may be asked |
//! | `games` | questions that random games answer, where patterns are missing or find nothing |
//! | `oracle` | what tells lives beside patterns |
//! | `group` | all stones of a side in an enclosed area |
//! | `limits` | nodes and depths by level |

mod facts;
mod games;
mod goal;
mod life;
mod limits;
mod lunch;
mod oracle;
mod proof;
mod proposals;
mod questions;
mod search;
#[cfg(test)]
mod tests;

pub(crate) use goal::{Goal, Joins};
pub(crate) use life::{Move, Role};
pub use limits::{GivenOwlLimits, OwlLimits};
pub(crate) use oracle::AtLevel;
pub use oracle::{Effort, LifeOracle, Opinion, Pains, Witness};
pub use questions::{Owl, OwlReading, OwlThreat, Root};
pub(crate) use questions::{doubtful, escape_values};
pub(crate) use search::{Scene, Search, Table, in_words};
