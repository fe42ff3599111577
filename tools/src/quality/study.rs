//! The engines and the teacher of a study, and the questions that are asked about a position.
//!
//! Start reading at [`Study::open`].

use std::time::Duration;

use katachi_teacher::engine::{Engine, EngineCommand};
use katachi_teacher::{JudgeError, Question, Teacher, identity};

/// Who is asked, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engines.
    pub engines: Vec<EngineCommand>,
    /// The teacher.
    pub teacher: EngineCommand,
    /// The visits of a search of the teacher; `None` prefers its raw network.
    pub visits: Option<u32>,
    /// The komi.
    pub komi: f64,
    /// The number of positions to work on at a time.
    pub jobs: usize,
    /// The most time for an answer.
    pub timeout: Duration,
}

/// An engine or the teacher.
#[derive(Clone, Debug)]
pub struct Participant {
    /// Its command line.
    pub command: EngineCommand,
    /// Its name and version.
    pub label: String,
    /// What it is, for the answers that are kept.
    pub(super) identity: String,
}

impl Participant {
    fn new(command: &EngineCommand, label: String, method: &str) -> Self {
        Self {
            identity: identity(command, &format!("{label} {method}")),
            command: command.clone(),
            label,
        }
    }
}

/// A study whose engines have shown that they can be asked.
pub struct Study {
    pub(super) plan: Plan,
    /// The engines, in the order of the plan.
    pub engines: Vec<Participant>,
    /// The teacher.
    pub teacher: Participant,
    /// How it judges.
    pub teaching: Teacher,
}

impl Study {
    /// Starts each engine and the teacher once, to see what they can do.
    ///
    /// # Errors
    /// If one does not start or lacks a command.
    pub fn open(plan: Plan) -> Result<Self, JudgeError> {
        let mut engines = Vec::new();
        for command in &plan.engines {
            let engine = command.start(0, plan.timeout)?;
            engine.need(&["boardsize", "clear_board", "komi", "play"])?;
            engine.need(&[move_command(&engine)])?;
            engines.push(Participant::new(command, engine.label(), ""));
            engine.quit();
        }
        let mut engine = plan.teacher.start(0, plan.timeout)?;
        let teaching = Teacher::of(&mut engine, plan.visits)?;
        let method = teaching.method().to_string();
        let teacher = Participant::new(&plan.teacher, engine.label(), &method);
        engine.quit();
        Ok(Self {
            plan,
            engines,
            teacher,
            teaching,
        })
    }

    /// The question about a position, by a hash that includes the komi.
    pub(super) fn question(&self, who: &Participant, position: [u8; 16]) -> Question {
        Question::about(&who.identity, position, self.plan.komi)
    }
}

/// The command for a move: `genmove` if the engine knows no `reg_genmove`. Either will do, since
/// each position is set up anew.
pub(super) fn move_command(engine: &Engine) -> &'static str {
    if engine.knows("reg_genmove") {
        "reg_genmove"
    } else {
        "genmove"
    }
}
