//! Tests that need something from outside, or are made from lists, in one program.

mod gnugo;
mod layout;
mod lints;
mod ours;
mod provenance;
mod transcripts;
mod turning;
mod ui;

use std::process::ExitCode;

use katachi_testkit::run_modules;
use libtest_mimic::Failed;

fn main() -> Result<ExitCode, Failed> {
    Ok(run_modules([
        ("layout", layout::trials()),
        ("lints", lints::trials()),
        ("gnugo", gnugo::trials()),
        ("provenance", provenance::trials()),
        ("transcripts", transcripts::trials()?),
        ("turning", turning::trials()),
        ("ui", ui::trials()?),
    ]))
}
