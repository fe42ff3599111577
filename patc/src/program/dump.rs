//! `patc dump`: an image as text.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use katachi_files::stream;
use katachi_image::Image;
use patc::automata::{Graph, drawing};
use patc::{Method, inspect};

use super::names::Names;

/// Print what an image holds: its header, and a source that compiles to the same.
///
/// Constraints and actions are read back from the code that the engine runs, eye shapes are drawn
/// again, Monte Carlo rules are made from the weights, and books come in the readable form. It is
/// what the engine sees. The header is in comments.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc dump mine.kpat             see what the engine sees
  patc dump mine.kpat > again.db  a source for an image without one
  patc dump --header mc_x.kpat    sources, fingerprint, how often each weight stands in the table
  patc dump --dot mine.kpat | dot -Tsvg > mine.svg             its automata, drawn by Graphviz
  patc dump --dot --pattern Hane mine.kpat | dot -Tsvg > a.svg  only the paths of one pattern")]
pub struct Dump {
    /// Print only what the header says, and how much there is.
    #[arg(long)]
    header: bool,
    /// Print the automata as a graph for Graphviz; for images of `patc build --matcher automaton`.
    ///
    /// A box is a state: the point it reads, as (row, column) from the anchor, and the patterns it
    /// reports, with their orientation. An arrow has the symbols that lead to the next state; `#`
    /// is off the board.
    #[arg(long, conflicts_with = "header")]
    dot: bool,
    /// Draw only the states on the paths of these patterns: names between commas, in which `*` and
    /// `?` stand for any characters.
    #[arg(long, value_name = "NAMES", requires = "dot")]
    pattern: Vec<String>,
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
        if self.dot {
            stream::print(self.drawing(&image)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let text = inspect::dump(&image).with_context(|| self.image.display().to_string())?;
        stream::print(text)?;
        Ok(ExitCode::SUCCESS)
    }

    fn drawing(&self, image: &Image) -> anyhow::Result<String> {
        let path = self.image.display();
        let things = image.about().kind.things();
        let general = image.general();
        let general = general
            .with_context(|| format!("{path}: expected patterns for --dot, found {things}"))?;
        let graph = Graph::of(general).with_context(|| {
            if Method::applies(image.role()) {
                format!(
                    "{path}: expected automata for --dot, found masks; build the image with `patc \
                     build --matcher automaton`"
                )
            } else {
                format!("{path}: expected automata for --dot, found a corner tree")
            }
        })?;
        let names = Names::new(&self.pattern)?;
        let known: Vec<&str> = general.iter().map(|pattern| pattern.name()).collect();
        names.check(known.iter().copied())?;
        drawing(&graph, |name| names.has(name)).map_err(|error| {
            let fewer = if self.pattern.is_empty() {
                "--pattern NAME draws only the paths of one pattern"
            } else {
                "name fewer patterns, or draw a smaller database"
            };
            anyhow!("{path}: {error}; {fewer}")
        })
    }
}
