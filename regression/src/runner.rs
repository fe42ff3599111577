//! Runs a suite through an engine, test by test, whatever the engine does.
//!
//! One engine process runs the whole suite in order, as the format wants it. When it crashes, hangs
//! or babbles, that test has a [`Trouble`]; the engine is started again, the suite's unnumbered
//! lines are sent again, and the next test runs. Start reading at [`run_suite`].

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use katachi_gtp::{ClientError, Reply};

use crate::engine::{Counters, Engine, EngineLine, trouble};
use crate::result::{Class, Details, Outcome, Trouble};
use crate::suite::{Dialect, Expectation, Step, Suite, Test};

/// The most commands that a test's results tell of how its position came about; each test of a suite
/// has its own copy.
const MAX_POSITION: usize = 1000;

/// What stands there in place of further commands. It is none itself, so nobody takes the position for
/// another one.
const FURTHER_LINES: &str = "(further commands of the suite, left out)";

/// Numbers that suites use for statistics.
const STATISTICS: std::ops::RangeInclusive<u64> = 10_000..=10_005;

/// Answers that a report shows beside a generated move, if the engine has the commands. They are
/// asked for only then, since they would make the engine examine a position that no test has asked
/// about.
const DATA: [&str; 5] = [
    "top_moves",
    "dragon_data",
    "dragon_stones",
    "worm_data",
    "worm_stones",
];

/// How a suite is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine.
    pub engine: EngineLine,
    /// How long the engine may take for a command.
    pub timeout: Duration,
    /// Whose rules decide.
    pub dialect: Dialect,
    /// Whether traces and data for a report are gathered.
    pub details: bool,
    /// Only tests whose command is one of these, if there are any.
    pub only: Vec<String>,
}

/// A suite and the tests wanted of it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The suite.
    pub suite: Suite,
    /// The numbers of the tests; `None` is all.
    pub ids: Option<BTreeSet<u64>>,
}

impl Plan {
    /// Whether a test is wanted.
    pub fn wants(&self, step: &Step, test: &Test, options: &Options) -> bool {
        let name = step.name();
        self.ids.as_ref().is_none_or(|ids| ids.contains(&test.id))
            && (options.only.is_empty() || options.only.iter().any(|only| only == name))
            && !(options.dialect == Dialect::Pike && STATISTICS.contains(&test.id))
    }

    /// The wanted tests.
    pub fn tests<'a>(&'a self, options: &'a Options) -> impl Iterator<Item = (&'a Step, &'a Test)> {
        (self.suite.tests()).filter(|(step, test)| self.wants(step, test, options))
    }
}

/// What happens during a run, for whoever watches.
pub enum Event<'a> {
    /// A test has a result.
    Tested(&'a Outcome),
    /// Something that is no result: the line it is about, and a text.
    Noticed(usize, String),
}

/// Runs the wanted tests of a suite.
pub fn run_suite(plan: &Plan, options: &Options, watch: &mut dyn FnMut(Event)) -> Vec<Outcome> {
    let mut session = Session {
        plan,
        options,
        engine: None,
        starts_failed: 0,
        at: 0,
        poisonous: BTreeSet::new(),
        blocked: None,
        position: Vec::new(),
        trial_moves: 0,
    };
    let mut outcomes = Vec::new();
    for (index, step) in plan.suite.steps.iter().enumerate() {
        session.at = index;
        match &step.test {
            None => session.set_up(step, watch),
            Some(test) if plan.wants(step, test, options) => {
                let outcome = session.test(step, test, watch);
                watch(Event::Tested(&outcome));
                outcomes.push(outcome);
            }
            Some(_) => {}
        }
    }
    if let Some(engine) = session.engine.take() {
        engine.quit();
    }
    outcomes
}

/// After so many failures in a row to start it, an engine is given up for this suite.
const STARTS: usize = 3;

/// Whether an engine can be asked again.
enum Health {
    Good,
    Dead,
}

/// One suite and the engine that runs it.
struct Session<'a> {
    plan: &'a Plan,
    options: &'a Options,
    engine: Option<Engine>,
    starts_failed: usize,
    /// The step that is next.
    at: usize,
    /// Unnumbered steps that ended the engine; they are left out when the others are repeated.
    poisonous: BTreeSet<usize>,
    /// Why the position is not the one that the suite means, until a new one is begun.
    blocked: Option<String>,
    /// The commands since the position was begun.
    position: Vec<String>,
    trial_moves: usize,
}

impl Session<'_> {
    /// The running engine; started, and brought to where the suite is, if it is not running.
    fn engine(&mut self) -> Result<&mut Engine, (Trouble, String)> {
        if self.engine.is_none() {
            self.restart()?;
        }
        let lost = || (Trouble::Start, "the engine is not running".to_owned());
        self.engine.as_mut().ok_or_else(lost)
    }

    fn restart(&mut self) -> Result<(), (Trouble, String)> {
        let give_up = |text: String| (Trouble::Start, text);
        if self.starts_failed >= STARTS {
            let text = format!("the engine could not be started {STARTS} times; given up");
            return Err(give_up(text));
        }
        let started = Engine::start(
            &self.options.engine,
            self.plan.suite.folder(),
            self.options.timeout,
        );
        let mut engine = match started {
            Ok(engine) => engine,
            Err(error) => {
                self.starts_failed += 1;
                return Err(give_up(error.to_string()));
            }
        };
        if self.options.details {
            engine.keep_trace();
        }
        self.position.clear();
        self.blocked = None;
        self.trial_moves = 0;
        let steps = &self.plan.suite.steps;
        for (index, step) in steps.iter().enumerate().take(self.at) {
            if step.test.is_some() {
                continue;
            }
            if self.poisonous.contains(&index) {
                self.block(step, "it ended the engine");
                continue;
            }
            match engine.send(&step.command) {
                Ok(reply) => {
                    self.done(step, &reply);
                }
                Err(error) => {
                    // It went well before, so the engine is not to be relied on.
                    self.starts_failed += 1;
                    let text = format!("while repeating line {}: {error}", step.line);
                    return Err(give_up(text));
                }
            }
        }
        self.starts_failed = 0;
        self.engine = Some(engine);
        Ok(())
    }

    /// Sends an unnumbered command.
    fn set_up(&mut self, step: &Step, watch: &mut dyn FnMut(Event)) {
        let sent = match self.engine() {
            Ok(engine) => engine.send(&step.command).map_err(|error| trouble(&error)),
            Err(why) => Err(why),
        };
        match sent {
            Ok(reply) => {
                if let Some(text) = self.done(step, &reply) {
                    watch(Event::Noticed(step.line, text));
                }
            }
            Err((kind, text)) => {
                if kind != Trouble::Start {
                    self.poisonous.insert(self.at);
                    self.engine = None;
                }
                watch(Event::Noticed(step.line, text.clone()));
                self.block(step, text.lines().next().unwrap_or_default());
            }
        }
    }

    /// Keeps account of an unnumbered command that was answered; returns what its author should
    /// know.
    fn done(&mut self, step: &Step, reply: &Reply) -> Option<String> {
        let command = step.command.as_str();
        let name = step.name();
        let begins = matches!(name, "loadsgf" | "clear_board" | "boardsize");
        if !reply.is_success() {
            let refusal = reply.text().lines().next().unwrap_or_default().to_owned();
            if begins {
                self.block(step, &refusal);
            }
            return Some(format!("the engine refuses `{command}`: {refusal}"));
        }
        match name {
            "loadsgf" | "boardsize" => self.position.clear(),
            // The size stays, which either of these has set.
            "clear_board" => {
                let sizes =
                    |one: &String| one.starts_with("boardsize ") || one.starts_with("loadsgf ");
                self.position.retain(sizes);
            }
            _ => {}
        }
        if begins {
            (self.blocked, self.trial_moves) = (None, 0);
        }
        match name {
            "trymove" | "tryko" => self.trial_moves += 1,
            "popgo" => self.trial_moves = self.trial_moves.saturating_sub(1),
            _ => {}
        }
        match self.position.len() {
            ..MAX_POSITION => self.position.push(command.to_owned()),
            MAX_POSITION => self.position.push(FURTHER_LINES.to_owned()),
            _ => {}
        }
        None
    }

    fn block(&mut self, step: &Step, why: &str) {
        self.blocked = Some(format!("line {}: `{}`: {why}", step.line, step.command));
    }

    /// Runs one test.
    fn test(&mut self, step: &Step, test: &Test, watch: &mut dyn FnMut(Event)) -> Outcome {
        let mut outcome = Outcome {
            suite: self.plan.suite.name.clone(),
            id: test.id,
            line: step.line,
            command: step.command.clone(),
            answer: String::new(),
            success: false,
            expected: String::new(),
            mark: String::new(),
            pass: None,
            class: None,
            trouble: None,
            cost: crate::result::Cost::default(),
            setup: Vec::new(),
            notes: test.notes.clone(),
            details: None,
        };
        if let Expectation::Answer(answer) = &test.expectation {
            outcome.expected.clone_from(&answer.text);
            answer.marks().clone_into(&mut outcome.mark);
        }
        let tried = self.ask(step, &mut outcome);
        let class = match tried {
            Err((kind, text)) => {
                outcome.answer.clear();
                outcome.success = false;
                outcome.trouble = Some((kind, text));
                match &test.expectation {
                    Expectation::Answer(answer) if answer.ignored => Class::Ignored,
                    _ => Class::UnexpectedFail,
                }
            }
            Ok(()) => self.judge(step, test, &outcome, watch),
        };
        outcome.class = Some(class);
        outcome.pass = class.pass();
        outcome.setup.clone_from(&self.position);
        outcome
    }

    /// Asks the engine and fills in what it says.
    fn ask(&mut self, step: &Step, outcome: &mut Outcome) -> Result<(), (Trouble, String)> {
        let (details, trials) = (self.options.details, self.trial_moves > 0);
        self.engine()?;
        if let Some(why) = self.blocked.clone() {
            return Err((Trouble::Setup, why));
        }
        let asked = Self::question(self.engine()?, step, outcome, details, trials);
        if !matches!(asked, Ok(Health::Good)) {
            self.engine = None;
        }
        asked.map(|_| ())
    }

    fn question(
        engine: &mut Engine,
        step: &Step,
        outcome: &mut Outcome,
        details: bool,
        trial_moves: bool,
    ) -> Result<Health, (Trouble, String)> {
        let failed = |error| trouble(&error);
        if details {
            engine.trace();
        }
        let before = engine.counters().map_err(failed)?;
        let start = Instant::now();
        let reply = engine.send(&step.command).map_err(failed)?;
        let wall = start.elapsed();
        let first = reply.text().lines().next().unwrap_or_default();
        first.clone_into(&mut outcome.answer);
        outcome.success = reply.is_success();
        let name = step.name();
        let generates = name.ends_with("genmove") && reply.is_success();
        let more = (details, generates && !trial_moves);
        let health = Self::aftermath(engine, before, generates, more, outcome);
        outcome.cost.wall = (wall.as_secs_f64() * 1e6).round() / 1e6;
        // An engine that dies of these questions has still answered.
        Ok(health.map_or(Health::Dead, |()| Health::Good))
    }

    /// What is asked after an answer: its cost and, for a report, trace and data.
    fn aftermath(
        engine: &mut Engine,
        before: Counters,
        generates: bool,
        (details, data): (bool, bool),
        outcome: &mut Outcome,
    ) -> Result<(), ClientError> {
        outcome.cost = engine.counters()?.since(before);
        if generates {
            outcome.cost.uncertainty = engine.number("move_uncertainty")?;
        }
        if details {
            let gathered = outcome.details.insert(Details {
                trace: engine.trace(),
                ..Details::default()
            });
            for command in DATA.iter().filter(|_| data) {
                if let Some(text) = engine.ask(command)? {
                    gathered.data.insert((*command).to_owned(), text);
                }
            }
        }
        Ok(())
    }

    fn judge(
        &self,
        step: &Step,
        test: &Test,
        outcome: &Outcome,
        watch: &mut dyn FnMut(Event),
    ) -> Class {
        let Expectation::Answer(expected) = &test.expectation else {
            return Class::Unjudged;
        };
        if expected.ignored {
            return Class::Ignored;
        }
        if !outcome.success && self.options.dialect == Dialect::Pike {
            return Class::Unjudged;
        }
        let pass = expected.accepts(&outcome.answer);
        if pass != expected.accepts_grouped(&outcome.answer) {
            let text = format!(
                "`{}` is judged {} by `[{}]`, as GNU Go reads it, and would be judged otherwise by \
                 `[({})]`",
                outcome.answer,
                if pass { "right" } else { "wrong" },
                expected.text,
                expected.text,
            );
            watch(Event::Noticed(step.line, text));
        }
        Class::judged(pass, expected.fails)
    }
}
