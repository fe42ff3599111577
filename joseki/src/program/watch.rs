//! `joseki compile --watch`: compiles whenever a tree is saved.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::Context;
use notify::RecursiveMode;
use notify_debouncer_full::{DebounceEventResult, new_debouncer};

/// Changes within this time count as one.
const DEBOUNCE: Duration = Duration::from_millis(10);

/// What the files hold, `None` for one that cannot be read: it may come back.
type Seen = Vec<Option<Vec<u8>>>;

/// Calls `compile` with the sources now and whenever one of them has changed; never ends by itself.
/// Each time a line says how many patterns there are and how long it took.
pub(super) fn run(
    files: &[PathBuf],
    compile: impl Fn(&[io::Result<Vec<u8>>]) -> anyhow::Result<Option<usize>>,
) -> anyhow::Result<u8> {
    let (send, changes) = mpsc::channel();
    let names: BTreeSet<_> = (files.iter())
        .filter_map(|file| file.file_name().map(ToOwned::to_owned))
        .collect();
    let on_events = move |events: DebounceEventResult| {
        let events = events.unwrap_or_default();
        let mut paths = (events.iter())
            .filter(|event| !event.kind.is_access())
            .flat_map(|event| &event.paths);
        if paths.any(|path| path.file_name().is_some_and(|name| names.contains(name))) {
            // Nobody listens only when the program ends.
            let _ = send.send(());
        }
    };
    let mut debouncer = new_debouncer(DEBOUNCE, None, on_events)?;
    let folders: BTreeSet<PathBuf> = files.iter().map(|file| folder(file)).collect();
    for folder in folders {
        debouncer
            .watch(&folder, RecursiveMode::NonRecursive)
            .with_context(|| format!("cannot watch {}", folder.display()))?;
    }
    let mut seen: Option<Seen> = None;
    loop {
        let start = Instant::now();
        let sources: Vec<_> = files.iter().map(std::fs::read).collect();
        let new: Seen = (sources.iter())
            .map(|source| source.as_ref().ok().cloned())
            .collect();
        if seen.as_ref() != Some(&new) {
            seen = Some(new);
            let patterns = compile(&sources);
            let time = start.elapsed().as_secs_f64() * 1000.0;
            match patterns {
                Ok(Some(patterns)) => println!("{patterns} patterns, {time:.1} ms"),
                Ok(None) => println!("errors: nothing is written, {time:.1} ms"),
                Err(error) => eprintln!("joseki: {error:#}"),
            }
        }
        if changes.recv().is_err() {
            return Ok(0);
        }
    }
}

/// The folder whose changes concern a file. Editors replace files, so files cannot be watched.
fn folder(file: &Path) -> PathBuf {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => Path::new(".").to_owned(),
    }
}
