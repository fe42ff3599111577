//! `patc build`: sources to images.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use katachi_files::say;

use super::input::write;
use super::jobs::Databases;
use super::matcher::Matcher;

/// Compile databases into images.
///
/// An image is written only if its database has no errors; an old one stays otherwise.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc build mine.db                                 writes mine.kpat
  patc build -o all.kpat patterns.db patterns2.db    one image of two files
  patc build patterns/                               an image beside each file of a folder
  patc build --matcher automaton mine.db             matched by automata, not by masks")]
pub struct Build {
    #[command(flatten)]
    databases: Databases,
    #[command(flatten)]
    matcher: Matcher,
    /// The image to write, if it is one; by default the first source with the ending .kpat.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Build {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let jobs = self.databases.jobs()?;
        if jobs.is_empty() {
            bail!("expected files that end in .db or .dbz, found none");
        }
        if jobs.len() > 1 && self.output.is_some() {
            bail!(
                "expected one database for the one image of --output, found {}",
                jobs.len()
            );
        }
        let mut failed = false;
        self.databases
            .compile(self.matcher.asked, |job, compiled| {
                failed |= compiled.has_errors();
                if let (Some(image), Some(first)) = (&compiled.image, job.sources.first()) {
                    let default = || first.with_extension("kpat");
                    let output = self.output.clone().unwrap_or_else(default);
                    write(&output, image)?;
                    say!(
                        "{}: {} {}, {} bytes",
                        output.display(),
                        compiled.model.len(),
                        compiled.model.things(),
                        image.len()
                    )?;
                }
                Ok(())
            })?;
        Ok(ExitCode::from(u8::from(failed)))
    }
}
