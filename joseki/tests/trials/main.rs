//! Tests that need something from outside, or are made from lists, in one program.

mod gnugo;
mod records;
mod transcripts;
mod tree;

use std::process::ExitCode;

use katachi_testkit::run_modules;
use libtest_mimic::Failed;

fn main() -> Result<ExitCode, Failed> {
    Ok(run_modules([
        ("tree", tree::trials()),
        ("gnugo", gnugo::trials()),
        ("records", records::trials()),
        ("transcripts", transcripts::trials()?),
    ]))
}
