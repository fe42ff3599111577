//! `patc completions` and `patc man`: completion scripts and manual pages.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap_complete::Shell;
use katachi_files::stream::print_bytes;

/// Print a script that completes commands and options in a shell.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc completions bash > ~/.local/share/bash-completion/completions/patc
  patc completions zsh > ~/.zfunc/_patc
  patc completions fish > ~/.config/fish/completions/patc.fish")]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub fn run(&self, mut program: clap::Command) -> anyhow::Result<ExitCode> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "patc", &mut script);
        print_bytes(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Print the manual page, or write those of all commands into a folder.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc man | man -l -                   read the page of the program
  patc man ~/.local/share/man/man1      install the pages of all commands")]
pub struct Man {
    /// The folder for patc.1, patc-check.1 and the others; it is made if needed.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Man {
    pub fn run(&self, program: clap::Command) -> anyhow::Result<ExitCode> {
        match &self.folder {
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(program).render(&mut page)?;
                print_bytes(&page)?;
            }
            Some(folder) => {
                let write = || {
                    std::fs::create_dir_all(folder)?;
                    clap_mangen::generate_to(program, folder)
                };
                write().with_context(|| format!("cannot write into {}", folder.display()))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
