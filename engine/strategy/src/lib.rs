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
//! | [`worms`] | what is known about each string |
//! | [`dragons`] | strings that are as good as connected, and what their lives look like |
//! | [`influence`] | how strongly each side's stones work over the board |
//! | [`eyes`] | where each side may get eyes, and how many |
//! | [`combination`] | threats that together capture something |
//! | [`owl`] | whether dragons live, by reading with patterns |
//! | [`semeai`] | races between two dragons |
//! | `examine` | how worms are found out, and what patterns say about influence and dragons |
//! | [`shape`] | effective sizes and liberties of higher order |
//! | [`knowledge`], [`matchers`] | the databases, and where their patterns fit |

pub mod analyst;
pub mod combination;
pub mod dragons;
mod examine;
pub mod eyes;
pub mod host;
pub mod influence;
pub mod knowledge;
pub mod matchers;
pub mod owl;
pub mod position;
pub mod readers;
pub mod semeai;
pub mod shape;
pub mod worms;

pub use analyst::Analyst;
pub use knowledge::{Database, Knowledge};
pub use position::Position;
pub use readers::Readers;
