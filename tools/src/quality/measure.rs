//! Asks the engines and the teacher of a study about positions, several at a time.
//!
//! Start reading at [`measure`]. Each worker thread has processes of its own and takes the next
//! position. An engine that fails loses the position, and is started again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use katachi_board::{Color, Point};
use katachi_joseki::mine::fingerprint;
use katachi_sgf::Move as RecordMove;

use katachi_teacher::engine::{EngineError, Seat, set_up};
use katachi_teacher::{Answer, Answers, AnswersError, JudgeError, Move, TeacherError};

use super::judged::{JudgedMove, Judgement, Loss, Reply};
use super::sample::Position;
use super::study::{Participant, Study, move_command};

/// An event of a study, for the caller.
pub enum Event<'a> {
    /// All engines have answered in a position, and are judged.
    Judged(&'a [JudgedMove]),
    /// An engine's move in a position does not count.
    Skipped {
        /// The label of the engine.
        engine: &'a str,
        /// The position.
        position: &'a Position,
        /// Why.
        reason: &'a str,
    },
}

/// Why a position has no answer.
enum Trouble {
    /// The position is skipped for this reason.
    Skip(String),
    /// The study ends.
    End(JudgeError),
}

impl From<AnswersError> for Trouble {
    fn from(error: AnswersError) -> Self {
        Self::End(error.into())
    }
}

/// Asks about all positions. What `answers` has is not asked again.
///
/// # Errors
/// If an engine cannot be started again, or the answers cannot be kept. What has been answered
/// is kept.
pub fn measure(
    study: &Study,
    positions: &[Position],
    answers: &mut Answers,
    watch: &mut dyn FnMut(&Event<'_>),
) -> Result<Vec<JudgedMove>, JudgeError> {
    for one in study.engines.iter().chain([&study.teacher]) {
        answers.name(&one.identity, &one.label, one.command.line())?;
    }
    let answers = Mutex::new(answers);
    let queue = Mutex::new(0..positions.len());
    let end = AtomicBool::new(false);
    let (sender, reports) = channel();
    thread::scope(|scope| {
        for _ in 0..study.plan.jobs.clamp(1, positions.len().max(1)) {
            let (sender, queue, answers, end) = (sender.clone(), &queue, &answers, &end);
            scope.spawn(move || Worker::new(study, positions, answers).work(queue, end, &sender));
        }
        drop(sender);
        let mut judged = Vec::new();
        let mut failure = None;
        for report in reports {
            match report {
                Ok(moves) => {
                    tell(study, positions, &moves, watch);
                    judged.extend(moves);
                }
                Err(error) => {
                    failure.get_or_insert(error);
                }
            }
        }
        judged.sort_by_key(|one| (one.position, one.engine));
        failure.map_or(Ok(judged), Err)
    })
}

fn tell(
    study: &Study,
    positions: &[Position],
    moves: &[JudgedMove],
    watch: &mut dyn FnMut(&Event<'_>),
) {
    for one in moves {
        if let Some(reason) = one.reason() {
            watch(&Event::Skipped {
                engine: &study.engines[one.engine].label,
                position: &positions[one.position],
                reason,
            });
        }
    }
    watch(&Event::Judged(moves));
}

/// A thread's processes.
struct Worker<'a> {
    study: &'a Study,
    positions: &'a [Position],
    answers: &'a Mutex<&'a mut Answers>,
    engines: Vec<Seat>,
    teacher: Seat,
}

impl<'a> Worker<'a> {
    fn new(
        study: &'a Study,
        positions: &'a [Position],
        answers: &'a Mutex<&'a mut Answers>,
    ) -> Self {
        let seat = |one: &Participant| Seat::new(one.command.clone(), study.plan.timeout);
        Self {
            study,
            positions,
            answers,
            engines: study.engines.iter().map(seat).collect(),
            teacher: seat(&study.teacher),
        }
    }

    /// Works on positions until none is left.
    fn work(
        mut self,
        queue: &Mutex<impl Iterator<Item = usize>>,
        end: &AtomicBool,
        reports: &Sender<Result<Vec<JudgedMove>, JudgeError>>,
    ) {
        while !end.load(Ordering::Relaxed) {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(place) = next else { break };
            let report = self.position(place);
            end.fetch_or(report.is_err(), Ordering::Relaxed);
            // Sending fails only when the study is over.
            let _ = reports.send(report);
        }
        self.engines.iter_mut().for_each(Seat::leave);
        self.teacher.leave();
    }

    fn answers(&self) -> MutexGuard<'a, &'a mut Answers> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The moves of all engines in a position, judged.
    fn position(&mut self, place: usize) -> Result<Vec<JudgedMove>, JudgeError> {
        let position = &self.positions[place];
        let mut judged = Vec::new();
        for engine in 0..self.engines.len() {
            let mut one = JudgedMove {
                position: place,
                engine,
                answer: String::new(),
                reply: None,
                seconds: None,
                judgement: Judgement::Failed(String::new()),
            };
            let judgement = self.answer(engine, position).and_then(|answer| {
                one.answer = answer.text;
                one.seconds = Some(answer.seconds);
                match Reply::read(&one.answer, position) {
                    Err(reason) => Ok(Judgement::Illegal(reason)),
                    Ok(reply) => {
                        one.reply = Some(reply);
                        self.judge(reply, position)
                    }
                }
            });
            one.judgement = match judgement {
                Ok(judgement) => judgement,
                Err(Trouble::Skip(reason)) => Judgement::Failed(reason),
                Err(Trouble::End(error)) => return Err(error),
            };
            judged.push(one);
        }
        Ok(judged)
    }

    /// An engine's move.
    fn answer(&mut self, engine: usize, position: &Position) -> Result<Move, Trouble> {
        let question = self
            .study
            .question(&self.study.engines[engine], position.fingerprint());
        if let Some(answer) = self.answers().answered_move(&question) {
            return Ok(answer.clone());
        }
        let seat = &mut self.engines[engine];
        let process = seat
            .engine(position.seed())
            .map_err(|error| Trouble::End(error.into()))?;
        let skip = |error: EngineError| Trouble::Skip(error.to_string());
        let komi = Some(self.study.plan.komi);
        for command in set_up(position.size, komi, &[], &position.moves) {
            process.ask(&command).map_err(skip)?;
        }
        let command = format!("{} {}", move_command(process), position.color);
        let begin = Instant::now();
        let text = process.ask(&command).map_err(skip)?;
        let seconds = begin.elapsed().as_millis() as f64 / 1000.0;
        let answer = Move { text, seconds };
        self.answers()
            .keep(question, Answer::Move(answer.clone()))?;
        Ok(answer)
    }

    /// The teacher's judgement about an engine's move.
    fn judge(&mut self, reply: Reply, position: &Position) -> Result<Judgement, Trouble> {
        let played = self.lead(position, position.played)?;
        let answer = self.lead(position, reply.at())?;
        Ok(Judgement::Judged(Loss { played, answer }))
    }

    /// The lead of the player after a move, according to the teacher.
    fn lead(&mut self, position: &Position, at: Option<Point>) -> Result<f64, Trouble> {
        let black = self.black_lead(position, &position.moves_with(at))?;
        Ok(if position.color == Color::Black {
            black
        } else {
            0.0 - black
        })
    }

    /// Black's lead after these moves: the position and one more.
    fn black_lead(&mut self, position: &Position, moves: &[RecordMove]) -> Result<f64, Trouble> {
        let study = self.study;
        let question = study.question(&study.teacher, fingerprint(position.size, moves));
        let known = self.answers().lead(&question);
        if let Some(lead) = known {
            return Ok(lead);
        }
        let process = self.teacher.engine(0);
        let process = process.map_err(|error| Trouble::End(error.into()))?;
        let skip = |error: TeacherError| Trouble::Skip(format!("the teacher: {error}"));
        for command in set_up(position.size, Some(study.plan.komi), &[], moves) {
            process.ask(&command).map_err(|error| skip(error.into()))?;
        }
        let lead = study.teaching.lead(process, !position.color);
        let lead = lead.map_err(skip)?;
        self.answers().keep(question, Answer::Lead(lead))?;
        Ok(lead)
    }
}
