//! Tests that need something from outside, or are made from lists, in one program.

mod eye_graphs;
mod full_board;
#[path = "../support/games.rs"]
mod games;
mod patterns3x3;
mod peer;
mod positions;
#[path = "../support/regions.rs"]
mod regions;

use std::process::ExitCode;

use katachi_testkit::run_modules;

fn main() -> ExitCode {
    run_modules([
        ("positions", positions::trials()),
        ("full_board", full_board::trials()),
        ("patterns3x3", patterns3x3::trials()),
        ("eye_graphs", eye_graphs::trials()),
        ("peer", peer::trials()),
    ])
}
