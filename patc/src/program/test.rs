//! `patc test`: the tests beside patterns, which `katachi` runs.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use super::engine;

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
    engine::run("test", "runs the tests", arguments)
}
