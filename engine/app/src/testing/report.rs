//! The report about tests: as text, as JSON lines, as `JUnit`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use katachi_board::svg::escape;
use katachi_databases::testing::{TestPlace, Tested};
use serde::Serialize;

use super::runner::Run;

/// What all tests have shown.
pub struct Report {
    databases: Vec<DatabaseReport>,
}

struct DatabaseReport {
    name: String,
    /// The source, if it is the only one.
    file: Option<String>,
    cases: Vec<Case>,
    untested: usize,
}

/// One expectation of a test.
#[derive(Serialize)]
struct Case {
    database: String,
    pattern: Option<String>,
    file: String,
    line: usize,
    expectation: Option<String>,
    passed: bool,
    /// What was found, if it is not what was expected.
    message: Option<String>,
    /// The time of the whole test.
    seconds: f64,
}

impl Report {
    /// The report about these databases, with the results of their tests in order.
    pub fn new(databases: &[Tested], runs: Vec<Vec<Run>>) -> Self {
        let both = databases.iter().zip(runs);
        Self {
            databases: both
                .map(|(tested, runs)| DatabaseReport::new(tested, runs))
                .collect(),
        }
    }

    /// The number of expectations and mistakes.
    pub fn count(&self) -> usize {
        self.databases.iter().map(|one| one.cases.len()).sum()
    }

    /// The number of those that do not hold.
    pub fn failed(&self) -> usize {
        self.databases.iter().map(DatabaseReport::failed).sum()
    }

    /// What was found where an expectation does not hold.
    pub fn reasons(&self) -> Vec<String> {
        let cases = self.databases.iter().flat_map(|one| &one.cases);
        let messages = cases
            .filter(|case| !case.passed)
            .filter_map(|case| case.message.clone());
        messages.collect()
    }

    /// A line for each pattern whose tests fail (or, if wanted, for each one with tests), and one
    /// for each database.
    pub fn text(&self, all: bool) -> String {
        let mut text = String::new();
        for database in &self.databases {
            database.write(all, &mut text);
        }
        text
    }

    /// A line for each expectation: a JSON object.
    ///
    /// # Errors
    /// If a text cannot be written as JSON, which does not happen.
    pub fn json(&self) -> serde_json::Result<String> {
        let cases = self.databases.iter().flat_map(|one| &one.cases);
        let lines = cases.map(serde_json::to_string);
        let lines = lines.collect::<Result<Vec<_>, _>>()?;
        Ok(lines.into_iter().map(|line| line + "\n").collect())
    }

    /// The expectations as a list of JSON objects.
    ///
    /// # Errors
    /// If a text cannot be written as JSON, which does not happen.
    pub fn value(&self) -> serde_json::Result<serde_json::Value> {
        let cases = self.databases.iter().flat_map(|one| &one.cases);
        serde_json::to_value(cases.collect::<Vec<_>>())
    }

    /// A `JUnit` document: a suite for each database, a case for each expectation.
    pub fn junit(&self) -> String {
        let (count, failed) = (self.count(), self.failed());
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            r#"<testsuites name="katachi test" tests="{count}" failures="{failed}">"#
        );
        for database in &self.databases {
            database.write_suite(&mut text);
        }
        text.push_str("</testsuites>\n");
        text
    }
}

impl DatabaseReport {
    fn new(tested: &Tested, runs: Vec<Run>) -> Self {
        let name = &tested.loaded.name;
        let case = |place: &TestPlace, message: Option<String>| Case {
            database: name.clone(),
            pattern: None,
            file: place.file.clone(),
            line: place.line,
            expectation: None,
            passed: message.is_none(),
            message,
            seconds: 0.0,
        };
        let mut cases = Vec::new();
        for (test, run) in tested.tests.iter().zip(runs) {
            let expectations = test.content.expectations.iter().zip(run.failures);
            cases.extend(expectations.map(|(expectation, failure)| Case {
                pattern: Some(test.pattern.clone()),
                expectation: Some(expectation.text.clone()),
                seconds: seconds(run.time),
                ..case(&test.place, failure)
            }));
        }
        let mistakes = tested.mistakes.iter();
        cases.extend(mistakes.map(|mistake| case(&mistake.place, Some(mistake.message.clone()))));
        let only = match tested.loaded.sources.as_slice() {
            [only] => only.file_name(),
            _ => None,
        };
        Self {
            name: name.clone(),
            file: only.map(|name| name.to_string_lossy().into_owned()),
            cases,
            untested: tested.untested,
        }
    }

    fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.passed).count()
    }

    /// Where a case stands, as people name it.
    fn place(&self, case: &Case) -> String {
        if self.file.is_some() {
            format!("line {}", case.line)
        } else {
            format!("{}:{}", case.file, case.line)
        }
    }

    fn write(&self, all: bool, text: &mut String) {
        let mut patterns: BTreeMap<usize, Vec<&Case>> = BTreeMap::new();
        let mut numbers: BTreeMap<&Option<String>, usize> = BTreeMap::new();
        for case in &self.cases {
            // In the order of the source.
            let next = numbers.len();
            let number = *numbers.entry(&case.pattern).or_insert(next);
            patterns.entry(number).or_default().push(case);
        }
        for cases in patterns.values() {
            let failed: Vec<String> = (cases.iter())
                .filter(|case| !case.passed)
                .map(|case| {
                    let message = case.message.as_deref().unwrap_or_default();
                    format!("{}: {message}", self.place(case))
                })
                .collect();
            if failed.is_empty() && !all {
                continue;
            }
            let name = cases.first().and_then(|case| case.pattern.as_deref());
            let passed = cases.len() - failed.len();
            let _ = match name {
                Some(name) => write!(text, "{name}: {passed} passed, {} failed", failed.len()),
                None => write!(text, "tests with mistakes: {}", failed.len()),
            };
            for failure in &failed {
                let _ = write!(text, ", {failure}");
            }
            text.push('\n');
        }
        let name = self.file.as_ref().unwrap_or(&self.name);
        let failed = self.failed();
        let passed = self.cases.len() - failed;
        let _ = write!(text, "{name}: {passed} passed, {failed} failed");
        match self.untested {
            0 => {}
            1 => text.push_str(", 1 pattern without tests"),
            more => {
                let _ = write!(text, ", {more} patterns without tests");
            }
        }
        text.push('\n');
    }

    fn write_suite(&self, text: &mut String) {
        let name = escape(&self.name);
        let (count, failed) = (self.cases.len(), self.failed());
        let _ = writeln!(
            text,
            r#"  <testsuite name="{name}" tests="{count}" failures="{failed}">"#
        );
        for case in &self.cases {
            let (file, line, time) = (escape(&case.file), case.line, case.seconds);
            let pattern = escape(case.pattern.as_deref().unwrap_or("-"));
            let wanted = escape(case.expectation.as_deref().unwrap_or("a test"));
            let _ = write!(
                text,
                r#"    <testcase classname="{name}.{pattern}" name="line {line}: {wanted}" file="{file}" line="{line}" time="{time:.3}""#
            );
            let _ = match &case.message {
                None => writeln!(text, "/>"),
                Some(message) => writeln!(
                    text,
                    r#"><failure message="{}"/></testcase>"#,
                    escape(message)
                ),
            };
        }
        text.push_str("  </testsuite>\n");
    }
}

fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}
