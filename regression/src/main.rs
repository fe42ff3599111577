//! The program `regress`: runs `.tst` suites through a Go engine and tells what changed.
//!
//! Its exit status: 0 if all went as the suites say, 1 if something that should pass does not, 2 if
//! something could not be run.

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
