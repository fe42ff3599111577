//! `patc lsp`: the language server, on standard input and output.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use katachi_image::Role;
use lsp_server::Connection;
use patc::counts;
use patc::language_server::{Case, Surroundings, serve};

use super::engine;
use super::input::role;

/// Serve an editor: mistakes while you type, quick fixes, layout, labels, counts, tests.
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
        serve(&connection, role, Arc::new(Machine))?;
        drop(connection);
        threads.join()?;
        Ok(ExitCode::SUCCESS)
    }
}

/// This machine.
#[derive(Debug)]
struct Machine;

impl Surroundings for Machine {
    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        katachi_files::read(path).ok()
    }

    fn files(&self, folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        files
    }

    fn now(&self) -> u64 {
        counts::now()
    }

    fn test(&self, file: &Path, pattern: &str) -> Result<Vec<Case>, String> {
        let arguments = ["--json", "--only", pattern].map(OsStr::new);
        let arguments = arguments.into_iter().chain([file.as_os_str()]);
        let output = engine::output("test", "runs the tests", arguments)
            .map_err(|error| format!("{error:#}"))?;
        let lines = std::str::from_utf8(&output.stdout)
            .unwrap_or_default()
            .lines();
        let cases: Vec<Case> = lines
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        if cases.is_empty() {
            return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
        }
        Ok(cases)
    }
}
