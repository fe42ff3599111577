//! Tests that need something from outside, in one program.

mod influence;

use std::process::ExitCode;

use katachi_testkit::run_modules;

fn main() -> ExitCode {
    run_modules([("influence", influence::trials())])
}
