//! Results: one record for each test, stored as JSON lines, and their totals.
//!
//! A file of results begins with a [`Run`]; each further line is an [`TestResult`]. Files of other
//! programs without that first line are accepted too: only `suite`, `id`, `answer`, `expected`,
//! `mark` and `pass` are needed. Start reading at [`TestResult`].

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use katachi_board::Symmetry;
use serde::{Deserialize, Serialize};

/// The class of a result; in [`Class::name`], surprises are in capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    /// Right, as expected.
    #[serde(rename = "passed")]
    Passed,
    /// Right, though marked as known to fail.
    #[serde(rename = "PASSED")]
    UnexpectedPass,
    /// Wrong, as expected.
    #[serde(rename = "failed")]
    Failed,
    /// Wrong, or without an answer.
    #[serde(rename = "FAILED")]
    UnexpectedFail,
    /// Shown but not judged, because its author wants that.
    #[serde(rename = "ignored")]
    Ignored,
    /// Not judged, because its expectation is missing or malformed.
    #[serde(rename = "unjudged")]
    Unjudged,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 6] = [
        Self::Passed,
        Self::UnexpectedPass,
        Self::Failed,
        Self::UnexpectedFail,
        Self::Ignored,
        Self::Unjudged,
    ];

    /// The class of a judged test.
    pub fn judged(pass: bool, known_to_fail: bool) -> Self {
        match (pass, known_to_fail) {
            (true, false) => Self::Passed,
            (true, true) => Self::UnexpectedPass,
            (false, true) => Self::Failed,
            (false, false) => Self::UnexpectedFail,
        }
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::UnexpectedPass => "PASSED",
            Self::Failed => "failed",
            Self::UnexpectedFail => "FAILED",
            Self::Ignored => "ignored",
            Self::Unjudged => "unjudged",
        }
    }

    /// Whether the answer was right; `None` if it was not judged.
    pub fn pass(self) -> Option<bool> {
        match self {
            Self::Passed | Self::UnexpectedPass => Some(true),
            Self::Failed | Self::UnexpectedFail => Some(false),
            Self::Ignored | Self::Unjudged => None,
        }
    }

    /// Whether it contradicts the suite.
    pub fn is_surprise(self) -> bool {
        matches!(self, Self::UnexpectedPass | Self::UnexpectedFail)
    }
}

/// Why a test has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Trouble {
    /// The engine ended.
    Crash,
    /// The engine did not answer in time.
    Timeout,
    /// The engine wrote something that is not an answer.
    Garbage,
    /// The position before the test could not be set up.
    Setup,
    /// The engine could not be started again.
    Start,
}

impl Trouble {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Timeout => "timeout",
            Self::Garbage => "garbage",
            Self::Setup => "setup",
            Self::Start => "start",
        }
    }
}

/// The cost of a test; counters that the engine lacks are missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Seconds from question to answer.
    #[serde(default)]
    pub wall: f64,
    /// Seconds of processor time, by the engine's `cputime`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<f64>,
    /// Nodes of tactical reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<u64>,
    /// Nodes of life-and-death reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owl: Option<u64>,
    /// Nodes of connection reading.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub connection: Option<u64>,
    /// Trial moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trymove: Option<u64>,
    /// The number of random bits that decided a generated move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<f64>,
}

/// Additional data for a report; collected only on request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// The engine's standard error during this test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<String>,
    /// The answers to further commands, by command: `dragon_data`, `worm_data`, `top_moves` and so
    /// on, if the engine has them and it is safe to ask.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<String, String>,
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestResult {
    /// The suite's name.
    pub suite: String,
    /// The test's number.
    pub id: u64,
    /// The line of the command in the suite's file, counted from 1; 0 if unknown.
    #[serde(default)]
    pub line: usize,
    /// The command without its number.
    #[serde(default)]
    pub command: String,
    /// The first line of the engine's answer, without `=`; empty if there is none.
    pub answer: String,
    /// Whether the answer was `=` rather than `?`.
    #[serde(default = "yes")]
    pub success: bool,
    /// The expectation, with `!` and without marks.
    pub expected: String,
    /// `*`, `&` or both.
    #[serde(default)]
    pub mark: String,
    /// Whether the answer was right; `null` if it was not judged.
    pub pass: Option<bool>,
    /// The class; computed from `mark` and `pass` if the file omits it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<(Trouble, String)>,
    /// What it cost.
    #[serde(default)]
    pub cost: Cost,
    /// The commands since the last new position (`loadsgf`, `clear_board`, `boardsize`). Followed
    /// by [`TestResult::command`], they reproduce the test.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<String>,
    /// `CATEGORY`, `SEVERITY`, `DESCRIPTION` and the like, in the file's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<(String, String)>,
    /// The data for a report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
}

fn yes() -> bool {
    true
}

impl TestResult {
    /// The class.
    pub fn class(&self) -> Class {
        self.class.unwrap_or(match self.pass {
            Some(pass) => Class::judged(pass, self.mark.contains('*')),
            None if self.mark.contains('&') => Class::Ignored,
            None => Class::Unjudged,
        })
    }

    /// `reading:29`.
    pub fn name(&self) -> String {
        format!("{}:{}", self.suite, self.id)
    }

    /// The answer or, without one, the reason.
    pub fn shown(&self) -> String {
        match &self.trouble {
            None => self.answer.clone(),
            Some((trouble, text)) => {
                format!(
                    "{}: {}",
                    trouble.name(),
                    text.lines().next().unwrap_or_default()
                )
            }
        }
    }
}

/// A description of the run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The engine's command line as the user gave it.
    pub engine: String,
    /// The engine's answer to `name`.
    #[serde(default)]
    pub name: String,
    /// The engine's version.
    #[serde(default)]
    pub version: String,
    /// When the run began, UTC, `2026-11-21T18:36:31Z`.
    #[serde(default)]
    pub date: String,
    /// The dialect of the suites.
    #[serde(default)]
    pub dialect: crate::suite::Dialect,
    /// The part of the whole, such as `2/8`, if the run was divided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The number of the [`symmetry`](Self::symmetry), 0 to 7.
    #[serde(default)]
    pub turned: usize,
    /// The file of each suite as the user gave it, by the suite's name.
    #[serde(default)]
    pub suites: BTreeMap<String, PathBuf>,
}

impl Run {
    /// How the engine saw the boards turned.
    pub fn symmetry(&self) -> Symmetry {
        Symmetry::new(self.turned).unwrap_or(Symmetry::IDENTITY)
    }
}

/// A whole file of results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// The description of the run, if the file has one.
    pub run: Option<Run>,
    /// The results in the file's order.
    pub tests: Vec<TestResult>,
}

/// Why a file of results cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// The file cannot be read or written.
    #[error("{}: {source}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A line is not a record.
    #[error(
        "{}:{line}: expected a record of a test in JSON, found something else: {source}; \
         name a file that `regress --json` wrote",
        .path.display()
    )]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What the JSON reader said.
        source: serde_json::Error,
    },
    /// Two records for one test.
    #[error(
        "{}:{line}: expected each test once, found {test} again; \
         merge files of different shards",
        .path.display()
    )]
    Twice {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The test.
        test: String,
    },
}

/// The largest file of results, in bytes: with details, a test takes many thousands.
const LARGEST: u64 = 1 << 30;

#[derive(Deserialize)]
struct Header {
    run: Run,
}

impl Results {
    /// Reads a file of JSON lines.
    ///
    /// # Errors
    /// If it cannot be read, or a line is not a record.
    pub fn read(path: &Path) -> Result<Self, ResultsError> {
        let failed = |source| ResultsError::File {
            path: path.to_owned(),
            source,
        };
        let bytes = katachi_files::read_up_to(path, LARGEST).map_err(failed)?;
        let text = String::from_utf8(bytes);
        let text =
            text.map_err(|error| failed(io::Error::new(io::ErrorKind::InvalidData, error)))?;
        let mut results = Self::default();
        let mut seen = std::collections::BTreeSet::new();
        for (index, text) in text.lines().enumerate() {
            if text.trim().is_empty() {
                continue;
            }
            if index == 0
                && let Ok(header) = serde_json::from_str::<Header>(text)
            {
                results.run = Some(header.run);
                continue;
            }
            let line = index + 1;
            let result: TestResult =
                serde_json::from_str(text).map_err(|source| ResultsError::Record {
                    path: path.to_owned(),
                    line,
                    source,
                })?;
            if !seen.insert((result.suite.clone(), result.id, result.line)) {
                return Err(ResultsError::Twice {
                    path: path.to_owned(),
                    line,
                    test: result.name(),
                });
            }
            results.tests.push(result);
        }
        Ok(results)
    }

    /// Writes the lines of a file.
    ///
    /// # Errors
    /// The errors of the writer.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        if let Some(run) = &self.run {
            serde_json::to_writer(&mut to, &serde_json::json!({ "run": run }))?;
            writeln!(to)?;
        }
        for result in &self.tests {
            serde_json::to_writer(&mut to, result)?;
            writeln!(to)?;
        }
        to.flush()
    }

    /// The suites in order of their first occurrence, with the results of each.
    pub fn by_suite(&self) -> Vec<(&str, Vec<&TestResult>)> {
        let mut suites: Vec<(&str, Vec<&TestResult>)> = Vec::new();
        let mut places = BTreeMap::new();
        for result in &self.tests {
            let place = *places.entry(&result.suite).or_insert_with(|| {
                suites.push((&result.suite, Vec::new()));
                suites.len() - 1
            });
            suites[place].1.push(result);
        }
        suites
    }
}

/// Counts and costs of a set of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    classes: [usize; 6],
    /// Tests without an answer; they also count as failed.
    pub troubles: usize,
    /// The sum of their costs; a counter is missing if no test has it.
    pub cost: Cost,
}

impl Totals {
    /// The totals of these results.
    pub fn of<'a>(tested: impl IntoIterator<Item = &'a TestResult>) -> Self {
        let mut totals = Self::default();
        for result in tested {
            totals.add(result);
        }
        totals
    }

    /// Counts a result.
    pub fn add(&mut self, result: &TestResult) {
        self.classes[result.class() as usize] += 1;
        self.troubles += usize::from(result.trouble.is_some());
        let (sum, cost) = (&mut self.cost, &result.cost);
        sum.wall += cost.wall;
        sum.cpu = sum_of(sum.cpu, cost.cpu);
        sum.uncertainty = sum_of(sum.uncertainty, cost.uncertainty);
        sum.reading = sum_of(sum.reading, cost.reading);
        sum.owl = sum_of(sum.owl, cost.owl);
        sum.connection = sum_of(sum.connection, cost.connection);
        sum.trymove = sum_of(sum.trymove, cost.trymove);
    }

    /// The number of results in this class.
    pub fn count(&self, class: Class) -> usize {
        self.classes[class as usize]
    }

    /// The number of right answers.
    pub fn passes(&self) -> usize {
        self.count(Class::Passed) + self.count(Class::UnexpectedPass)
    }

    /// The number of judged tests.
    pub fn judged(&self) -> usize {
        self.passes() + self.count(Class::Failed) + self.count(Class::UnexpectedFail)
    }
}

fn sum_of<T: std::ops::Add<Output = T> + Copy>(sum: Option<T>, more: Option<T>) -> Option<T> {
    match (sum, more) {
        (Some(sum), Some(more)) => Some(sum + more),
        (sum, more) => sum.or(more),
    }
}

impl fmt::Display for Totals {
    /// The summary in the format of GNU Go's runner.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count =
            |n: usize, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
        write!(
            f,
            "{}/{} passes. {}, {}",
            self.passes(),
            self.judged(),
            count(
                self.count(Class::UnexpectedPass),
                "unexpected pass",
                "unexpected passes"
            ),
            count(
                self.count(Class::UnexpectedFail),
                "unexpected failure",
                "unexpected failures"
            ),
        )
    }
}
