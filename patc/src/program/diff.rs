//! `patc diff`: what differs between two images.

use std::path::PathBuf;
use std::process::ExitCode;

use katachi_files::say;
use katachi_image::Image;
use patc::inspect::Difference;

/// Print what was added, removed and changed from one image to another, and how.
///
/// Patterns, eye shapes and positions are compared by their names, Monte Carlo weights by their
/// neighbourhoods. Layout, comments and the places of patterns in their sources do not count. The
/// status is 1 if something differs.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc diff before.kpat after.kpat            what an edit changed
  patc diff before.kpat after.kpat | tail -1  how many patterns it changed")]
pub struct Diff {
    /// The old image.
    #[arg(value_name = "OLD.kpat")]
    old: PathBuf,
    /// The new image.
    #[arg(value_name = "NEW.kpat")]
    new: PathBuf,
}

impl Diff {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let (old, new) = (Image::read(&self.old)?, Image::read(&self.new)?);
        let difference = Difference::between(&old, &new)?;
        say!("{difference}")?;
        Ok(ExitCode::from(u8::from(!difference.is_empty())))
    }
}
