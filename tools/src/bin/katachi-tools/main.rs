//! The `katachi-tools` program: makes databases from other data. Start reading at
//! [`tune::MonteCarlo::run`].

mod tune;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use katachi_files::complain;
use katachi_files::stream::{causes, print_bytes};

/// Makes databases for Katachi out of game records.
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
    /// Print a script that completes commands and options in a shell.
    Completions {
        /// The shell.
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the manual page, or write those of all commands into a folder.
    Man {
        /// The folder for katachi-tools.1 and the others; it is made if needed.
        #[arg(value_name = "DIR")]
        folder: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("katachi-tools: {}", causes(error.as_ref()));
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> anyhow::Result<()> {
    match &options.command {
        Command::Tune(tune::Tune::Mc(options)) => options.run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            let mut program = Options::command();
            clap_complete::generate(*shell, &mut program, "katachi-tools", &mut script);
            Ok(print_bytes(&script)?)
        }
        Command::Man { folder: None } => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Options::command()).render(&mut page)?;
            Ok(print_bytes(&page)?)
        }
        Command::Man {
            folder: Some(folder),
        } => {
            let write = || {
                std::fs::create_dir_all(folder)?;
                clap_mangen::generate_to(Options::command(), folder)
            };
            write().with_context(|| format!("cannot write into {}", folder.display()))
        }
    }
}
