//! Asks an engine about the positions of game records.
//!
//! Start reading at [`Survey::record`]. Neither bad records nor a dying engine end the survey: a
//! record that is not a game becomes a [`Problem`], and an engine that dies is started again and
//! loses only the pending answer.

use std::time::Duration;

use katachi_board::{Color, KoRule, Rules, SuicideRule};
use katachi_sgf::Node;
use katachi_teacher::engine::{Engine, EngineCommand, EngineError, Seat, play, set_up};

use crate::query::{Measure, Query};
use katachi_sgf::{Sequence, board_size, vertex};

/// Rules that allow any move: records show moves that were played.
const EVERYTHING: Rules = Rules {
    ko: KoRule::None,
    suicide: SuicideRule::All,
};

/// The questions and the positions to ask about.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine.
    pub engine: EngineCommand,
    /// The questions.
    pub queries: Vec<Query>,
    /// The first move, counted from 1, before which to ask.
    pub min: usize,
    /// The last move before which to ask.
    pub max: usize,
    /// Ask before every n-th move only, counted from the first; at least 1.
    pub every: usize,
    /// The most time for an answer.
    pub timeout: Duration,
}

/// An engine's reaction to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Its answer.
    Text(String),
    /// It refused, with this reason.
    Refused(String),
    /// It died, hung or broke the protocol, in this way.
    Failed(String),
}

/// A position with all answers about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The record; with `#2` and so on if the file has several games.
    pub record: String,
    /// The number of the move played in this position, from 1.
    pub number: usize,
    /// The side that played it.
    pub color: Color,
    /// Its point: `D4`, `pass`.
    pub played: String,
    /// The answers, in the order of the queries.
    pub answers: Vec<Answer>,
}

/// A record that could not be used, or not completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The record.
    pub record: String,
    /// The place and the reason.
    pub reason: String,
}

/// A survey in progress.
pub struct Survey {
    plan: Plan,
    engine: Seat,
    /// The records that could not be used.
    pub problems: Vec<Problem>,
    /// The number of records that were used.
    pub records: usize,
}

/// Why a record or the survey is abandoned.
enum Leave {
    /// Because of the record.
    Record(String),
    /// Because of the engine: the survey cannot go on.
    Survey(EngineError),
}

impl Survey {
    /// Starts the engine.
    ///
    /// # Errors
    /// If it does not start, or lacks one of the commands.
    pub fn start(plan: Plan) -> Result<Self, EngineError> {
        let mut seat = Seat::new(plan.engine.clone(), plan.timeout);
        let engine = seat.engine(0)?;
        engine.need(&["boardsize", "clear_board", "play"])?;
        for query in &plan.queries {
            engine.need(&[query.command()])?;
        }
        Ok(Self {
            plan,
            engine: seat,
            problems: Vec::new(),
            records: 0,
        })
    }

    /// The number of times that the engine was started again.
    pub fn restarts(&self) -> usize {
        self.engine.restarts()
    }

    /// Asks about all games of a file; calls `each` with each position.
    ///
    /// # Errors
    /// If the engine cannot be started again.
    pub fn file(
        &mut self,
        name: &str,
        bytes: &[u8],
        each: &mut dyn FnMut(Position),
    ) -> Result<(), EngineError> {
        let parsed = match katachi_sgf::parse(bytes) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.problem(name, error.to_string());
                return Ok(());
            }
        };
        for (number, root) in (1..).zip(parsed.collection.roots()) {
            let name = match number {
                1 => name.to_owned(),
                _ => format!("{name}#{number}"),
            };
            self.record(&name, root, each)?;
        }
        Ok(())
    }

    /// Asks about one game.
    ///
    /// # Errors
    /// If the engine cannot be started again.
    pub fn record(
        &mut self,
        name: &str,
        root: Node<'_>,
        each: &mut dyn FnMut(Position),
    ) -> Result<(), EngineError> {
        match self.game(name, root, each) {
            Ok(()) => {
                self.records += 1;
                Ok(())
            }
            Err(Leave::Record(reason)) => {
                self.problem(name, reason);
                Ok(())
            }
            Err(Leave::Survey(error)) => Err(error),
        }
    }

    /// Records that a record cannot be used.
    pub fn problem(&mut self, record: &str, reason: String) {
        let record = record.to_owned();
        self.problems.push(Problem { record, reason });
    }

    /// Ends the engine.
    pub fn finish(&mut self) {
        self.engine.leave();
    }

    fn game(
        &mut self,
        name: &str,
        root: Node<'_>,
        each: &mut dyn FnMut(Position),
    ) -> Result<(), Leave> {
        let bad = |error: katachi_sgf::SequenceError| Leave::Record(error.to_string());
        let size = board_size(root).map_err(bad)?;
        let game = Sequence::of_main_line(root, EVERYTHING).map_err(bad)?;
        let komi = root.game_info().komi;
        let preparation = set_up(size, komi, &game.stones, &[]);
        for command in &preparation {
            self.send(command)?;
        }
        for (index, &(color, at)) in game.moves.iter().enumerate() {
            let number = index + 1;
            if number > self.plan.max {
                break;
            }
            let here = number.checked_sub(self.plan.min);
            if here.is_some_and(|steps| steps.is_multiple_of(self.plan.every)) {
                let played = vertex(at, size);
                let before = game.moves[..index].iter();
                let moves = before.map(|&(color, at)| play(color, at, size));
                let commands: Vec<String> = preparation.iter().cloned().chain(moves).collect();
                let answers = self.answers(color, &played, &commands)?;
                each(Position {
                    record: name.to_owned(),
                    number,
                    color,
                    played,
                    answers,
                });
            }
            self.send(&play(color, at, size))?;
        }
        Ok(())
    }

    /// Sends a command of the record's game to the engine. If the engine refuses it, the record is
    /// abandoned.
    fn send(&mut self, command: &str) -> Result<(), Leave> {
        let engine = self.engine()?;
        match engine.ask(command) {
            Ok(_) => Ok(()),
            Err(EngineError::Refused { reason, .. }) => Err(Leave::Record(format!(
                "the engine refused `{command}`: {reason}"
            ))),
            Err(error) => Err(Leave::Record(error.to_string())),
        }
    }

    /// The engine; starts it again if it has died.
    fn engine(&mut self) -> Result<&mut Engine, Leave> {
        self.engine.engine(0).map_err(Leave::Survey)
    }

    /// All answers about a position. `commands` restore the position in an engine that was started
    /// again.
    fn answers(
        &mut self,
        color: Color,
        played: &str,
        commands: &[String],
    ) -> Result<Vec<Answer>, Leave> {
        let counts_time = |query: &Query| query.measure() == Measure::CpuTime;
        let queries = self.plan.queries.clone();
        let begin = if queries.iter().any(counts_time) {
            self.engine()?.cpu_time()
        } else {
            None
        };
        let mut answers = Vec::with_capacity(queries.len());
        for query in queries.iter().filter(|query| !counts_time(query)) {
            let reply = self.engine()?.ask(&query.fill(color, played));
            answers.push(match reply {
                Ok(text) => Answer::Text(text),
                Err(EngineError::Refused { reason, .. }) => Answer::Refused(reason),
                Err(error) => Answer::Failed(error.to_string()),
            });
            if !self.engine.is_usable() {
                for command in commands {
                    self.send(command)?;
                }
            }
        }
        // The time of all other commands is inserted at the place of the time query.
        for (index, _) in queries
            .iter()
            .enumerate()
            .filter(|(_, query)| counts_time(query))
        {
            let failed = (answers.iter()).any(|answer| matches!(answer, Answer::Failed(_)));
            let spent = self.engine()?.cpu_time().zip(begin).filter(|_| !failed);
            let answer = match spent {
                Some((end, begin)) => Answer::Text(format!("{:.3}", (end - begin).max(0.0))),
                None => Answer::Failed("the engine was started again in between".to_owned()),
            };
            answers.insert(index, answer);
        }
        Ok(answers)
    }
}
