//! Tests that need something from outside, in one program.

mod databases;
#[path = "../../../tactics/tests/races/mod.rs"]
mod drawn_races;
#[path = "../../benches/games/mod.rs"]
mod games;
mod influence;
#[path = "../../benches/labels/mod.rs"]
mod labels;
mod races;
mod safety;

use std::process::ExitCode;

use katachi_testkit::run_modules;

fn main() -> ExitCode {
    run_modules([
        ("databases", databases::trials()),
        ("influence", influence::trials()),
        ("races", races::trials()),
        ("safety", safety::trials()),
    ])
}
