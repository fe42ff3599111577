//! `patc dump`: an image as text.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use katachi_files::stream;
use katachi_image::Image;
use patc::inspect;

/// Print what an image holds: its header, and a source that compiles to the same.
///
/// Constraints and actions are read back from the code that the engine runs, eye shapes are drawn
/// again, Monte Carlo rules are made from the weights, and books come in the readable form. It is
/// what the engine sees. The header is in comments.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc dump mine.kpat             see what the engine sees
  patc dump mine.kpat > again.db  a source for an image without one
  patc dump --header mc_x.kpat    sources, fingerprint, how often each weight stands in the table")]
pub struct Dump {
    /// Print only what the header says, and how much there is.
    #[arg(long)]
    header: bool,
    /// The image.
    #[arg(value_name = "FILE.kpat")]
    image: PathBuf,
}

impl Dump {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let image = Image::read(&self.image)?;
        if self.header {
            stream::print(inspect::header(&image))?;
            return Ok(ExitCode::SUCCESS);
        }
        let text = inspect::dump(&image).with_context(|| self.image.display().to_string())?;
        stream::print(text)?;
        Ok(ExitCode::SUCCESS)
    }
}
