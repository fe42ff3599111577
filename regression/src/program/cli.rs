//! The command line: commands and options.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use katachi_board::Symmetry;

use katachi_regress::Dialect;

/// Runs regression suites (.tst) through a Go engine.
#[derive(Parser)]
#[command(
    version,
    about,
    args_conflicts_with_subcommands = true,
    after_help = "\
Suites are named by file, by folder (all .tst in it), or by a bare name that is looked up in --folder.
Behind a colon stand the tests: `strategy:6,13-15`. One engine process runs a suite in its order.

Examples:
  regress suites/                                      all suites of a folder, our own engine
  regress --engine 'gnugo --mode gtp' reading.tst      one suite, another engine
  regress --jobs 2 --json new.jsonl suites/            two at a time, results kept
  regress --against 'gnugo --mode gtp' reading.tst     two engines, where only one is right
  regress compare old.jsonl new.jsonl                  what changed, which way
  regress bless new.jsonl suites/reading.tst           mark what fails as known to fail

Exit status: 0 as expected, 1 something fails that should pass (with --differences: one of them is not
explained), 2 something could not be run."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub run: Run,
}

#[derive(Subcommand)]
pub enum Command {
    Compare(Compare),
    Merge(Merge),
    Bless(Bless),
    Report(Report),
    Serve(Serve),
}

/// How suites are run.
#[derive(Args)]
pub struct Run {
    /// Suites: files, folders, names; with tests as in `strategy:6,13-15`
    #[arg(value_name = "SUITE")]
    pub suites: Vec<String>,

    /// The engine's command line; our own engine if there is none. It runs in each suite's folder;
    /// names of files that exist here are made absolute
    #[arg(long, short, value_name = "COMMAND")]
    pub engine: Option<String>,

    /// A second engine, which runs the same tests afterwards; shows where only one of the two is
    /// right
    #[arg(long, value_name = "COMMAND")]
    pub against: Option<String>,

    /// Writes these differences into a file, where people explain them; what is explained there
    /// already stays as long as the answers are the same
    #[arg(long, value_name = "FILE", requires = "against")]
    pub differences: Option<PathBuf>,

    /// Where suites are that are given by a bare name
    #[arg(long, short, value_name = "DIR")]
    pub folder: Option<PathBuf>,

    /// A file with suites to run, one or several in a line; `#` begins a comment
    #[arg(long, value_name = "FILE")]
    pub list: Option<PathBuf>,

    /// Shows the engine turned boards, and turns its answers back: 1 clockwise, 2 by half, 3
    /// counter-clockwise, 4 and 6 mirrored in a diagonal, 5 upside down, 7 left to right
    #[arg(long, value_name = "N", value_parser = symmetry)]
    pub turned: Option<Symmetry>,

    /// Only tests of these commands, separated by commas
    #[arg(long, value_name = "COMMANDS", value_delimiter = ',')]
    pub only: Vec<String>,

    /// Writes the results, one test a line in JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Makes web pages of the results in this folder; implies --details
    #[arg(long, value_name = "DIR")]
    pub report: Option<PathBuf>,

    /// How many suites run at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: u16,

    /// Runs part K of N, for N machines: suites are divided by what they cost
    #[arg(long, value_name = "K/N", value_parser = shard)]
    pub shard: Option<(usize, usize)>,

    /// Results of an earlier run, which say how long each suite takes; for --jobs and --shard
    #[arg(long, value_name = "FILE")]
    pub timings: Option<PathBuf>,

    /// How long the engine may take for one command, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = katachi_gtp::parse_seconds)]
    pub timeout: Duration,

    /// Which of GNU Go's runners to follow where they read the format differently
    #[arg(long, value_enum, default_value_t)]
    pub dialect: Dialect,

    /// Keeps the engine's standard error and its data about dragons and worms, for reports
    #[arg(long)]
    pub details: bool,

    /// Shows every test, not only surprises
    #[arg(long, short)]
    pub verbose: bool,

    /// Shows the N tests that took longest
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub slowest: usize,

    /// Shows only the summary
    #[arg(long, short, conflicts_with = "verbose")]
    pub quiet: bool,
}

/// Shows what changed from one file of results to another, with a sign test.
///
/// Exit status: 0 if nothing became worse, 1 if something did, 2 if a file cannot be read.
#[derive(Args)]
pub struct Compare {
    /// Results of `regress --json`
    pub old: PathBuf,
    /// The other results
    pub new: PathBuf,
}

/// Merges the results of several parts.
#[derive(Args)]
pub struct Merge {
    /// The results of the parts
    #[arg(required = true)]
    pub parts: Vec<PathBuf>,
    /// The file for all results
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

/// Writes an engine's results into suites: sets or removes the mark `*`.
#[derive(Args)]
pub struct Bless {
    /// Results of `regress --json`
    pub results: PathBuf,
    /// The suites' files
    #[arg(required = true, value_name = "SUITE.tst")]
    pub suites: Vec<PathBuf>,
    /// Writes the answer as the new expectation, instead of a mark
    #[arg(long)]
    pub answers: bool,
    /// Only shows which tests would change
    #[arg(long)]
    pub dry_run: bool,
}

/// Makes web pages of results: suites, tests with their boards, surprises, slow tests.
#[derive(Args)]
pub struct Report {
    /// Results of `regress --json`; with --details there is more to show
    pub results: PathBuf,
    /// The folder of the pages: a new one, or an earlier report, which is replaced
    pub folder: PathBuf,
}

/// Shows the report of results on this machine, with a button that runs a test again.
#[derive(Args)]
pub struct Serve {
    /// Results of `regress --json`
    pub results: PathBuf,
    /// The engine for tests that are run again; the one of the results if there is none
    #[arg(long, short, value_name = "COMMAND")]
    pub engine: Option<String>,
    /// The port on 127.0.0.1; 0 means any free port
    #[arg(long, default_value_t = 8019)]
    pub port: u16,
    /// How long the engine may take for one command, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = katachi_gtp::parse_seconds)]
    pub timeout: Duration,
}

fn symmetry(text: &str) -> Result<Symmetry, String> {
    let number = text.trim().parse().ok().and_then(Symmetry::new);
    let turned = number.filter(|symmetry| *symmetry != Symmetry::IDENTITY);
    turned.ok_or_else(|| format!("expected the number of a symmetry, 1 to 7, found `{text}`"))
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let wrong =
        || format!("expected a part such as 2/8, at least 1/1, at most 8/8, found `{text}`");
    let (number, parts) = text.split_once('/').ok_or_else(wrong)?;
    let number: usize = number.trim().parse().map_err(|_| wrong())?;
    let parts: usize = parts.trim().parse().map_err(|_| wrong())?;
    if (1..=parts).contains(&number) {
        Ok((number, parts))
    } else {
        Err(wrong())
    }
}
