//! The commands of the program, one module each.

pub mod build;
pub mod check;
pub mod fmt;
mod input;
pub mod stats;
pub mod tables;

use std::process::ExitCode;

use patc::Compiled;

/// Status 1 if there are errors.
fn status(compiled: &Compiled) -> ExitCode {
    ExitCode::from(u8::from(compiled.has_errors()))
}
