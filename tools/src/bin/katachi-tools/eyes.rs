//! `katachi-tools eyes`: databases of eye shapes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use katachi_files::{say, write};
use katachi_image::Role;
use katachi_image::eyes::game::{line, value};
use katachi_teacher::engine::EngineCommand;
use katachi_tools::eyes::compare::compare;
use katachi_tools::eyes::database::{Extent, make, tasks};
use patc::Model;
use patc::eyes::EyeShapes;

/// Eye shapes: compute a database of them, compare one with computed values.
#[derive(Subcommand)]
pub(super) enum Eyes {
    Make(Make),
    Compare(Compare),
    Show(Show),
}

/// Compute a database of eye shapes.
///
/// All graphs that can be drawn are taken with all margins and stones, and their values computed.
/// The same options give the same bytes. See docs/eyes.md.
#[derive(Args)]
pub(super) struct Make {
    /// The most points of a shape.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=9))]
    points: u8,
    /// The most marginal points of a shape.
    #[arg(long, value_name = "N", default_value_t = 3)]
    margins: u32,
    #[command(flatten)]
    limit: Limit,
    /// The file to write.
    #[arg(long, short, value_name = "FILE.db")]
    out: PathBuf,
}

/// List the shapes of a database whose values are not the computed ones.
///
/// Each eye space that a shape fits, and no earlier shape does, is a row: the number of the shape,
/// its value, the computed value, the value that an engine reads out, the space, and play that
/// gives the computed value. Points have numbers in reading order.
#[derive(Args)]
pub(super) struct Compare {
    /// The database.
    #[arg(value_name = "FILE.db")]
    file: PathBuf,
    /// An engine with GNU Go's command `analyze_eyegraph`, which is asked for every eye space.
    #[arg(long, value_name = "COMMAND")]
    reader: Option<String>,
    #[command(flatten)]
    limit: Limit,
}

/// Compute the value of one eye space, with the play that gives its digits.
#[derive(Args)]
#[command(after_help = "Example:
  katachi-tools eyes show '!..%.x'     two rows; x may be empty or a stone")]
pub(super) struct Show {
    /// Its rows, as in a database, with `%` between them and `O` for blanks.
    #[arg(value_name = "ROWS", allow_hyphen_values = true)]
    rows: String,
    #[command(flatten)]
    limit: Limit,
}

#[derive(Args)]
struct Limit {
    /// The most positions of one space's game.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    nodes: usize,
}

impl Eyes {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Make(make) => make.run(),
            Self::Compare(compare) => compare.run(),
            Self::Show(show) => show.run(),
        }
    }
}

fn progress(length: usize, template: &str) -> indicatif::ProgressBar {
    let bar = katachi_program::progress(Some(length as u64), template);
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// The shapes of a source.
fn compile(name: String, bytes: Vec<u8>) -> anyhow::Result<EyeShapes> {
    let compiled = patc::compile(Role::Eyes, vec![patc::Source::new(name, bytes)]);
    if compiled.count(patc::Severity::Error) > 0 {
        let report = patc::render(&compiled.diagnostics, &compiled.sources, false);
        bail!("{report}");
    }
    match compiled.model {
        Model::Eyes(shapes) => Ok(shapes),
        _ => bail!("expected eye shapes, found another kind of database"),
    }
}

fn read(path: &Path) -> anyhow::Result<EyeShapes> {
    let name = path.display().to_string();
    let bytes = katachi_files::read(path).with_context(|| name.clone())?;
    compile(name, bytes)
}

impl Make {
    fn run(&self) -> anyhow::Result<()> {
        let extent = Extent {
            points: self.points.into(),
            margins: self.margins,
            nodes: self.limit.nodes,
        };
        let tasks = tasks(&extent);
        let bar = progress(tasks.len(), "{bar:40} {pos} of {len} spaces, {eta} left");
        let head = [
            "Eye shapes with computed values, made by".to_owned(),
            format!(
                "  katachi-tools eyes make --points {} --margins {} --out eyes.db",
                self.points, self.margins
            ),
            "All spaces that can be drawn, without edges; see docs/eyes.md.".to_owned(),
        ];
        let database = make(&tasks, &extent, &head, || bar.inc(1));
        bar.finish_and_clear();
        write(&self.out, database.text.as_bytes())
            .with_context(|| format!("--out: {}", self.out.display()))?;
        for (size, shapes) in database.shapes.iter().enumerate() {
            say!("{} points: {shapes} shapes", size + 1)?;
        }
        Ok(say!(
            "spaces with too many positions: {}",
            database.left_out
        )?)
    }
}

impl Compare {
    fn run(&self) -> anyhow::Result<()> {
        let shapes = read(&self.file)?;
        let mut reader = match &self.reader {
            Some(line) => {
                let command = EngineCommand::new(line.as_str());
                Some(command.start(0, Duration::from_mins(1))?)
            }
            None => None,
        };
        let bar = progress(shapes.shapes.len(), "{bar:40} {pos} of {len} shapes");
        let comparison = compare(&shapes, self.limit.nodes, reader.as_mut(), || bar.inc(1))?;
        bar.finish_and_clear();
        Ok(say!("{}", comparison.to_string().trim_end())?)
    }
}

impl Show {
    fn run(&self) -> anyhow::Result<()> {
        let picture = self.rows.replace('%', "\n").replace('O', " ");
        // The value only completes the shape.
        let text = format!("Pattern 1\n{picture}\n:0000\n");
        let unmarked = text
            .replace(['*', '<', '>'], ".")
            .replace(['@', '(', ')'], "!");
        let shapes = compile("ROWS".to_owned(), unmarked.into_bytes())?;
        let shape = shapes.shapes.first().context("ROWS: expected a picture")?;
        let graph = shape.graph().context("ROWS: expected fewer points")?;
        let fillings = shape.fillings(10);
        let fillings = fillings.context("ROWS: expected at most 10 points `x`")?;
        for stones in fillings {
            let graph = graph.clone().with_stones(stones);
            say!("{}", shape.filled(stones))?;
            let Some(solved) = value(&graph, self.limit.nodes) else {
                bail!(
                    "expected at most {} positions; see --nodes",
                    self.limit.nodes
                );
            };
            ensure!(
                solved.value.is_valid(),
                "the digits of {} fall",
                solved.value
            );
            let points = |points: &[usize]| {
                let points: Vec<String> = points.iter().map(|at| (at + 1).to_string()).collect();
                if points.is_empty() {
                    "-".to_owned()
                } else {
                    points.join(" ")
                }
            };
            say!("value    {}", solved.value)?;
            say!("attack   {}", points(&solved.attacks))?;
            say!("defence  {}", points(&solved.defenses))?;
            for digit in 0..4 {
                let steps = line(&graph, digit, self.limit.nodes).unwrap_or_default();
                let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
                let steps = steps.join(", ");
                let steps = if steps.is_empty() { "-" } else { &steps };
                say!("digit {}  {}  {steps}", digit + 1, solved.value.0[digit])?;
            }
        }
        Ok(())
    }
}
