//! The program `joseki`: annotated SGF trees to databases of corner patterns.
//!
//! Its exit status: 0 if all went well, 1 if a tree has errors or cannot be read, 2 for a wrong
//! command line and if something cannot be written.

mod program;

use std::process::ExitCode;

use katachi_files::complain;
use katachi_files::stream::causes;

use clap::Parser;

fn main() -> ExitCode {
    // `joseki show … | head` ends without a word.
    sigpipe::reset();
    match program::Cli::parse().run() {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            complain!("joseki: {}", causes(error.as_ref()));
            ExitCode::from(2)
        }
    }
}
