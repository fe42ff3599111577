//! Commands that the engine carries out: they ask it about positions.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// The program of the engine.
const ENGINE: &str = "katachi";

/// Runs a command of the engine with these arguments. Whether it succeeds.
///
/// # Errors
/// If there is no engine; `does` says why it is needed.
pub fn run<'a>(
    command: &str,
    does: &str,
    arguments: impl Iterator<Item = &'a OsStr>,
) -> anyhow::Result<bool> {
    let Some(engine) = engine() else {
        bail!(
            "expected the program {ENGINE} beside patc or on the PATH, since the engine {does}; \
             found none"
        );
    };
    let status = Command::new(&engine).arg(command).args(arguments).status();
    let status = status.with_context(|| format!("cannot start {}", engine.display()))?;
    Ok(status.success())
}

/// The engine: beside this program, or on the PATH.
fn engine() -> Option<PathBuf> {
    let name = format!("{ENGINE}{}", std::env::consts::EXE_SUFFIX);
    let here = std::env::current_exe().ok();
    let beside = here.as_deref().and_then(Path::parent).map(Path::to_owned);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = beside.into_iter().chain(std::env::split_paths(&path));
    places.find_map(|folder| Some(folder.join(&name)).filter(|file| file.is_file()))
}
