//! The program `regress`: runs `.tst` suites with a Go engine and shows what changed.
//!
//! The exit status is 0 if all tests came out as the suites say, 1 if a test that should pass
//! failed, and 2 if something could not be run.

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    katachi_program::end(
        "regress",
        program::BROKEN,
        program::run().map(ExitCode::from),
    )
}
