//! `patc stats`: numbers about databases.

use std::process::ExitCode;

use anyhow::{Context, ensure};
use katachi_files::say;
use katachi_image::Image;
use patc::{inspect, stats};

use super::{input::Input, matcher::Matcher, status};

/// Print numbers: patterns, constraints, patterns that can never match, how they are matched; sizes
/// and values of eye shapes; weights; positions; size of the image.
///
/// The mean scan is the number of states that the automata visit at an anchor, on average over
/// points as they are in the middle of a game.
///
/// An image gives the same numbers, with two exceptions: it has no Monte Carlo rules, and it has
/// only the first question of a pattern that the engine cannot answer.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc stats mine.db                        how much of a database the engine can use
  patc stats patterns.db patterns2.db       of one database of two files
  patc stats --matcher automaton mine.db    what automata of its patterns would take
  patc stats mine.kpat                      of an image")]
pub struct PrintStats {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    matcher: Matcher,
}

impl PrintStats {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let is_image = |path: &&std::path::PathBuf| path.extension().is_some_and(|e| e == "kpat");
        if let Some(path) = self.input.sources.iter().find(is_image) {
            let alone = self.input.sources.len() == 1;
            ensure!(
                alone,
                "expected sources or one image, found {} and other files",
                path.display()
            );
            ensure!(
                self.matcher.asked.is_none(),
                "expected sources for --matcher, found {}: an image has its matcher",
                path.display()
            );
            let numbers = inspect::numbers(&Image::read(path)?);
            say!("{}", numbers.with_context(|| path.display().to_string())?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let compiled = self.input.compile(self.matcher.asked)?;
        if !compiled.has_errors() {
            say!("{}", stats::numbers(&compiled))?;
        }
        Ok(status(&compiled))
    }
}
