//! `patc rotate` and `patc mirror`: turn the patterns of a file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use katachi_board::Symmetry;
use katachi_files::{complain, stream};
use patc::orientation::mirror;
use patc::syntax::pattern::Item;
use patc::turn::turn;

use super::input::{Messages, general, role, write};
use super::names::Names;

/// Turn the patterns of a file by quarter turns clockwise.
///
/// Diagrams, borders, labels and symmetry codes are turned; the patterns match where they matched
/// before. Everything else, comments included, stays as it is.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc rotate 1 mine.db                      print the file with all patterns turned clockwise
  patc rotate 2 mine.db --only 'Hane*' -i    turn some patterns upside down, in place
  patc rotate 3 - < mine.db > turned.db      counter-clockwise, through pipes")]
pub struct Rotate {
    /// The number of quarter turns clockwise.
    #[arg(value_name = "TURNS", value_parser = clap::value_parser!(u8).range(1..=3))]
    turns: u8,
    #[command(flatten)]
    file: Turn,
}

/// Mirror the patterns of a file in an axis.
///
/// Diagrams, borders, labels and symmetry codes are turned; the patterns match where they matched
/// before. Everything else, comments included, stays as it is.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  patc mirror vertical mine.db        left becomes right
  patc mirror - mine.db -o new.db     upside down, into another file
  patc mirror / mine.db --only Hane   rows become columns")]
pub struct Mirror {
    /// The axis, by its name or its sign: vertical `|`, horizontal `-`, rising `/`, falling `\`.
    #[arg(value_name = "AXIS", allow_hyphen_values = true)]
    axis: Axis,
    #[command(flatten)]
    file: Turn,
}

#[derive(Clone, Copy)]
struct Axis(char);

impl ValueEnum for Axis {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self('|'), Self('-'), Self('/'), Self('\\')]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, sign, help) = match self.0 {
            '|' => ("vertical", "|", "left becomes right (`|`)"),
            '-' => ("horizontal", "-", "top becomes bottom (`-`)"),
            '/' => ("rising", "/", "top left becomes bottom right (`/`)"),
            _ => ("falling", "\\", "top right becomes bottom left (`\\`)"),
        };
        Some(PossibleValue::new(name).alias(sign).help(help))
    }
}

#[derive(clap::Args)]
struct Turn {
    /// The file; `-` stands for standard input.
    #[arg(value_name = "FILE.db")]
    path: PathBuf,
    /// Only these patterns: names between commas, in which `*` and `?` stand for any characters.
    #[arg(long, value_name = "NAMES")]
    only: Vec<String>,
    /// Write to this file; by default to standard output.
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    output: Option<PathBuf>,
    /// Change the file itself.
    #[arg(short, long)]
    in_place: bool,
    /// What the database is for; by default what the file is called, or `patterns`.
    #[arg(long, value_name = "NAME")]
    role: Option<String>,
    #[command(flatten)]
    messages: Messages,
}

impl Rotate {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        self.file.run(Symmetry::turns(self.turns))
    }
}

impl Mirror {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let orientation = mirror(self.axis.0).unwrap_or(Symmetry::IDENTITY);
        self.file.run(orientation)
    }
}

impl Turn {
    fn run(self, orientation: Symmetry) -> anyhow::Result<ExitCode> {
        let source = general(&self.path)?;
        let role = role(self.role.as_deref(), Some(&self.path))?;
        let names = Names::new(&self.only)?;
        let items = patc::syntax::pattern::parse(patc::SourceId(0), &source, &mut Vec::new());
        names.check(items.iter().filter_map(|item| match item {
            Item::Pattern(pattern) => Some(pattern.name.value.as_str()),
            Item::Directive(_) => None,
        }))?;
        let turned = match turn(role, &source, orientation, |name| names.has(name)) {
            Ok(turned) => turned,
            Err(diagnostics) => {
                self.messages.print(&diagnostics, &[source]);
                return Ok(ExitCode::FAILURE);
            }
        };
        if turned.dropped > 0 {
            complain!(
                "patc: {} repeated labels were taken away: in the new reading order they would come before the cell that they mean",
                turned.dropped
            );
        }
        match self.output {
            Some(path) => write(&path, &turned.text)?,
            None if self.in_place && self.path != Path::new("-") => {
                write(&self.path, &turned.text)?;
            }
            None => stream::print_bytes(&turned.text)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
