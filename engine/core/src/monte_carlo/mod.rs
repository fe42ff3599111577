//! Monte Carlo play: random games driven by a database of 3x3 patterns, and a search of a tree of them.
//!
//! Moves of random games are drawn in proportion to their [`Values`]; [`Playout`] keeps these up to date. [`Search`] grows a
//! tree of moves by UCT (Kocsis and Szepesvári 2006) with rapid action value estimation and priors, and [`Player`] makes
//! decisions of it. Start reading at [`Search::run`].

mod player;
mod playout;
mod prior;
mod report;
mod search;
mod tree;
mod values;
mod worker;

pub use player::{Player, Settings, Watch, dead_stones, decide};
pub use playout::Playout;
pub use report::{MoveReport, Report};
pub use search::{Budget, Ends, Means, Question, Search};
pub use values::{Value, Values};
