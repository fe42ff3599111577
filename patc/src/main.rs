//! The `patc` program.

mod program;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use program::build::Build;
use program::check::Check;
use program::fmt::Fmt;
use program::show::Show;
use program::stats::PrintStats;
use program::tables::Tables;
use program::turn::{Mirror, Rotate};

/// Compiles pattern databases (.db) into images (.kpat).
#[derive(Parser)]
#[command(version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(Build),
    Check(Check),
    Fmt(Fmt),
    Mirror(Mirror),
    Rotate(Rotate),
    Show(Show),
    Stats(PrintStats),
    Tables(Tables),
}

fn run() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::Build(build) => build.run(),
        Command::Check(check) => check.run(),
        Command::Fmt(fmt) => fmt.run(),
        Command::Mirror(mirror) => mirror.run(),
        Command::Rotate(rotate) => rotate.run(),
        Command::Show(show) => show.run(),
        Command::Stats(stats) => stats.run(),
        Command::Tables(tables) => tables.run(),
    }
}

#[expect(clippy::print_stderr, reason = "errors of a program")]
fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("patc: {error:#}");
            ExitCode::from(2)
        }
    }
}
