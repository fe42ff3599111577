//! `patc build`: sources to an image.

use std::path::PathBuf;
use std::process::ExitCode;

use katachi_image::write_atomically;

use super::{input::Input, status};

/// Compile one database, from one or more sources, into an image.
#[derive(clap::Args)]
pub struct Build {
    #[command(flatten)]
    input: Input,
    /// The image to write; by default the first source with the ending .kpat.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Build {
    #[expect(clippy::print_stdout, reason = "the answer of a program")]
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let compiled = self.input.compile()?;
        if let Some(image) = &compiled.image {
            let default = || self.input.sources[0].with_extension("kpat");
            let output = self.output.unwrap_or_else(default);
            write_atomically(&output, image)?;
            println!(
                "{}: {} patterns, {} bytes",
                output.display(),
                compiled.model.len(),
                image.len()
            );
        }
        Ok(status(&compiled))
    }
}
