//! Monte Carlo play: tree search over random games that a database of 3x3 patterns drives.
//!
//! Entry point: [`Search::run`]. [`Values`] holds the weights of moves; [`Playout`] keeps them up
//! to date and draws the moves of random games in proportion. [`Search`] grows a tree by UCT
//! (Kocsis and Szepesvári 2006) with rapid action value estimation and priors, which come from the
//! [`Strengths`] of moves. [`Player`] sets the budget and turns the result into a decision.

mod features;
mod findings;
mod junction;
mod lives;
mod local;
mod place;
mod player;
mod playout;
mod prior;
mod report;
mod search;
mod strengths;
mod survival;
mod tree;
mod values;
mod window;
mod worker;

pub use features::{Candidate, GROUPS, Group, PLACES, each_candidate};
pub use findings::Findings;
pub(crate) use findings::outcome_of;
pub use junction::{Strings, junction};
pub use lives::Lives;
pub use local::Sources;
pub use place::{Limits, place_of};
pub use player::{Player, Settings, Watch, at_stake, dead_stones, decide, is_settled};
pub use playout::Playout;
pub use report::{MoveReport, Report, Tried};
pub use search::{Budget, Drive, Ends, Means, Root, Search};
pub use strengths::{Entry, SHAPES, Strengths, StrengthsError, Subject, points, turned, upright};
pub use survival::{Goal, survival};
pub use values::{Value, Values};
