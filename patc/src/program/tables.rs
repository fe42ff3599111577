//! `patc tables`: lists the words and signs of the language.

use std::process::ExitCode;

use anyhow::bail;
use clap::ValueEnum;
use katachi_files::{say, stream};
use patc::tables::{table, tables};

/// List the words and signs of the language: cells, classes, values, functions, …
///
/// Without a name, list the tables. `--format words` gives what an editor needs to complete names.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc tables                              the names of the tables
  patc tables functions                    what constraints and actions may call
  patc tables functions --format words     the same for an editor that completes names")]
pub struct Tables {
    /// The table to print, such as `functions`.
    name: Option<String>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table in Markdown.
    Markdown,
    /// One row a line, a tab between fields.
    Tabs,
    /// Only the words or signs, one a line.
    Words,
}

impl Tables {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let Some(name) = self.name else {
            for table in tables() {
                say!("{:<12} {}", table.name, table.about)?;
            }
            return Ok(ExitCode::SUCCESS);
        };
        let Some(table) = table(&name) else {
            let known: Vec<_> = tables().iter().map(|table| table.name).collect();
            bail!(
                "expected a table out of {}, found '{name}'",
                known.join(", ")
            );
        };
        match self.format {
            Format::Markdown => stream::print(table.markdown())?,
            Format::Tabs => stream::print(table.tabs())?,
            Format::Words => table.words().try_for_each(|word| say!("{word}"))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
