//! Plans a report: which pages it has, their paths, and the game records that belong to it.
//!
//! The static report and the server show the same pages: [`Site::paths`] lists them, and `pages.rs`
//! makes them. Start reading at [`Site`].

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use katachi_gtp::parse_line;

use super::position::{NotReplayed, Replayed, replay};
use crate::{Results, Run, TestResult};

/// One page of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Index,
    Unexpected,
    Categories,
    Slow,
    /// The suite with this index.
    Suite(usize),
    /// The test with the second index in the suite with the first index.
    Test(usize, usize),
}

/// A suite and its pages.
pub(super) struct SuitePages {
    pub name: String,
    /// The name as part of a path.
    slug: String,
    /// The file as the user gave it, if the results name it.
    pub file: Option<PathBuf>,
    /// The tests: the index of each in the results, and the file name of its page.
    tests: Vec<(usize, String)>,
}

/// A game record that the report copies.
pub(super) struct Record {
    /// Its path in the report.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// What the server adds to a test's page.
pub(super) struct Live<'a> {
    /// The token for a request to run a test.
    pub token: &'a str,
    /// The result of the last such run.
    pub again: Option<&'a Result<TestResult, String>>,
}

/// A whole report.
pub(super) struct Site {
    pub results: Results,
    pub suites: Vec<SuitePages>,
    /// The records by the path of the original; an error says why there is no copy.
    records: BTreeMap<PathBuf, Result<Record, String>>,
}

impl Site {
    /// Plans the pages and reads the game records that the tests load.
    pub fn new(results: Results) -> Self {
        let mut suites: Vec<SuitePages> = Vec::new();
        let mut places = BTreeMap::new();
        let mut slugs = Slugs::default();
        for (number, result) in results.tests.iter().enumerate() {
            let place = *places.entry(result.suite.clone()).or_insert_with(|| {
                suites.push(SuitePages {
                    name: result.suite.clone(),
                    slug: slugs.unique(&result.suite),
                    file: (results.run.as_ref())
                        .and_then(|run| run.suites.get(&result.suite))
                        .cloned(),
                    tests: Vec::new(),
                });
                suites.len() - 1
            });
            suites[place].tests.push((number, String::new()));
        }
        for suite in &mut suites {
            // A suite may use a number twice, so make the names unique.
            let mut slugs = Slugs::default();
            for (number, slug) in &mut suite.tests {
                *slug = slugs.unique(&results.tests[*number].id.to_string());
            }
        }
        let mut site = Self {
            results,
            suites,
            records: BTreeMap::new(),
        };
        site.read_records();
        site
    }

    fn read_records(&mut self) {
        let mut slugs = Slugs::default();
        let mut records = BTreeMap::new();
        for suite in &self.suites {
            let Some(folder) = suite.folder() else {
                continue;
            };
            for (number, _) in &suite.tests {
                for name in loaded(&self.results.tests[*number].setup) {
                    let path = folder.join(&name);
                    if records.contains_key(&path) {
                        continue;
                    }
                    let record = read_record(&path).map(|bytes| {
                        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
                        Record {
                            path: format!("sgf/{}.sgf", slugs.unique(&stem)),
                            bytes,
                        }
                    });
                    records.insert(path, record);
                }
            }
        }
        self.records = records;
    }

    /// The description of the run, as far as the results contain it.
    pub fn run(&self) -> Run {
        self.results.run.clone().unwrap_or_default()
    }

    /// The results of a suite's tests.
    pub fn tests_of(&self, suite: usize) -> impl ExactSizeIterator<Item = &TestResult> + Clone {
        (self.suites[suite].tests.iter()).map(|(number, _)| &self.results.tests[*number])
    }

    /// All tests, suite by suite, each with the index of its suite and its index in the suite.
    pub fn tests(&self) -> impl Iterator<Item = ((usize, usize), &TestResult)> {
        (0..self.suites.len()).flat_map(move |suite| {
            (self.tests_of(suite).enumerate()).map(move |(test, result)| ((suite, test), result))
        })
    }

    /// The result of a test.
    pub fn test(&self, (suite, test): (usize, usize)) -> &TestResult {
        &self.results.tests[self.suites[suite].tests[test].0]
    }

    /// The number of tests of a suite.
    pub fn test_count(&self, suite: usize) -> usize {
        self.suites[suite].tests.len()
    }

    /// The path of a page in the report.
    pub fn path(&self, page: Page) -> String {
        match page {
            Page::Index => "index.html".to_owned(),
            Page::Unexpected => "unexpected.html".to_owned(),
            Page::Categories => "categories.html".to_owned(),
            Page::Slow => "slow.html".to_owned(),
            Page::Suite(suite) => format!("suite/{}.html", self.suites[suite].slug),
            Page::Test(suite, test) => {
                let suite = &self.suites[suite];
                format!("test/{}/{}.html", suite.slug, suite.tests[test].1)
            }
        }
    }

    /// All pages with their paths.
    pub fn paths(&self) -> impl Iterator<Item = (Page, String)> {
        let suites = (0..self.suites.len()).flat_map(|suite| {
            let tests =
                (0..self.suites[suite].tests.len()).map(move |test| Page::Test(suite, test));
            [Page::Suite(suite)].into_iter().chain(tests)
        });
        [Page::Index, Page::Unexpected, Page::Categories, Page::Slow]
            .into_iter()
            .chain(suites)
            .map(|page| (page, self.path(page)))
    }

    /// The copied game records.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records
            .values()
            .filter_map(|record| record.as_ref().ok())
    }

    /// The copy of a record that a suite names.
    pub fn record(&self, suite: usize, name: &str) -> Result<&Record, String> {
        let folder = self.suites[suite].folder().ok_or(
            "the results do not say where the suite lies, so its game records cannot be found",
        )?;
        match self.records.get(&folder.join(name)) {
            Some(Ok(record)) => Ok(record),
            Some(Err(reason)) => Err(reason.clone()),
            None => Err("no test loads this record".to_owned()),
        }
    }

    /// Replays the position of a test.
    pub fn position(&self, suite: usize, result: &TestResult) -> Result<Replayed, NotReplayed> {
        if result.setup.is_empty() && self.results.run.is_none() {
            return Err(NotReplayed {
                command: result.command.clone(),
                reason: "the results do not tell the commands before it".to_owned(),
            });
        }
        replay(&result.setup, |name| {
            self.record(suite, name)
                .map(|record| record.bytes.as_slice())
        })
    }
}

impl SuitePages {
    /// The folder in which the engine ran.
    pub fn folder(&self) -> Option<&Path> {
        match self.file.as_deref()?.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => Some(folder),
            _ => Some(Path::new(".")),
        }
    }
}

/// The records that these commands load.
fn loaded(setup: &[String]) -> Vec<String> {
    let commands = setup.iter().filter_map(|line| parse_line(line.as_bytes()));
    commands
        .filter(|command| command.name() == "loadsgf")
        .filter_map(|command| command.args().word().map(str::to_owned))
        .collect()
}

fn read_record(path: &Path) -> Result<Vec<u8>, String> {
    let fail = |reason: String| format!("{}: {reason}", path.display());
    let bytes = katachi_files::read_now(path).map_err(|error| fail(error.to_string()))?;
    // Copy game records only, not other files.
    katachi_sgf::parse(&bytes).map_err(|error| fail(error.to_string()))?;
    Ok(bytes)
}

/// Makes file names that differ from each other on every file system.
#[derive(Default)]
struct Slugs(BTreeSet<String>);

impl Slugs {
    /// The name with everything but letters, digits, `-`, `_` and inner dots replaced; with a
    /// number after it if the name is in use.
    fn unique(&mut self, name: &str) -> String {
        let safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let name: String = (name.chars().take(100))
            .map(|c| if safe(c) { c } else { '_' })
            .collect();
        let name = name.trim_matches('.');
        let name = if name.is_empty() { "_" } else { name };
        let mut slug = name.to_owned();
        let mut number = 1;
        while !self.0.insert(slug.to_ascii_lowercase()) {
            number += 1;
            slug = format!("{name}-{number}");
        }
        slug
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_harmless_and_different() {
        let mut slugs = Slugs::default();
        let names = [
            "reading",
            "../../etc/passwd",
            "Reading",
            "",
            "a b",
            "a_b",
            "...",
        ];
        let found = names.map(|name| slugs.unique(name));
        let expected = [
            "reading",
            "_.._etc_passwd",
            "Reading-2",
            "_",
            "a_b",
            "a_b-2",
            "_-2",
        ];
        assert_eq!(found, expected);
    }
}
