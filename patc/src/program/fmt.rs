//! `patc fmt`: one layout for all databases.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use katachi_image::write_atomically;
use patc::{Source, format::format};

use super::input::{Messages, read};

/// Lay out sources in the one style: blank lines, blanks, long lines. Comments stay.
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
    /// Change nothing; print the names of the files that are not in the one style.
    #[arg(long)]
    check: bool,
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

    /// Formats one file; whether that leaves nothing to complain of.
    #[expect(clippy::print_stdout, reason = "the answer of a program")]
    fn file(&self, path: &Path) -> anyhow::Result<bool> {
        let stdin = path == Path::new("-");
        let source = source(path)?;
        let new = match format(&source) {
            Ok(new) => new,
            Err(diagnostics) => {
                self.messages.print(&diagnostics, &[source]);
                return Ok(false);
            }
        };
        let same = new == source.bytes();
        if self.check {
            if !same {
                println!("{}", source.name());
            }
            return Ok(same);
        }
        if stdin {
            std::io::stdout().write_all(&new)?;
        } else if !same {
            replace(path, &new)?;
            println!("{}: formatted", path.display());
        }
        Ok(true)
    }
}

/// Reads a source of the general dialect, from standard input if it is called `-`.
pub fn source(path: &Path) -> anyhow::Result<Source> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(Source::new("<stdin>", bytes));
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let compressed = path.extension().is_some_and(|extension| extension == "dbz");
    if compressed || stem == "eyes" || stem.starts_with("mc_") {
        bail!(
            "expected a database of patterns, found {}: eye shapes, Monte Carlo rules and books have other layouts",
            path.display()
        );
    }
    read(path)
}

/// Replaces a file's content at once, its permissions kept; a link is followed.
pub fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let file = path.canonicalize();
    let file = file.with_context(|| format!("cannot find {}", path.display()))?;
    let permissions = std::fs::metadata(&file)?.permissions();
    write_atomically(&file, bytes)?;
    std::fs::set_permissions(&file, permissions)?;
    Ok(())
}
