//! Commands that the engine carries out: they ask it about positions.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail};

/// The program of the engine.
const ENGINE: &str = "katachi";

/// Runs a command of the engine with these arguments. Whether it succeeds.
///
/// # Errors
/// If there is no engine; `does` says why it is needed.
pub fn run<'a>(
    name: &str,
    does: &str,
    arguments: impl Iterator<Item = &'a OsStr>,
) -> anyhow::Result<bool> {
    let (mut command, engine) = command(name, does, arguments)?;
    let status = command.status();
    let status = status.with_context(|| format!("cannot start {}", engine.display()))?;
    Ok(status.success())
}

/// Runs a command of the engine without input, and gets what it prints.
///
/// # Errors
/// If there is no engine; `does` says why it is needed.
pub fn output<'a>(
    name: &str,
    does: &str,
    arguments: impl Iterator<Item = &'a OsStr>,
) -> anyhow::Result<Output> {
    let (mut command, engine) = command(name, does, arguments)?;
    let output = command.stdin(Stdio::null()).output();
    output.with_context(|| format!("cannot start {}", engine.display()))
}

fn command<'a>(
    name: &str,
    does: &str,
    arguments: impl Iterator<Item = &'a OsStr>,
) -> anyhow::Result<(Command, PathBuf)> {
    let Some(engine) = engine() else {
        bail!(
            "expected the program {ENGINE} beside patc or on the PATH, since the engine {does}; \
             found none"
        );
    };
    let mut command = Command::new(&engine);
    command.arg(name).args(arguments);
    Ok((command, engine))
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
