//! The program `regress`: runs `.tst` suites with a Go engine and shows what changed.
//!
//! The exit status is 0 if all tests came out as the suites say, 1 if a test that should pass
//! failed, and 2 if something could not be run.

mod program;

use std::process::ExitCode;

use katachi_files::complain;
use katachi_files::stream::causes;

fn main() -> ExitCode {
    match program::run() {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            complain!("regress: {}", causes(error.as_ref()));
            ExitCode::from(program::BROKEN)
        }
    }
}
