//! `joseki compile --watch`: compiles whenever a tree is saved.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::Instant;

use katachi_files::stream::causes;
use katachi_files::{Watch, complain, read_now, say};

/// The contents of the files; `None` for one that cannot be read, which may come back.
type Seen = Vec<Option<Vec<u8>>>;

/// Calls `compile` with the sources now and after each change, and prints the number of patterns
/// and the time it took. Never returns by itself.
pub(super) fn run(
    files: &[PathBuf],
    compile: impl Fn(&[io::Result<Vec<u8>>]) -> anyhow::Result<Option<usize>>,
) -> anyhow::Result<u8> {
    let (send, changes) = mpsc::channel();
    let watched = files.to_vec();
    let changed = move || {
        // There is no receiver only when the program ends.
        let _ = send.send(());
    };
    let _watch = Watch::start(move || watched.clone(), changed)?;
    let mut seen: Option<Seen> = None;
    loop {
        let start = Instant::now();
        let sources: Vec<_> = files.iter().map(|file| read_now(file)).collect();
        let new: Seen = (sources.iter())
            .map(|source| source.as_ref().ok().cloned())
            .collect();
        if seen.as_ref() != Some(&new) {
            seen = Some(new);
            let patterns = compile(&sources);
            let time = start.elapsed().as_secs_f64() * 1000.0;
            let said = match patterns {
                Ok(Some(patterns)) => say!("{patterns} patterns, {time:.1} ms"),
                Ok(None) => say!("errors: nothing is written, {time:.1} ms"),
                Err(error) => {
                    complain!("joseki: {}", causes(error.as_ref()));
                    Ok(())
                }
            };
            if let Err(error) = said {
                complain!("joseki: {error}");
            }
        }
        if changes.recv().is_err() {
            return Ok(0);
        }
    }
}
