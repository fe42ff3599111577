//! `patc check`: mistakes and warnings, nothing written.

use std::process::ExitCode;

use patc::Severity;

use super::{input::Input, status};

/// Look for mistakes without writing anything.
#[derive(clap::Args)]
pub struct Check {
    #[command(flatten)]
    input: Input,
}

impl Check {
    #[expect(clippy::print_stdout, reason = "the answer of a program")]
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let compiled = self.input.compile()?;
        println!(
            "{} patterns, {} errors, {} warnings",
            compiled.model.len(),
            compiled.count(Severity::Error),
            compiled.count(Severity::Warning)
        );
        Ok(status(&compiled))
    }
}
