//! Combinations: threats, one after the other, that end in a capture which no single threat
//! achieves.
//!
//! Entry point: [`Position::combinations`](crate::Position::combinations). The attacker plays a
//! move that threatens strings. For every answer that saves them the search looks whether the
//! stones together now capture something, or whether another threat follows. Patterns of the role
//! `aa_attackpats` propose the threats; reading confirms them. What the least answer loses is the
//! size of the combination.
//!
//! The rules and numbers are those of GNU Go 3.8, where the search is called atari-atari.
//!
//! | module | what it is for |
//! |---|---|
//! | `scene` | the data of a search |
//! | `targets` | the strings that may be captured, and their values |
//! | `threats` | moves that threaten them |
//! | `answers` | moves that save them |
//! | `search` | the search over threats and answers |
//! | `questions` | what may be asked |

mod answers;
mod questions;
mod scene;
mod search;
mod targets;
mod threats;

pub(crate) use questions::{BRIEF_NODES, EFFORT, NODES, Stages, depth_for_level};
pub use questions::{Combination, Combinations};
pub(crate) use targets::doubtful_targets;
