//! Reports: web pages about results, as a folder or from a local server.
//!
//! A report has an index, a page for each suite, a page for each test with its board, lists of
//! surprises and of slow tests, and copies of the game records. As a folder it needs no server, no
//! network and no script.
//!
//! - [`write()`] writes the folder.
//! - [`Server`] shows the same pages on this machine, and can run single tests again.
//! - `site.rs` plans the pages; `pages.rs` makes them, with `index.rs`, `suite.rs`, `test.rs` and
//!   `lists.rs`.
//! - `position.rs` sets up the positions.

mod board;
mod details;
mod index;
mod lists;
mod page;
mod pages;
mod position;
mod server;
mod site;
mod suite;
mod test;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Class, Results, Totals};
pub use server::{MAX_CONNECTIONS, Patience, Rerun, ServeError, Server};
use site::Site;

/// The file that marks a folder as a report, which the next report may replace.
const MARKER: &str = ".katachi-report";
const MARKER_TEXT: &str = "A report of katachi-regress. The next report of this name replaces the \
                           whole folder; remove this file to keep it.\n";

/// The result of writing a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The first page.
    pub index: PathBuf,
    /// The number of pages.
    pub pages: usize,
    /// The number of game records that were copied.
    pub records: usize,
    /// The size of all files in bytes.
    pub bytes: u64,
    /// The tests whose position cannot be shown, with the reasons.
    pub without_board: Vec<(String, String)>,
}

/// Why no report was written.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The folder exists and is not a report.
    #[error(
        "{}: expected a new folder, an empty one or an earlier report, found something else; \
         name another folder",
        .folder.display()
    )]
    NotAReport {
        /// The folder.
        folder: PathBuf,
    },
    /// A file or folder cannot be written or moved.
    #[error("{}: {source}", .path.display())]
    File {
        /// The path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Writes a report of these results.
///
/// All files go to a new folder next to `folder`, which then takes its place. An existing folder is
/// replaced only if it is empty or an earlier report. Positions need the suites' game records;
/// [`Run::suites`](crate::Run::suites) says where to look for them.
///
/// # Errors
/// If `folder` is something else, or something cannot be written; then it stays as it is.
pub fn write(results: &Results, folder: &Path) -> Result<Summary, ReportError> {
    // Move the folder itself, not a link to it.
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let replaced = replaceable(&folder)?;
    let site = Site::new(results.clone());
    let new = Scratch::beside(&folder, "new")?;
    let mut writer = Writer {
        root: new.path.clone(),
        bytes: 0,
    };
    writer.file(MARKER, MARKER_TEXT.as_bytes())?;
    writer.file("report.css", page::STYLE.as_bytes())?;
    writer.file("report.js", page::SCRIPT.as_bytes())?;
    writer.file("summary.dat", summary_dat(results).as_bytes())?;
    let mut pages = 0;
    for (page, path) in site.paths() {
        writer.file(
            &path,
            pages::markup(&site, page, None).into_string().as_bytes(),
        )?;
        pages += 1;
    }
    let mut records = 0;
    for record in site.records() {
        writer.file(&record.path, &record.bytes)?;
        records += 1;
    }
    if replaced {
        let old = Scratch::beside(&folder, "old")?;
        // `old.path` is an empty folder, which the renamed folder replaces.
        rename(&folder, &old.path)?;
        if let Err(error) = rename(&new.path, &folder) {
            rename(&old.path, &folder)?;
            return Err(error);
        }
    } else {
        rename(&new.path, &folder)?;
    }
    let without_board = (site.tests())
        .filter_map(|((suite, _), result)| {
            let error = site.position(suite, result).err()?;
            Some((result.name(), error.to_string()))
        })
        .collect();
    Ok(Summary {
        index: folder.join("index.html"),
        pages,
        records,
        bytes: writer.bytes,
        without_board,
    })
}

/// Whether there is a folder that may be replaced; `false` if the path is free.
fn replaceable(folder: &Path) -> Result<bool, ReportError> {
    let failed = |source| ReportError::File {
        path: folder.to_owned(),
        source,
    };
    let mut entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            return Err(ReportError::NotAReport {
                folder: folder.to_owned(),
            });
        }
        Err(error) => return Err(failed(error)),
    };
    if folder.join(MARKER).is_file() || entries.next().is_none() {
        Ok(true)
    } else {
        Err(ReportError::NotAReport {
            folder: folder.to_owned(),
        })
    }
}

fn rename(from: &Path, to: &Path) -> Result<(), ReportError> {
    fs::rename(from, to).map_err(|source| ReportError::File {
        path: to.to_owned(),
        source,
    })
}

/// A temporary folder next to another one. It is removed at the end, unless it has been moved.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn beside(folder: &Path, kind: &str) -> Result<Self, ReportError> {
        let name = folder.file_name().ok_or_else(|| ReportError::NotAReport {
            folder: folder.to_owned(),
        })?;
        let parent = match folder.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let failed = |path: &Path, source| ReportError::File {
            path: path.to_owned(),
            source,
        };
        fs::create_dir_all(parent).map_err(|source| failed(parent, source))?;
        let process = std::process::id();
        for number in 0.. {
            let name = format!(".{}.{process}-{number}.{kind}", name.to_string_lossy());
            let path = parent.join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Self { path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {}
                Err(error) => return Err(failed(&path, error)),
            }
        }
        Err(failed(parent, io::ErrorKind::AlreadyExists.into()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // If it was moved, there is nothing to remove; if removing fails, it does no harm.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Writes files below a folder and sums their sizes.
struct Writer {
    root: PathBuf,
    bytes: u64,
}

impl Writer {
    fn file(&mut self, path: &str, bytes: &[u8]) -> Result<(), ReportError> {
        let path = self.root.join(path);
        self.bytes += bytes.len() as u64;
        let written = match fs::write(&path, bytes) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => path
                .parent()
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::write(&path, bytes)),
            written => written,
        };
        written.map_err(|source| ReportError::File { path, source })
    }
}

/// The totals as a table with the columns of gogui-regress.
fn summary_dat(results: &Results) -> String {
    let totals = Totals::of(&results.tests);
    let count = |class| totals.count(class);
    format!(
        "#Tests\tFAIL\tfail\tPASS\tpass\tError\tTime\tCpuTime\n{}\t{}\t{}\t{}\t{}\t{}\t{:.3}\t{:.3}\n",
        results.tests.len(),
        count(Class::UnexpectedFail),
        count(Class::Failed),
        count(Class::UnexpectedPass),
        count(Class::Passed),
        totals.troubles,
        totals.cost.wall,
        totals.cost.cpu.unwrap_or_default(),
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{Cost, Run, TestResult, Trouble};

    /// A minimal result of a test.
    pub(crate) fn result(suite: &str, id: u64, pass: Option<bool>) -> TestResult {
        TestResult {
            suite: suite.to_owned(),
            id,
            line: 0,
            command: "reg_genmove black".to_owned(),
            answer: "C3".to_owned(),
            success: true,
            expected: "C3".to_owned(),
            mark: String::new(),
            pass,
            class: None,
            trouble: None,
            cost: Cost::default(),
            setup: vec!["boardsize 9".to_owned(), "play b E5".to_owned()],
            notes: Vec::new(),
            details: None,
        }
    }

    fn results() -> Results {
        let mut fail = result("a <b>", 2, Some(false));
        fail.notes = vec![
            ("CATEGORY".to_owned(), "<i>KO</i>".to_owned()),
            ("DESCRIPTION".to_owned(), "\"ko\" & more".to_owned()),
        ];
        fail.expected = "<script>alert(1)</script>".to_owned();
        let mut crash = result("../x", 3, Some(false));
        crash.trouble = Some((Trouble::Crash, "it <ended>".to_owned()));
        crash.mark = "*".to_owned();
        crash.setup = vec!["loadsgf missing.sgf".to_owned()];
        Results {
            run: Some(Run {
                engine: "engine --name 'a b'".to_owned(),
                ..Run::default()
            }),
            tests: vec![result("a <b>", 1, Some(true)), fail, crash],
        }
    }

    fn scratch() -> (tempfile::TempDir, PathBuf) {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("out").join("report");
        (dir, folder)
    }

    #[test]
    fn everything_lies_in_the_folder_and_is_escaped() {
        let (dir, folder) = scratch();
        let summary = write(&results(), &folder).unwrap();
        assert_eq!(summary.pages, 4 + 2 + 3);
        assert_eq!(
            summary.without_board,
            [(
                "../x:3".to_owned(),
                "`loadsgf missing.sgf`: the results do not say where the suite lies, so its \
                 game records cannot be found"
                    .to_owned()
            )]
        );
        let read = |path: &str| fs::read_to_string(folder.join(path)).unwrap();
        let page = read("test/a__b_/2.html");
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        assert!(page.contains("<title>a &lt;b&gt;:2: the position"));
        assert!(
            page.contains(
                "regress --engine &quot;engine --name 'a b'&quot; --verbose 'a &lt;b&gt;.tst:2'"
            ),
            "{page}"
        );
        let crash = read("test/_x/3.html");
        assert!(
            crash.contains("The board is not shown") && crash.contains("crash: it &lt;ended&gt;")
        );
        assert!(read("categories.html").contains("&lt;i&gt;KO&lt;/i&gt;"));
        assert_eq!(
            read("summary.dat"),
            "#Tests\tFAIL\tfail\tPASS\tpass\tError\tTime\tCpuTime\n3\t1\t1\t0\t1\t1\t0.000\t0.000\n"
        );
        let beside = fs::read_dir(dir.path().join("out")).unwrap().count();
        assert_eq!(beside, 1, "scratch folders are left");
        let outside = fs::read_dir(dir.path()).unwrap().count();
        assert_eq!(outside, 1);
    }

    #[test]
    fn only_reports_are_replaced() {
        let (_dir, folder) = scratch();
        fs::create_dir_all(&folder).unwrap();
        write(&results(), &folder).unwrap();
        let stray = folder.join("suite/old.html");
        fs::write(&stray, "old").unwrap();
        write(&results(), &folder).unwrap();
        assert!(!stray.exists());
        fs::remove_file(folder.join(MARKER)).unwrap();
        let refused = write(&results(), &folder).unwrap_err().to_string();
        assert!(refused.contains("expected a new folder"), "{refused}");
        assert!(folder.join("index.html").exists());
        let file = folder.join("index.html");
        assert!(matches!(
            write(&results(), &file),
            Err(ReportError::NotAReport { .. })
        ));
    }

    #[test]
    fn nothing_makes_an_empty_report() {
        let (_dir, folder) = scratch();
        let summary = write(&Results::default(), &folder).unwrap();
        assert_eq!(summary.pages, 4);
        let index = fs::read_to_string(summary.index).unwrap();
        assert!(index.contains("There are no results."));
    }
}
