//! The command line and its commands, a module each.

mod cli;
mod console;
mod reports;
mod results;
mod status;
mod suites;

use clap::Parser;

pub use status::BROKEN;

/// Executes the command line; returns the exit status.
pub fn run() -> anyhow::Result<u8> {
    let cli = cli::Cli::parse();
    let runs_engines = matches!(cli.command, None | Some(cli::Command::Serve(_)));
    if !runs_engines {
        // End quietly when the reader of a pipe stops. But not while engines run: writing to an
        // engine that has died must not end this program.
        sigpipe::reset();
    }
    match cli.command {
        None => suites::run(&cli.run),
        Some(cli::Command::Compare(command)) => results::compare(&command),
        Some(cli::Command::Merge(command)) => results::merge(&command),
        Some(cli::Command::Bless(command)) => results::bless(&command),
        Some(cli::Command::Report(command)) => reports::report(&command),
        Some(cli::Command::Serve(command)) => reports::serve(&command),
    }
}
