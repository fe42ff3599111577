//! `patc watch`: checks databases whenever a source is saved.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Instant;

use katachi_files::stream::causes;
use katachi_files::{complain, read_now, say};
use katachi_image::Fingerprint;
use patc::{Method, Source, compile, fingerprint};

use super::check::summary;
use super::input::source;
use super::jobs::{Databases, Job, sources_in};
use super::test::run_tests;

/// Check databases now and whenever one of their files is saved.
///
/// If there are no errors, the tests beside patterns are run too, as `patc test` does. Nothing is
/// written. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc watch mine.db                     while you edit a file
  patc watch patterns/                   each database of a folder, new files included
  patc watch --quiet a.db b.db           one database of two files, errors only")]
pub struct Watch {
    #[command(flatten)]
    databases: Databases,
}

/// The last fingerprint of each database; `None` if it could not be read.
type Seen = HashMap<Vec<PathBuf>, Option<Fingerprint>>;

impl Watch {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (send, changes) = mpsc::channel();
        let changed = move || {
            // There is no receiver only when the program ends.
            let _ = send.send(());
        };
        let watched = self.databases.input.sources.clone();
        let files = move || watched.iter().flat_map(|path| files_of(path)).collect();
        let _watch = katachi_files::Watch::start(files, changed)?;
        let mut seen = Seen::new();
        self.check_changed(&mut seen)?;
        while changes.recv().is_ok() {
            // The next change may repair what fails now, so watching goes on.
            if let Err(error) = self.check_changed(&mut seen) {
                complain!("patc: {}", causes(error.as_ref()));
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Checks the databases that changed since the last time. A file that cannot be read counts as
    /// a change, and so does its return.
    fn check_changed(&self, seen: &mut Seen) -> anyhow::Result<()> {
        let jobs = self.databases.jobs()?;
        seen.retain(|paths, _| jobs.iter().any(|job| job.sources == *paths));
        for job in jobs {
            let start = Instant::now();
            let Job {
                role,
                sources: paths,
            } = &job;
            let sources = (paths.iter()).map(|path| source(path, read_now(path)));
            let sources: Vec<Source> = match sources.collect() {
                Ok(sources) => sources,
                Err(error) => {
                    if seen.insert(paths.clone(), None) != Some(None) {
                        complain!("patc: {}", causes(error.as_ref()));
                    }
                    continue;
                }
            };
            let new = fingerprint(*role, Method::Auto, &sources);
            if seen.insert(paths.clone(), Some(new)) == Some(Some(new)) {
                continue;
            }
            let mut compiled = compile(*role, sources);
            self.databases.input.levels.apply(&mut compiled);
            let messages = &self.databases.input.messages;
            messages.print(&compiled.diagnostics, &compiled.sources);
            let time = start.elapsed().as_secs_f64() * 1000.0;
            say!("{}: {}, {time:.1} ms", job.name(), summary(&compiled))?;
            if !compiled.has_errors() && !compiled.tests.is_empty() {
                // Without an engine the databases are checked all the same.
                if let Err(error) = run_tests(paths.iter().map(|path| path.as_os_str())) {
                    complain!("patc: {}", causes(error.as_ref()));
                }
            }
        }
        Ok(())
    }
}

/// The files to watch for an argument: the path itself and, in a folder, its sources.
fn files_of(path: &Path) -> Vec<PathBuf> {
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        // A folder that cannot be read now may become readable later.
        files.extend(sources_in(path).unwrap_or_default());
    }
    files
}
