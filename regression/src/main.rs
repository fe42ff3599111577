//! The program `regress`: runs `.tst` suites through a Go engine and tells what changed.
//!
//! Its exit status: 0 if all went as the suites say, 1 if something that should pass does not, 2 if
//! something could not be run.

// This is a program: its results are what it prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod program;

use std::process::ExitCode;

fn main() -> ExitCode {
    match program::run() {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            // Library errors say what caused them; contexts do not.
            let mut text = error.to_string();
            for cause in error.chain().skip(1).map(ToString::to_string) {
                if !text.contains(&cause) {
                    text = format!("{text}: {cause}");
                }
            }
            eprintln!("regress: {text}");
            ExitCode::from(program::BROKEN)
        }
    }
}
