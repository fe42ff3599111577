//! `patc fmt`: one layout for all databases.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use katachi_files::{say, stream};
use patc::format::format_as;

use super::input::{Messages, laid_out, role, write};

/// Format sources: blank lines, spaces, long lines. Comments are kept.
///
/// Files are changed in place. A file with lines that cannot be understood is left alone, and
/// what is wrong with it is printed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc fmt mine.db                 lay out a file in place
  patc fmt --check patterns/*.db   only say which files would change; status 1 if any would
  patc fmt - < mine.db             from standard input to standard output, for editors")]
pub struct Fmt {
    /// The files; `-` stands for standard input, and the result goes to standard output.
    #[arg(required = true, value_name = "FILE.db")]
    files: Vec<PathBuf>,
    /// Change nothing; print the names of the files that are not formatted.
    #[arg(long)]
    check: bool,
    /// What the databases are for, where their names do not say it, as for `eyes.db` and `mc_*.db`.
    #[arg(long, value_name = "NAME")]
    role: Option<String>,
    #[command(flatten)]
    messages: Messages,
}

impl Fmt {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut failed = false;
        for path in &self.files {
            failed |= !self.file(path)?;
        }
        Ok(ExitCode::from(u8::from(failed)))
    }

    /// Formats one file; returns whether there is nothing to complain about.
    fn file(&self, path: &Path) -> anyhow::Result<bool> {
        let stdin = path == Path::new("-");
        let role = role(self.role.as_deref(), Some(&path.to_owned()))?;
        let (source, new) = format_as(role, laid_out(path)?);
        let new = match new {
            Ok(new) => new,
            Err(diagnostics) => {
                self.messages.print(&diagnostics, &[source]);
                return Ok(false);
            }
        };
        let same = new == source.bytes();
        if self.check {
            if !same {
                say!("{}", source.name())?;
            }
            return Ok(same);
        }
        if stdin {
            stream::print_bytes(&new)?;
        } else if !same {
            write(path, &new)?;
            say!("{}: formatted", path.display())?;
        }
        Ok(true)
    }
}
