//! Checks the transcripts in the documentation that run this package's programs. `UPDATE_DOCS=1`
//! rewrites them.

use std::process::ExitCode;

use katachi_testkit::transcripts::trials;
use libtest_mimic::{Arguments, Failed};

fn main() -> Result<ExitCode, Failed> {
    let trials = trials(&[
        ("twogtp", env!("CARGO_BIN_EXE_twogtp")),
        ("gtpstat", env!("CARGO_BIN_EXE_gtpstat")),
        ("sgfsheet", env!("CARGO_BIN_EXE_sgfsheet")),
        ("katachi-tools", env!("CARGO_BIN_EXE_katachi-tools")),
    ])?;
    Ok(libtest_mimic::run(&Arguments::from_args(), trials).exit_code())
}
