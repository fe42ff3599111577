//! Tests that need something from outside, or are made from lists, in one program.

mod hard;
mod memory;
mod sample;
#[path = "../solver/mod.rs"]
mod solver;
mod truth;

use std::process::ExitCode;

use katachi_testkit::run_modules;

fn main() -> ExitCode {
    run_modules([
        ("hard", hard::trials()),
        ("memory", memory::trials()),
        ("truth", truth::trials()),
    ])
}
