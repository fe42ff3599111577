//! `patc lsp`: the language server, on standard input and output.

use std::process::ExitCode;

use katachi_image::Role;
use lsp_server::Connection;
use patc::language_server::serve;

use super::input::role;

/// Serve an editor: mistakes while you type, quick fixes, layout, labels.
///
/// Editors start it; it speaks the Language Server Protocol on standard input and output.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc lsp                    what an editor starts
  patc lsp --role fuseki      files whose name is no role are for the opening")]
pub struct Lsp {
    /// What a database is for whose name does not say it.
    #[arg(long, value_name = "NAME", default_value = Role::Patterns.profile().name)]
    role: String,
}

impl Lsp {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let role = role(Some(&self.role), None)?;
        let (connection, threads) = Connection::stdio();
        serve(&connection, role)?;
        drop(connection);
        threads.join()?;
        Ok(ExitCode::SUCCESS)
    }
}
