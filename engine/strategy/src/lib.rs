//! Strategy: what a position is. It says nothing about what to play.
//!
//! Entry point: [`Analyst::position`] gives a [`Position`], whose stages are computed when somebody
//! asks for them, and kept until another position is asked about.
//!
//! | module | what it is for |
//! |---|---|
//! | [`analyst`] | the tools of analysis, kept from position to position |
//! | [`position`] | the stages of one position |
//! | [`host`] | answers the questions that patterns ask |
//! | [`worms`], `examine` | what is known about each string; how it is found out |
//! | [`eyes`] | where each side may get eyes, and how many |
//! | [`shape`] | effective sizes and liberties of higher order |
//! | [`knowledge`], [`matchers`] | the databases, and where their patterns fit |

pub mod analyst;
mod examine;
pub mod eyes;
pub mod host;
pub mod knowledge;
pub mod matchers;
pub mod position;
pub mod readers;
pub mod shape;
pub mod worms;

pub use analyst::Analyst;
pub use knowledge::{Database, Knowledge};
pub use position::Position;
pub use readers::Readers;
