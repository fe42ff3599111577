//! Commands of several programs: completion scripts and manual pages.

use std::io;
use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;
use katachi_files::stream::print_bytes;

/// Print a script that completes commands and options in a shell.
#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script for a program.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn run(&self, mut program: Command) -> io::Result<()> {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        print_bytes(&script)
    }
}

/// Print the manual page, or write those of all commands into a folder.
#[derive(clap::Args, Debug)]
pub struct Man {
    /// The folder for the page of the program and those of its commands; it is made if needed.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl Man {
    /// Prints or writes the pages of a program.
    ///
    /// # Errors
    /// If standard output or the folder cannot be written.
    pub fn run(&self, program: Command) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            let mut page = Vec::new();
            clap_mangen::Man::new(program).render(&mut page)?;
            return print_bytes(&page);
        };
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(program, folder));
        written.map_err(|error| {
            let message = format!("cannot write into {}: {error}", folder.display());
            io::Error::new(error.kind(), message)
        })
    }
}
