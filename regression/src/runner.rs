//! Runs a suite through an engine, test by test, whatever the engine does.
//!
//! One engine process runs the whole suite in order, since later tests may depend on earlier
//! commands. When the engine crashes, hangs or babbles, that test has a [`Trouble`]. Then:
//!
//! 1. the engine is started again,
//! 2. the suite's unnumbered lines up to here are sent again,
//! 3. the next test runs.
//!
//! A line that killed the engine once is not sent again. It blocks the tests that depend on it.
//!
//! Start reading at [`run_suite`].

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use katachi_gtp::{ClientError, Reply};

use crate::engine::{Counters, Engine, EngineLine, trouble};
use crate::result::{Class, Details, TestResult, Trouble};
use crate::suite::{Dialect, Expectation, Step, Suite, Test};

/// The most set-up commands to store in a result; each test of a suite has its own copy.
const MAX_POSITION: usize = 1000;

/// Replaces the commands beyond that limit. It is not a command, so a replay fails instead of
/// showing another position.
const FURTHER_LINES: &str = "(further commands of the suite, left out)";

/// Numbers that suites use for statistics.
const STATISTICS: std::ops::RangeInclusive<u64> = 10_000..=10_005;

/// Data for a report, requested after a generated move if the engine has the commands. After other
/// commands it is not requested, because the engine would have to examine a position that no test
/// asked about.
const DATA: [&str; 5] = [
    "top_moves",
    "dragon_data",
    "dragon_stones",
    "worm_data",
    "worm_stones",
];

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine.
    pub engine: EngineLine,
    /// The most time for one command.
    pub timeout: Duration,
    /// The dialect that decides.
    pub dialect: Dialect,
    /// Whether to collect traces and data for a report.
    pub details: bool,
    /// If not empty: run only tests of these commands.
    pub only: Vec<String>,
}

/// A suite and its selected tests.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The suite.
    pub suite: Suite,
    /// The selected numbers; `None` selects all.
    pub ids: Option<BTreeSet<u64>>,
}

impl Plan {
    /// Whether a test is selected.
    pub fn wants(&self, step: &Step, test: &Test, options: &Options) -> bool {
        let name = step.name();
        self.ids.as_ref().is_none_or(|ids| ids.contains(&test.id))
            && (options.only.is_empty() || options.only.iter().any(|only| only == name))
            && !(options.dialect == Dialect::Pike && STATISTICS.contains(&test.id))
    }

    /// The selected tests.
    pub fn tests<'a>(&'a self, options: &'a Options) -> impl Iterator<Item = (&'a Step, &'a Test)> {
        (self.suite.tests()).filter(|(step, test)| self.wants(step, test, options))
    }
}

/// An event of a run, for its observer.
pub enum Event<'a> {
    /// A test has a result.
    Tested(&'a TestResult),
    /// A message about a line: its number and the text.
    Noticed(usize, String),
}

/// Runs the selected tests of a suite.
pub fn run_suite(plan: &Plan, options: &Options, watch: &mut dyn FnMut(Event)) -> Vec<TestResult> {
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
    let mut tested = Vec::new();
    for (index, step) in plan.suite.steps.iter().enumerate() {
        session.at = index;
        match &step.test {
            None => session.set_up(step, watch),
            Some(test) if plan.wants(step, test, options) => {
                let result = session.test(step, test, watch);
                watch(Event::Tested(&result));
                tested.push(result);
            }
            Some(_) => {}
        }
    }
    if let Some(engine) = session.engine.take() {
        engine.quit();
    }
    tested
}

/// After this many failures to start in a row, the engine is given up for this suite.
const STARTS: usize = 3;

/// Whether the engine can take another command.
enum Health {
    Good,
    Dead,
}

/// The run of one suite with its engine.
struct Session<'a> {
    plan: &'a Plan,
    options: &'a Options,
    engine: Option<Engine>,
    starts_failed: usize,
    /// The index of the next step.
    at: usize,
    /// Unnumbered steps that ended the engine; later repetitions leave them out.
    poisonous: BTreeSet<usize>,
    /// If a set-up command failed: why the position is wrong. Cleared by the next new position.
    blocked: Option<String>,
    /// The commands since the last new position.
    position: Vec<String>,
    trial_moves: usize,
}

impl Session<'_> {
    /// The running engine. If none is running, starts one and repeats the suite's unnumbered lines.
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
                    // This command worked before, so the engine is unreliable.
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

    /// Records the effect of an unnumbered command that was answered; returns a message for the
    /// suite's author, if any.
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
            // The size stays, which either of these commands has set.
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
    fn test(&mut self, step: &Step, test: &Test, watch: &mut dyn FnMut(Event)) -> TestResult {
        let mut result = TestResult {
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
            result.expected.clone_from(&answer.text);
            answer.marks().clone_into(&mut result.mark);
        }
        let tried = self.ask(step, &mut result);
        let class = match tried {
            Err((kind, text)) => {
                result.answer.clear();
                result.success = false;
                result.trouble = Some((kind, text));
                match &test.expectation {
                    Expectation::Answer(answer) if answer.ignored => Class::Ignored,
                    _ => Class::UnexpectedFail,
                }
            }
            Ok(()) => self.judge(step, test, &result, watch),
        };
        result.class = Some(class);
        result.pass = class.pass();
        result.setup.clone_from(&self.position);
        result
    }

    /// Asks the engine and records the answer.
    fn ask(&mut self, step: &Step, result: &mut TestResult) -> Result<(), (Trouble, String)> {
        let (details, trials) = (self.options.details, self.trial_moves > 0);
        self.engine()?;
        if let Some(why) = self.blocked.clone() {
            return Err((Trouble::Setup, why));
        }
        let asked = Self::question(self.engine()?, step, result, details, trials);
        if !matches!(asked, Ok(Health::Good)) {
            self.engine = None;
        }
        asked.map(|_| ())
    }

    fn question(
        engine: &mut Engine,
        step: &Step,
        result: &mut TestResult,
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
        first.clone_into(&mut result.answer);
        result.success = reply.is_success();
        let name = step.name();
        let generates = name.ends_with("genmove") && reply.is_success();
        let more = (details, generates && !trial_moves);
        let health = Self::measure(engine, before, generates, more, result);
        result.cost.wall = (wall.as_secs_f64() * 1e6).round() / 1e6;
        // If the engine dies during these questions, its answer still counts.
        Ok(health.map_or(Health::Dead, |()| Health::Good))
    }

    /// Asks for the cost of an answer and, for a report, for trace and data.
    fn measure(
        engine: &mut Engine,
        before: Counters,
        generates: bool,
        (details, data): (bool, bool),
        result: &mut TestResult,
    ) -> Result<(), ClientError> {
        result.cost = engine.counters()?.since(before);
        if generates {
            result.cost.uncertainty = engine.number("move_uncertainty")?;
        }
        if details {
            let gathered = result.details.insert(Details {
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
        result: &TestResult,
        watch: &mut dyn FnMut(Event),
    ) -> Class {
        let Expectation::Answer(expected) = &test.expectation else {
            return Class::Unjudged;
        };
        if expected.ignored {
            return Class::Ignored;
        }
        if !result.success && self.options.dialect == Dialect::Pike {
            return Class::Unjudged;
        }
        let pass = expected.accepts(&result.answer);
        if pass != expected.accepts_grouped(&result.answer) {
            let text = format!(
                "`{}` is judged {} by `[{}]`, as GNU Go reads it, and would be judged otherwise by \
                 `[({})]`",
                result.answer,
                if pass { "right" } else { "wrong" },
                expected.text,
                expected.text,
            );
            watch(Event::Noticed(step.line, text));
        }
        Class::judged(pass, expected.fails)
    }
}
