//! The commands of the program, one module each.

pub mod build;
pub mod check;
pub mod diff;
pub mod dump;
mod engine;
pub mod explain;
pub mod fmt;
mod input;
mod jobs;
pub mod lsp;
mod matcher;
mod names;
pub mod new;
pub mod show;
pub mod stats;
pub mod tables;
pub mod test;
pub mod turn;
pub mod verify;
pub mod watch;

use std::process::ExitCode;

use patc::Compiled;

/// Status 1 if there are errors.
fn status(compiled: &Compiled) -> ExitCode {
    ExitCode::from(u8::from(compiled.has_errors()))
}
