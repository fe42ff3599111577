//! Reads suites: the commands, tests and expectations of a `.tst` file.
//!
//! Accepts any bytes: a line that breaks the format becomes a [`Remark`], and the rest is read. GNU
//! Go's own runners disagree on which expectation belongs to which test and on what its marks mean;
//! a [`Dialect`] chooses one of them. Start reading at [`Suite::parse`].

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use regex::Regex;

/// Whose reading of the format counts where GNU Go's three runners differ.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    clap::ValueEnum,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// The shell and awk scripts: an expectation belongs to the line right above it, the last
    /// character of its line is its mark, a test without one expects an empty answer.
    #[default]
    Awk,
    /// The Perl script: an expectation belongs to the last test, blanks may follow the mark, a
    /// test without one is not judged.
    Perl,
    /// The Pike program: as Perl, but `&` is not known, an expectation ends at the first `]`, and
    /// a refusal is not judged.
    Pike,
    /// What most authors mean: alternatives are grouped, so that `[1 A1|B2]` does not accept `3
    /// B2`; blanks and the order of the marks do not matter; otherwise as Perl.
    Grouped,
}

impl Dialect {
    /// The pattern for a whole answer, from the text in the brackets.
    fn anchored(self, expression: &str) -> String {
        match self {
            Self::Grouped => format!("^(?:{expression})$"),
            Self::Awk | Self::Perl | Self::Pike => format!("^{expression}$"),
        }
    }
}

/// A whole suite.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The file's name without its ending, such as `reading` in `reading:29`.
    pub name: String,
    /// The path of the file; the engine runs in its folder.
    pub path: PathBuf,
    /// The commands in the file's order.
    pub steps: Vec<Step>,
    /// Lines that break the format, or that other runners read differently.
    pub remarks: Vec<Remark>,
}

/// One command of a suite.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// The command as it is sent, without its number.
    pub command: String,
    /// The test, if the command has a number.
    pub test: Option<Test>,
}

impl Step {
    /// The command's name, without its arguments.
    pub fn name(&self) -> &str {
        command_name(&self.command)
    }
}

/// The name of a command, which ends at the first blank.
pub fn command_name(command: &str) -> &str {
    command.split(' ').next().unwrap_or_default()
}

/// The test of a numbered command.
#[derive(Clone, Debug, Default)]
pub struct Test {
    /// The number, unique in the suite.
    pub id: u64,
    /// How to judge its answer.
    pub expectation: Expectation,
    /// `CATEGORY`, `SEVERITY`, `DESCRIPTION` and the like, in the file's order.
    pub notes: Vec<(String, String)>,
}

/// How the answer of a test is judged.
#[derive(Clone, Debug, Default)]
pub enum Expectation {
    /// Not judged: there is no expectation (and the dialect allows that), or it is malformed.
    #[default]
    Unjudged,
    /// Compared with this answer.
    Answer(Answer),
}

/// The expected answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The text in the brackets, with `!`.
    pub text: String,
    /// A pattern for the whole answer, anchored as GNU Go does it (except in [`Dialect::Grouped`]):
    /// `^`, the text, `$`, without grouping. So `A1|B2` means "begins with A1 or ends with B2".
    pub pattern: Regex,
    /// `!`: any answer but this.
    pub negated: bool,
    /// `*`: known to fail.
    pub fails: bool,
    /// `&`: shown but not judged.
    pub ignored: bool,
    /// Its line in the file; without an expectation, the line of the test.
    pub line: usize,
}

/// A message for the suite's author about a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The line, counted from 1.
    pub line: usize,
    /// Whether something was lost, rather than a matter of taste.
    pub serious: bool,
    /// What was expected, what was found, what to do.
    pub text: String,
}

/// Why a suite cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// The file cannot be read.
    #[error("{}: {source}; name a `.tst` file", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file has no name to call the suite by.
    #[error("{}: expected a file name such as `reading.tst`", .path.display())]
    Name {
        /// The path as given.
        path: PathBuf,
    },
}

impl Answer {
    /// Whether this is the wanted answer.
    pub fn accepts(&self, answer: &str) -> bool {
        self.pattern.is_match(answer) != self.negated
    }

    /// Whether the answer would be accepted if the alternatives were grouped, as most people read
    /// `[A1|B2]`.
    pub fn accepts_grouped(&self, answer: &str) -> bool {
        let text = self.text.strip_prefix('!').unwrap_or(&self.text);
        Regex::new(&Dialect::Grouped.anchored(text)).map_or(self.accepts(answer), |pattern| {
            pattern.is_match(answer) != self.negated
        })
    }

    /// The marks in the spelling of suites.
    pub fn marks(&self) -> &'static str {
        match (self.fails, self.ignored) {
            (false, false) => "",
            (true, false) => "*",
            (false, true) => "&",
            (true, true) => "*&",
        }
    }
}

impl fmt::Display for Remark {
    /// Severity and text; the caller adds file and line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.serious { "error" } else { "warning" };
        write!(f, "{kind}: {}", self.text)
    }
}

impl Suite {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read. Mistakes in it become [`Suite::remarks`].
    pub fn read(path: &Path, dialect: Dialect) -> Result<Self, SuiteError> {
        let name = path.file_stem().ok_or_else(|| SuiteError::Name {
            path: path.to_owned(),
        })?;
        let bytes = katachi_files::read(path).map_err(|source| SuiteError::Read {
            path: path.to_owned(),
            source,
        })?;
        let mut suite = Self::parse(&name.to_string_lossy(), &bytes, dialect);
        path.clone_into(&mut suite.path);
        Ok(suite)
    }

    /// Reads the text of a suite. Bytes that are not UTF-8 are read as Latin-1.
    pub fn parse(name: &str, bytes: &[u8], dialect: Dialect) -> Self {
        let text = decode(bytes);
        let mut reader = Reader {
            dialect,
            suite: Self {
                name: name.to_owned(),
                path: PathBuf::from(format!("{name}.tst")),
                steps: Vec::new(),
                remarks: Vec::new(),
            },
            last_test: None,
            unreadable: BTreeSet::new(),
            above: Above::Other,
        };
        for (index, line) in text.split('\n').enumerate() {
            reader.line(index + 1, line.strip_suffix('\r').unwrap_or(line));
        }
        reader.finish()
    }

    /// The tests, with the line and the command of each.
    pub fn tests(&self) -> impl Iterator<Item = (&Step, &Test)> {
        (self.steps.iter()).filter_map(|step| step.test.as_ref().map(|test| (step, test)))
    }

    /// The folder in which the engine runs.
    pub fn folder(&self) -> &Path {
        match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        }
    }
}

/// The text of a file, as UTF-8 if it is valid, else as Latin-1.
pub fn decode(bytes: &[u8]) -> String {
    std::str::from_utf8(bytes).map_or_else(
        |_| bytes.iter().copied().map(char::from).collect(),
        str::to_owned,
    )
}

/// What is directly above a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    Test,
    Other,
}

/// The state of reading a suite.
struct Reader {
    dialect: Dialect,
    suite: Suite,
    /// The step of the last numbered command.
    last_test: Option<usize>,
    /// The steps of tests with a malformed expectation.
    unreadable: BTreeSet<usize>,
    above: Above,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) {
        if let Some(expectation) = text.strip_prefix("#?") {
            self.expectation(line, expectation);
            return;
        }
        self.above = Above::Other;
        let trimmed = text.trim_matches([' ', '\t']);
        if let Some(comment) = trimmed.strip_prefix('#') {
            if comment.starts_with('?') {
                let text = "expected `#?` at the beginning of the line, found blanks before it: \
                            this is a comment; remove them";
                self.remark(line, true, text);
            }
            self.note(comment);
            return;
        }
        // In GTP, `#` starts a comment.
        let command = trimmed.split('#').next().unwrap_or_default().trim_end();
        if command.is_empty() {
            return;
        }
        let digits = command.len()
            - command
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .len();
        let (number, rest) = command.split_at(digits);
        let rest = rest.trim_start();
        let mut step = Step {
            line,
            command: rest.to_owned(),
            test: None,
        };
        if rest.is_empty() {
            let text = format!("expected a command behind the number {number}, found nothing");
            self.remark(line, true, text);
            return;
        }
        if !number.is_empty() {
            let Ok(id) = number.parse::<u64>() else {
                let text = format!("expected a number below 2^64, found {number}");
                self.remark(line, true, text);
                return;
            };
            let first = self.suite.tests().find(|(_, test)| test.id == id);
            if let Some(first) = first.map(|(step, _)| step.line) {
                let text = format!(
                    "expected a number of its own, found {id} again (it is also at line {first}); \
                     renumber one of them"
                );
                self.remark(line, true, text);
            }
            step.test = Some(Test {
                id,
                ..Test::default()
            });
            self.last_test = Some(self.suite.steps.len());
            self.above = Above::Test;
        }
        self.suite.steps.push(step);
    }

    /// Reads a note such as `#CATEGORY=OWL_TUNING` in the comments of a test.
    fn note(&mut self, comment: &str) {
        let Some((key, value)) = comment.split_once('=') else {
            return;
        };
        let key = key.trim();
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_uppercase());
        if let Some(test) = self.last_test.filter(|_| is_key)
            && let Some(test) = &mut self.suite.steps[test].test
        {
            test.notes.push((key.to_owned(), value.trim().to_owned()));
        }
    }

    /// Reads the text after `#?`.
    fn expectation(&mut self, line: usize, text: &str) {
        let Some(step) = self.last_test else {
            let text = "expected a numbered command above an expectation, found none";
            return self.remark(line, true, text);
        };
        let id = self.suite.steps[step]
            .test
            .as_ref()
            .map_or(0, |test| test.id);
        if self.above != Above::Test {
            let hint = format!(
                "expected an expectation right below its test, found other lines between it and \
                 test {id}"
            );
            match self.dialect {
                Dialect::Awk => {
                    let text = format!(
                        "{hint}: GNU Go's shell runner gives it to no test; put it right below, or \
                         use --dialect perl"
                    );
                    return self.remark(line, true, text);
                }
                Dialect::Perl | Dialect::Pike | Dialect::Grouped => {
                    let text = format!("{hint}; GNU Go's shell runner gives it to no test");
                    self.remark(line, false, text);
                }
            }
        }
        let answer = self.answer(line, text);
        let test = self.suite.steps[step].test.as_mut();
        if let (Some(answer), Some(test)) = (answer, test) {
            if let Expectation::Answer(earlier) = &test.expectation {
                let text = format!(
                    "expected one expectation for test {id}, found a second one (the first is at \
                     line {}); the second counts, remove one",
                    earlier.line
                );
                test.expectation = Expectation::Answer(answer);
                return self.remark(line, true, text);
            }
            test.expectation = Expectation::Answer(answer);
        } else {
            // The expectation exists but is malformed, so the test must not get the dialect's
            // default.
            self.unreadable.insert(step);
        }
    }

    /// Reads `[REGEX]` and its marks.
    fn answer(&mut self, line: usize, text: &str) -> Option<Answer> {
        let open = text.find('[');
        let close = match self.dialect {
            Dialect::Pike => text.find(']'),
            Dialect::Awk | Dialect::Perl | Dialect::Grouped => text.rfind(']'),
        };
        let (Some(open), Some(close)) = (open, close) else {
            let missing = if open.is_none() { '[' } else { ']' };
            let text = format!(
                "expected `#? [ANSWER]`, found no `{missing}`: the test is not judged; close the \
                 brackets"
            );
            self.remark(line, true, text);
            return None;
        };
        if close < open {
            self.remark(line, true, "expected `#? [ANSWER]`, found `]` before `[`");
            return None;
        }
        if self.dialect != Dialect::Pike && text[open..close].contains(']') {
            let text = "the expectation has a `]` inside, where GNU Go's Pike runner ends it";
            self.remark(line, false, text);
        }
        let written = &text[open + 1..close];
        let (fails, ignored) = self.marks(line, &text[close + 1..])?;
        let (negated, expression) = match written.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, written),
        };
        match Regex::new(&self.dialect.anchored(expression)) {
            Ok(pattern) => Some(Answer {
                text: written.to_owned(),
                pattern,
                negated,
                fails,
                ignored,
                line,
            }),
            Err(error) => {
                let error = error.to_string();
                let reason = error.lines().last().unwrap_or_default();
                let text = format!(
                    "expected a regular expression, found `{expression}`: {}; the test is not \
                     judged",
                    reason.trim_start_matches("error: ")
                );
                self.remark(line, true, text);
                None
            }
        }
    }

    /// Reads the marks after the bracket: whether the test is known to fail, and whether it is
    /// ignored.
    fn marks(&mut self, line: usize, text: &str) -> Option<(bool, bool)> {
        let written = text.trim();
        if !written.chars().all(|mark| mark == '*' || mark == '&') {
            let text = format!(
                "expected nothing, `*` or `&` behind the bracket, found `{written}`; it is passed \
                 over"
            );
            self.remark(line, false, text);
        }
        let blanks = text.trim_end().len() != text.len() && !written.is_empty();
        if blanks {
            let text = "blanks stand behind the mark: GNU Go's awk and Pike runners do not see it";
            self.remark(line, false, text);
        }
        if written.len() > 1 || written == "&" && self.dialect == Dialect::Pike {
            let text = format!("GNU Go's runners read the marks `{written}` in different ways");
            self.remark(line, false, text);
        }
        match self.dialect {
            Dialect::Awk => Some((text.ends_with('*'), text.ends_with('&'))),
            Dialect::Perl => match written {
                "&*" => {
                    let text = "GNU Go's Perl runner takes a line with the marks `&*` for no \
                                expectation";
                    self.remark(line, true, text);
                    None
                }
                _ => Some((written == "*", written.ends_with('&'))),
            },
            Dialect::Pike => Some((text == "*", false)),
            Dialect::Grouped => Some((written.contains('*'), written.contains('&'))),
        }
    }

    fn remark(&mut self, line: usize, serious: bool, text: impl Into<String>) {
        self.suite.remarks.push(Remark {
            line,
            serious,
            text: text.into(),
        });
    }

    /// Gives tests without an expectation the dialect's default.
    fn finish(mut self) -> Suite {
        let mut missing = Vec::new();
        let nothing = Regex::new("^$").ok();
        for (place, step) in self.suite.steps.iter_mut().enumerate() {
            let Some(test) = &mut step.test else {
                continue;
            };
            let unreadable = self.unreadable.contains(&place);
            if unreadable || matches!(test.expectation, Expectation::Answer(_)) {
                continue;
            }
            let judged = self.dialect == Dialect::Awk;
            missing.push((step.line, test.id, judged));
            if let Some(pattern) = nothing.clone().filter(|_| judged) {
                test.expectation = Expectation::Answer(Answer {
                    text: String::new(),
                    pattern,
                    negated: false,
                    fails: false,
                    ignored: false,
                    line: step.line,
                });
            }
        }
        for (line, id, judged) in missing {
            let then = if judged {
                "so, as in GNU Go's shell runner, only an empty answer passes"
            } else {
                "so it is not judged"
            };
            let text = format!(
                "expected `#? [ANSWER]` below test {id}, found none, {then}; write one, or remove \
                 the number"
            );
            self.remark(line, false, text);
        }
        self.suite.remarks.sort_by_key(|remark| remark.line);
        self.suite
    }
}
