//! Tests that need something from outside, or are made from lists, in one program.

mod gnugo;
mod layout;
mod lints;
mod provenance;
mod transcripts;
mod turning;
mod ui;

use std::path::PathBuf;
use std::process::ExitCode;

use katachi_testkit::{run_modules, workspace_root};
use libtest_mimic::Failed;

/// The files of general patterns that Katachi ships, with their names.
fn ours() -> impl Iterator<Item = (&'static str, PathBuf)> {
    let names = [
        "attack",
        "barriers",
        "conn",
        "defense",
        "edge",
        "influence",
        "opening",
        "shapes",
    ];
    let path = |name| workspace_root().join(format!("patterns/{name}.db"));
    names.into_iter().map(move |name| (name, path(name)))
}

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
