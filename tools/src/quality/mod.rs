//! Points that engines lose per move, compared with the moves of game records.
//!
//! A teacher, an engine that estimates the score, judges the position after the move that was
//! played and after the engine's move. The difference, from the side of the player, is what the
//! engine's move loses.
//!
//! 1. [`Sample::draw`] draws positions from games, by hash.
//! 2. [`Study::open`] starts the engines and the teacher once, to see what they can do.
//! 3. [`measure`] asks them about each position. [`Answers`](katachi_teacher::Answers) keeps what
//!    they answer in a file.
//! 4. [`Report`] sums up; [`export`] writes rows for other programs, [`worst`] a game record.

pub mod export;
mod judged;
mod measure;
mod report;
mod sample;
mod study;
pub mod worst;

pub use judged::{JudgedMove, Judgement, Loss, Reply};
pub use measure::{Event, measure};
pub use report::{EngineReport, Report};
pub use sample::{HashPart, Position, Sample};
pub use study::{Participant, Plan, Study};
