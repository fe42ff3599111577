//! The program `joseki`: its command line. Each command is a module of `program`.
//!
//! The exit status is 0 for success, 1 if a tree has errors or cannot be read, and 2 for a wrong
//! command line or a failure to write.

mod program;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // When the reader of a pipe stops, as in `joseki show … | head`, end without a message.
    sigpipe::reset();
    katachi_program::end("joseki", 2, program::Cli::parse().run().map(ExitCode::from))
}
