//! `patc test`: the tests beside patterns, which `katachi` runs.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

/// The program that runs tests: they ask the engine.
const ENGINE: &str = "katachi";

/// Run the tests that stand beside patterns, as comments.
///
/// The engine answers them: this is `katachi test`, with all its options. The program `katachi`
/// must be beside patc or on the PATH. The status is 1 if a test fails.
#[derive(clap::Args)]
#[command(
    disable_help_flag = true,
    after_help = "Examples:
  patc test mine.db                    one database, beside the built-in ones
  patc test patterns/                  all databases of a folder
  patc test --json mine.db             a JSON object for each expectation
  patc test --junit tests.xml mine.db  a report for other programs
  patc test --help                     all options"
)]
pub struct Test {
    /// Databases, folders, and options of `katachi test`.
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true
    )]
    arguments: Vec<OsString>,
}

impl Test {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let arguments = self.arguments.iter().map(OsString::as_os_str);
        Ok(if run_tests(arguments)? {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
    }
}

/// Lets the engine run tests with these arguments; it prints the report. Whether all passed.
///
/// # Errors
/// If there is no engine.
pub fn run_tests<'a>(arguments: impl Iterator<Item = &'a OsStr>) -> anyhow::Result<bool> {
    let Some(engine) = engine() else {
        bail!(
            "expected the program {ENGINE} beside patc or on the PATH, since the engine runs the \
             tests; found none"
        );
    };
    let status = Command::new(&engine).arg("test").args(arguments).status();
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
