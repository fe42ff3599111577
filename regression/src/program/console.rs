//! The terminal output of a run: surprises as they occur, a line for each suite, totals, a progress
//! bar.

use std::io;
use std::path::Path;

use indicatif::ProgressBar;

use katachi_files::{complain, say};
use katachi_regress::{Class, Results, TestResult, Totals};

/// A progress bar and the lines above it.
pub struct Console {
    bar: ProgressBar,
    totals: Totals,
    verbose: bool,
    quiet: bool,
    /// The first failure to print. The run goes on after it, since its results may go to a file.
    said: io::Result<()>,
}

impl Console {
    /// A console for this many tests; the bar is shown on a terminal only.
    pub fn new(tests: usize, verbose: bool, quiet: bool) -> Self {
        let tests = Some(tests as u64);
        let bar = katachi_program::progress(tests, "{bar:30} {pos}/{len} {msg} {eta} left");
        Self {
            bar,
            totals: Totals::default(),
            verbose,
            quiet,
            said: Ok(()),
        }
    }

    /// Counts a test and prints it if it should be shown.
    pub fn tested(&mut self, result: &TestResult) {
        self.totals.add(result);
        let class = result.class();
        let is_news = class.is_surprise() || result.trouble.is_some();
        if self.verbose || is_news && !self.quiet {
            self.line(&describe(result));
        }
        let totals = &self.totals;
        self.bar.set_message(format!(
            "passed {} PASSED {} failed {} FAILED {}",
            totals.count(Class::Passed),
            totals.count(Class::UnexpectedPass),
            totals.count(Class::Failed),
            totals.count(Class::UnexpectedFail)
        ));
        self.bar.inc(1);
    }

    /// Prints a line above the bar.
    fn line(&mut self, text: &str) {
        let said = self.bar.suspend(|| say!("{text}"));
        if self.said.is_ok() {
            self.said = said;
        }
    }

    /// Prints a message about a line of a suite to standard error.
    pub fn notice(&self, file: &Path, line: usize, text: &str) {
        if !self.quiet {
            self.bar
                .suspend(|| complain!("{}:{line}: {text}", file.display()));
        }
    }

    /// Prints the end: a table of suites, totals, the slowest tests.
    ///
    /// # Errors
    /// If printing failed, now or earlier.
    pub fn finish(mut self, results: &Results, wall: f64, slowest: usize) -> io::Result<()> {
        self.bar.finish_and_clear();
        let suites = results.by_suite();
        if !self.quiet && !suites.is_empty() {
            self.line(&table(&suites));
        }
        let totals = Totals::of(&results.tests);
        let cost = totals.cost;
        self.line(&format!(
            "Total nodes: {} {} {} (trial moves: {})",
            number(cost.reading),
            number(cost.owl),
            number(cost.connection),
            number(cost.trymove)
        ));
        self.line(&format!("Total time: {} ({wall:.2})", seconds(cost.cpu)));
        if let Some(bits) = cost.uncertainty {
            self.line(&format!("Total uncertainty: {bits:.2}"));
        }
        let mut slow: Vec<&TestResult> = results.tests.iter().collect();
        slow.sort_by(|a, b| b.cost.wall.total_cmp(&a.cost.wall));
        for result in slow.into_iter().take(slowest) {
            self.line(&format!(
                "{:8.3} s  {}  {}",
                result.cost.wall,
                result.name(),
                result.command
            ));
        }
        for (class, words) in [
            (Class::Ignored, "ignored"),
            (
                Class::Unjudged,
                "not judged, since nothing readable says what is expected",
            ),
        ] {
            match totals.count(class) {
                0 => {}
                count => self.line(&format!("{count} {words}")),
            }
        }
        if totals.troubles > 0 {
            self.line(&format!("{} without an answer", totals.troubles));
        }
        self.line(&format!("Summary: {totals}"));
        self.said
    }
}

/// A test in one line: `reading:38 failed: Correct '1 (N4|O2)', got '1 L9'`.
fn describe(result: &TestResult) -> String {
    let (name, class) = (result.name(), result.class());
    match (&result.trouble, class) {
        (Some(_), _) => format!("{name} {}: {}", class.name(), result.shown()),
        (None, Class::Failed | Class::UnexpectedFail) => format!(
            "{name} {}: Correct '{}', got '{}'",
            class.name(),
            result.expected,
            result.answer
        ),
        (None, Class::Ignored | Class::Unjudged) => {
            format!("{name} {}: {}", class.name(), result.answer)
        }
        (None, _) => format!("{name} {}", class.name()),
    }
}

/// A counter, or `?` where the engine has none.
fn number(count: Option<u64>) -> String {
    count.map_or("?".to_owned(), |count| count.to_string())
}

/// A time, or `?` where the engine does not report it.
fn seconds(time: Option<f64>) -> String {
    time.map_or("?".to_owned(), |time| format!("{time:.2}"))
}

/// A row for each suite.
fn table(suites: &[(&str, Vec<&TestResult>)]) -> String {
    let widest = suites
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0)
        .max(5);
    let mut text = format!(
        "{:<widest$} {:>6} {:>6} {:>6} {:>6} {:>9} {:>9} {:>11} {:>9} {:>10}",
        "suite",
        "passed",
        "PASSED",
        "failed",
        "FAILED",
        "CPU s",
        "wall s",
        "reading",
        "owl",
        "connection"
    );
    for (name, tested) in suites {
        let totals = Totals::of(tested.iter().copied());
        let cost = totals.cost;
        let row = format!(
            "\n{name:<widest$} {:>6} {:>6} {:>6} {:>6} {:>9} {:>9.2} {:>11} {:>9} {:>10}",
            totals.count(Class::Passed),
            totals.count(Class::UnexpectedPass),
            totals.count(Class::Failed),
            totals.count(Class::UnexpectedFail),
            seconds(cost.cpu),
            cost.wall,
            number(cost.reading),
            number(cost.owl),
            number(cost.connection)
        );
        text.push_str(&row);
    }
    text
}
