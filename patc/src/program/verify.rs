//! `patc verify`: validates images.

use std::path::PathBuf;
use std::process::ExitCode;

use katachi_files::say;
use katachi_image::Image;

/// Check images as the engine checks them when it opens them: every table, index and program.
///
/// Prints for each `ok` or what is wrong. The status is 1 if one of them cannot be used.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc verify mine.kpat    ok, or what is wrong with it
  patc verify *.kpat       all of a folder")]
pub struct Verify {
    /// The images.
    #[arg(required = true, value_name = "FILE.kpat")]
    images: Vec<PathBuf>,
}

impl Verify {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let mut good = true;
        for path in &self.images {
            match Image::read(path) {
                Ok(_) => say!("{}: ok", path.display())?,
                Err(error) => {
                    good = false;
                    say!("{}: {error}", path.display())?;
                }
            }
        }
        Ok(ExitCode::from(u8::from(!good)))
    }
}
