//! The host: it answers the questions that patterns ask about a position.
//!
//! [`PositionHost`] implements the traits of the matcher's [`Host`](katachi_matcher::Host), one in
//! each file. Actions leave [`Effect`]s.
//!
//! | file | what it answers |
//! |---|---|
//! | `stones` | what the board alone says; `shape` has the longer answers |
//! | `tactics` | what reading says about strings and their connections |
//! | `worms` | what is known about strings before any trial move |
//! | `dragons` | what is known about dragons before any trial move |
//! | `eyes` | eye spaces before any trial move |
//! | `influence` | who owns which points by influence |
//! | `game` | what is known about the game |
//! | `actions` | the effects of actions |
//! | `goal` | what a search knows about the dragon whose life it reads (`goal_facts`) |

mod actions;
mod dragons;
mod effect;
mod eyes;
mod game;
mod goal;
mod goal_facts;
mod influence;
mod position_host;
mod shape;
mod stones;
mod tactics;
#[cfg(test)]
mod tests;
mod worms;

pub use effect::Effect;
pub use goal_facts::{GoalFacts, GoalLunch};
pub use position_host::{GameFacts, Known, PositionHost, holds, opened_cuts};
