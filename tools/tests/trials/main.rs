//! Tests that need something from outside, or are made from lists, in one program.

mod common;
mod eyes;
mod files;
mod gtpstat;
mod quality;
mod studio;
mod transcripts;
mod twogtp;

use std::process::ExitCode;

use katachi_testkit::run_modules;
use libtest_mimic::Failed;

fn main() -> Result<ExitCode, Failed> {
    if let Some(code) = common::engine() {
        return Ok(code);
    }
    Ok(run_modules([
        ("twogtp", twogtp::trials()),
        ("transcripts", transcripts::trials()?),
        ("gtpstat", gtpstat::trials()),
        ("quality", quality::trials()),
        ("studio", studio::trials()),
        ("eyes", eyes::trials()),
        #[cfg(target_os = "linux")]
        ("files", files::trials()),
    ]))
}
