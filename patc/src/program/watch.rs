//! `patc watch`: compiles whenever a source is saved.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::Context;
use katachi_image::Fingerprint;
use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, new_debouncer};
use patc::{compile, fingerprint};

use super::check::summary;
use super::jobs::{Databases, Job, is_source};

/// Changes within this time count as one.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// Check databases now and whenever one of their files is saved.
///
/// Nothing is written. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc watch mine.db                     while you edit a file
  patc watch patterns/                   each database of a folder, new files included
  patc watch --quiet a.db b.db           one database of two files, errors only")]
pub struct Watch {
    #[command(flatten)]
    databases: Databases,
}

impl Watch {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (send, changes) = mpsc::channel();
        let on_events = move |events: DebounceEventResult| {
            let events = events.unwrap_or_default();
            let changed = events.iter().filter(|event| !event.kind.is_access());
            if changed
                .flat_map(|event| &event.paths)
                .any(|path| is_source(path))
            {
                // Nobody listens only when the program ends.
                let _ = send.send(());
            }
        };
        let mut debouncer = new_debouncer(DEBOUNCE, None, on_events)?;
        for folder in self.folders() {
            debouncer
                .watch(&folder, RecursiveMode::NonRecursive)
                .with_context(|| format!("cannot watch {}", folder.display()))?;
        }
        let mut seen = HashMap::new();
        loop {
            self.check_changed(&mut seen)?;
            if changes.recv().is_err() {
                return Ok(ExitCode::SUCCESS);
            }
        }
    }

    /// The folders whose changes matter. Editors replace files, so files cannot be watched.
    fn folders(&self) -> BTreeSet<PathBuf> {
        let folder = |path: &PathBuf| {
            if path.is_dir() {
                return path.clone();
            }
            match path.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
                _ => Path::new(".").to_owned(),
            }
        };
        self.databases.input.sources.iter().map(folder).collect()
    }

    /// Checks what is not as it was seen last. A file that cannot be read now may come back: it
    /// has been seen as none.
    #[expect(
        clippy::print_stdout,
        clippy::print_stderr,
        reason = "the answer of a program"
    )]
    fn check_changed(
        &self,
        seen: &mut HashMap<Vec<PathBuf>, Option<Fingerprint>>,
    ) -> anyhow::Result<()> {
        for job in self.databases.jobs()? {
            let start = Instant::now();
            let Job {
                role,
                sources: paths,
            } = &job;
            let sources = match job.read() {
                Ok(sources) => sources,
                Err(error) => {
                    if seen.insert(paths.clone(), None) != Some(None) {
                        eprintln!("patc: {error:#}");
                    }
                    continue;
                }
            };
            let new = fingerprint(*role, &sources);
            if seen.insert(paths.clone(), Some(new)) == Some(Some(new)) {
                continue;
            }
            let mut compiled = compile(*role, sources);
            self.databases.input.levels.apply(&mut compiled);
            let messages = &self.databases.input.messages;
            messages.print(&compiled.diagnostics, &compiled.sources);
            let time = start.elapsed().as_secs_f64() * 1000.0;
            println!("{}: {}, {time:.1} ms", job.name(), summary(&compiled));
        }
        Ok(())
    }
}
