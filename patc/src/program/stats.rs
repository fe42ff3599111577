//! `patc stats`: numbers.

use std::process::ExitCode;

use patc::stats::numbers;

use super::{input::Input, status};

/// Print numbers: patterns, constraints, patterns that can never match; sizes and values of eye shapes; weights; positions; size of the image.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc stats mine.db                     how much of a database the engine can use
  patc stats patterns.db patterns2.db    of one database of two files")]
pub struct PrintStats {
    #[command(flatten)]
    input: Input,
}

impl PrintStats {
    #[expect(clippy::print_stdout, reason = "the answer of a program")]
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let compiled = self.input.compile()?;
        if !compiled.has_errors() {
            println!("{}", numbers(&compiled));
        }
        Ok(status(&compiled))
    }
}
