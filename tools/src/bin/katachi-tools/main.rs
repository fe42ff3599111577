//! The `katachi-tools` program: makes databases from other data or by computation, and measures
//! engines. Start reading at [`tune::MonteCarlo::run`] and [`quality::Quality::run`].

mod census;
mod compare;
mod eyes;
mod interrupt;
mod mine;
mod playing;
mod problems;
mod quality;
mod records;
mod revision;
mod teaching;
mod tune;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use katachi_program::{Completions, Man};

/// Makes databases for Katachi out of game records or by computation, and measures engines.
#[derive(Parser)]
#[command(name = "katachi-tools", version)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Learn the values of a database from game records.
    #[command(subcommand)]
    Tune(tune::Tune),
    #[command(subcommand)]
    Eyes(eyes::Eyes),
    #[command(subcommand)]
    Mine(mine::Mine),
    Census(Box<census::Census>),
    Compare(Box<compare::Compare>),
    Quality(Box<quality::Quality>),
    Problems(problems::Problems),
    Completions(Completions),
    Man(Man),
}

fn main() -> ExitCode {
    katachi_program::end("katachi-tools", 1, run(&Options::parse()))
}

fn run(options: &Options) -> anyhow::Result<()> {
    match &options.command {
        Command::Tune(tune::Tune::Mc(options)) => options.run(),
        Command::Tune(tune::Tune::Prior(options)) => options.run(),
        Command::Eyes(eyes) => eyes.run(),
        Command::Mine(mine) => mine.run(),
        Command::Census(census) => census.run(),
        Command::Compare(compare) => compare.run(),
        Command::Quality(quality) => quality.run(),
        Command::Problems(problems) => problems.run(),
        Command::Completions(completions) => Ok(completions.run(Options::command())?),
        Command::Man(man) => Ok(man.run(Options::command())?),
    }
}
