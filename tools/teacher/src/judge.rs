//! A teacher with its process and its answers.

use std::time::Duration;

use katachi_board::{BoardSize, Color};
use katachi_sgf::Move;

use crate::answers::{Answer, Answers, AnswersError, Question};
use crate::engine::{EngineCommand, EngineError, Seat, set_up};
use crate::identity::identity;
use crate::teacher::{Teacher, TeacherError};

/// Says who leads in a position, and by how much.
pub struct Judge {
    seat: Seat,
    teacher: Teacher,
    label: String,
    identity: String,
    komi: f64,
    answers: Answers,
}

/// Why a judge cannot judge.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The teacher does not start.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The teacher does not answer.
    #[error(transparent)]
    Teacher(#[from] TeacherError),
    /// The answers cannot be kept.
    #[error(transparent)]
    Answers(#[from] AnswersError),
}

impl Judge {
    /// Starts a teacher to see what it can do. With a number of visits it searches, otherwise its
    /// raw network is preferred; `limit` is the most time for an answer.
    ///
    /// # Errors
    /// If it does not start, knows no command for the score, or answers cannot be kept.
    pub fn open(
        command: &EngineCommand,
        visits: Option<u32>,
        komi: f64,
        limit: Duration,
        mut answers: Answers,
    ) -> Result<Self, JudgeError> {
        let mut seat = Seat::new(command.clone(), limit);
        let engine = seat.engine(0)?;
        let teacher = Teacher::of(engine, visits)?;
        let label = engine.label();
        let identity = identity(command, &format!("{label} {}", teacher.method()));
        answers.name(&identity, &label, command.line())?;
        Ok(Self {
            seat,
            teacher,
            label,
            identity,
            komi,
            answers,
        })
    }

    /// The teacher's name and version, and how it judges.
    pub fn label(&self) -> String {
        format!("{} ({})", self.label, self.teacher.method())
    }

    /// The lead of the side to move after these moves from the empty board, in points.
    /// `fingerprint` is a hash of the size and the moves.
    ///
    /// # Errors
    /// If the teacher does not answer, or its answer cannot be kept.
    pub fn lead(
        &mut self,
        fingerprint: [u8; 16],
        size: BoardSize,
        moves: &[Move],
        to_move: Color,
    ) -> Result<f64, JudgeError> {
        let question = Question::about(&self.identity, fingerprint, self.komi);
        let known = self.answers.lead(&question);
        let black = if let Some(lead) = known {
            lead
        } else {
            let engine = self.seat.engine(0)?;
            for command in set_up(size, Some(self.komi), &[], moves) {
                engine.ask(&command)?;
            }
            let lead = self.teacher.lead(engine, to_move)?;
            self.answers.keep(question, Answer::Lead(lead))?;
            lead
        };
        Ok(if to_move == Color::Black {
            black
        } else {
            0.0 - black
        })
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        self.seat.leave();
    }
}
