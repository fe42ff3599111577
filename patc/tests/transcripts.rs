//! Checks the transcripts in the documentation that run this package's programs. `UPDATE_DOCS=1`
//! rewrites them.

use std::process::ExitCode;

use katachi_testkit::transcripts::trials;
use libtest_mimic::{Arguments, Failed};

fn main() -> Result<ExitCode, Failed> {
    let trials = trials(&[("patc", env!("CARGO_BIN_EXE_patc"))])?;
    Ok(libtest_mimic::run(&Arguments::from_args(), trials).exit_code())
}
