//! Tests that need something from outside, or are made from lists, in one program.

mod engines;
mod gnugo;
mod report;
mod transcripts;

use std::process::ExitCode;

use katachi_testkit::run_modules;
use libtest_mimic::Failed;

fn main() -> Result<ExitCode, Failed> {
    if let Some(code) = engines::played() {
        return Ok(code);
    }
    Ok(run_modules([
        ("report", report::trials()),
        ("gnugo", gnugo::trials()),
        ("engines", engines::trials()),
        ("transcripts", transcripts::trials()?),
    ]))
}
