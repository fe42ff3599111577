//! The commands of the program, a file each.

mod compile;
mod decompile;
mod measure;
mod mine;
mod show;
mod watch;

use clap::{Parser, Subcommand};

/// Makes corner patterns from annotated SGF trees.
#[derive(Parser)]
#[command(name = "joseki", version, about)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Compile(compile::Compile),
    Decompile(decompile::Decompile),
    Show(show::Show),
    Mine(mine::Mine),
    Measure(measure::Measure),
}

impl Cli {
    /// Runs the command; returns the exit status, 0 or 1.
    pub fn run(&self) -> anyhow::Result<u8> {
        match &self.command {
            Command::Compile(command) => compile::run(command),
            Command::Decompile(command) => decompile::run(command),
            Command::Show(command) => show::run(command),
            Command::Mine(command) => mine::run(command),
            Command::Measure(command) => measure::run(command),
        }
    }
}
