//! The program `joseki`: its command line. Each command is a module of `program`.
//!
//! The exit status is 0 for success, 1 if a tree has errors or cannot be read, and 2 for a wrong
//! command line or a failure to write.

mod program;

use std::process::ExitCode;

use katachi_files::complain;
use katachi_files::stream::causes;

use clap::Parser;

fn main() -> ExitCode {
    // When the reader of a pipe stops, as in `joseki show … | head`, end without a message.
    sigpipe::reset();
    match program::Cli::parse().run() {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            complain!("joseki: {}", causes(error.as_ref()));
            ExitCode::from(2)
        }
    }
}
