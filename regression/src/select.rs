//! Selects the tests to run: `strategy`, `strategy.tst`, `strategy:6,13-15`, folders.
//!
//! Start reading at [`Selection::parse`] and [`plans`].

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::runner::Plan;
use crate::suite::{Dialect, Suite, SuiteError};

/// A suite, or some tests of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// A file, a folder, or a bare name that is looked up.
    pub path: PathBuf,
    /// The selected numbers; empty selects all.
    pub ids: Vec<RangeInclusive<u64>>,
}

/// Why a selection cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SelectError {
    /// The text after the colon is not a list of numbers.
    #[error(
        "expected numbers and ranges such as `strategy:6,13-15`, found `{found}` in `{selection}`"
    )]
    Numbers {
        /// The selection as given.
        selection: String,
        /// The part that is not a number.
        found: String,
    },
    /// There is no such suite.
    #[error(
        "expected a suite, found neither {tried}; name a `.tst` file, or its folder by --folder"
    )]
    Missing {
        /// The examined places.
        tried: String,
    },
    /// A suite cannot be read.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// A folder cannot be read.
    #[error("{}: {source}", .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A folder without suites.
    #[error("{}: expected `.tst` files, found none", .path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// A test that the suite does not have.
    #[error(
        "{}: expected a test with a number in {first}-{last}, found none; \
         its tests go from {lowest} to {highest}",
        .path.display()
    )]
    Test {
        /// The suite's file.
        path: PathBuf,
        /// The first number asked for.
        first: u64,
        /// The last one.
        last: u64,
        /// The lowest number in the suite, 0 if there is none.
        lowest: u64,
        /// The highest one.
        highest: u64,
    },
}

impl FromStr for Selection {
    type Err = SelectError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = |found: &str| SelectError::Numbers {
            selection: text.to_owned(),
            found: found.to_owned(),
        };
        // A colon may belong to a path (`C:\suites\reading.tst`). Numbers follow the last colon,
        // unless the text after it is part of a path.
        let (path, numbers) = match text.rsplit_once(':') {
            Some((path, numbers)) if !numbers.contains(['/', '\\']) => (path, Some(numbers)),
            _ => (text, None),
        };
        let mut ids = Vec::new();
        for part in numbers.into_iter().flat_map(|numbers| numbers.split(',')) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let number = |text: &str| text.trim().parse::<u64>().map_err(|_| bad(part));
            let range = number(first)?..=number(last)?;
            if range.is_empty() {
                return Err(bad(part));
            }
            ids.push(range);
        }
        Ok(Self {
            path: PathBuf::from(path),
            ids,
        })
    }
}

impl Selection {
    /// The selections in one argument or in one line of a list. Blanks separate them, unless the
    /// whole text is the name of a file.
    ///
    /// # Errors
    /// [`SelectError::Numbers`].
    pub fn parse(text: &str) -> Result<Vec<Self>, SelectError> {
        if Path::new(text).exists() {
            return Ok(vec![Self {
                path: PathBuf::from(text),
                ids: Vec::new(),
            }]);
        }
        text.split_whitespace().map(str::parse).collect()
    }

    /// The selected files.
    fn files(&self, folder: Option<&Path>) -> Result<Vec<PathBuf>, SelectError> {
        if self.path.is_dir() {
            return suites_in(&self.path);
        }
        let mut tried = Vec::new();
        for base in [Some(Path::new("")), folder].into_iter().flatten() {
            let path = base.join(&self.path);
            // Try the name as it is, then with the ending `.tst`; the name may contain dots.
            let mut longer = path.clone().into_os_string();
            longer.push(".tst");
            for candidate in [path, PathBuf::from(longer)] {
                if candidate.is_file() {
                    return Ok(vec![candidate]);
                }
                tried.push(format!("`{}`", candidate.display()));
            }
        }
        Err(SelectError::Missing {
            tried: tried.join(" nor "),
        })
    }
}

/// The suites of a folder, by name.
fn suites_in(path: &Path) -> Result<Vec<PathBuf>, SelectError> {
    let failed = |source| SelectError::Folder {
        path: path.to_owned(),
        source,
    };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if file.extension().is_some_and(|ending| ending == "tst") {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(SelectError::Empty {
            path: path.to_owned(),
        });
    }
    Ok(files)
}

/// Reads the selected suites, each once, in the order in which they are first named.
///
/// Returns what cannot be found or read next to the rest.
pub fn plans(
    selections: &[Selection],
    folder: Option<&Path>,
    dialect: Dialect,
) -> (Vec<Plan>, Vec<SelectError>) {
    let mut wanted: Vec<(PathBuf, Option<Vec<RangeInclusive<u64>>>)> = Vec::new();
    let mut places = BTreeMap::new();
    let mut errors = Vec::new();
    for selection in selections {
        match selection.files(folder) {
            Err(error) => errors.push(error),
            Ok(files) => {
                for file in files {
                    let place = *places.entry(file.clone()).or_insert_with(|| {
                        wanted.push((file, Some(Vec::new())));
                        wanted.len() - 1
                    });
                    let ids = &mut wanted[place].1;
                    match ids {
                        Some(ids) if !selection.ids.is_empty() => {
                            ids.extend(selection.ids.iter().cloned());
                        }
                        // The whole suite includes any part of it.
                        _ => *ids = None,
                    }
                }
            }
        }
    }
    let mut plans = Vec::new();
    for (path, ranges) in wanted {
        let suite = match Suite::read(&path, dialect) {
            Ok(suite) => suite,
            Err(error) => {
                errors.push(error.into());
                continue;
            }
        };
        let ids = ranges.map(|ranges| {
            let mut ids = BTreeSet::new();
            for range in ranges {
                let numbers = suite.tests().map(|(_, test)| test.id);
                let found: Vec<u64> = numbers.filter(|id| range.contains(id)).collect();
                if found.is_empty() {
                    let numbers = || suite.tests().map(|(_, test)| test.id);
                    errors.push(SelectError::Test {
                        path: path.clone(),
                        first: *range.start(),
                        last: *range.end(),
                        lowest: numbers().min().unwrap_or(0),
                        highest: numbers().max().unwrap_or(0),
                    });
                }
                ids.extend(found);
            }
            ids
        });
        plans.push(Plan { suite, ids });
    }
    (plans, errors)
}
