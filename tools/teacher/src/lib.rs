//! GTP engines as processes, and those among them that estimate the score: teachers.
//!
//! - [`engine`]: the command line that starts an engine, the running process, and a
//!   [`Seat`](engine::Seat) that starts it again after failures.
//! - [`Teacher`]: how a running engine is asked for the score.
//! - [`Judge`]: a teacher with its process and a file of [`Answers`], so that no question is asked
//!   twice.
//! - [`row_file`]: files that gain rows while a program runs.
//!
//! Failures of engines are values here, never panics.

mod answers;
pub mod engine;
mod identity;
mod judge;
pub mod row_file;
mod teacher;

pub use answers::{Answer, Answers, AnswersError, Move, Question};
pub use identity::identity;
pub use judge::{Judge, JudgeError};
pub use teacher::{Method, Teacher, TeacherError};
