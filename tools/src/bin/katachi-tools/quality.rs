//! `katachi-tools quality`: points that engines lose per move.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use katachi_board::check_komi;
use katachi_files::{complain, stream, write};
use katachi_teacher::Answers;
use katachi_teacher::engine::EngineCommand;
use katachi_tools::clock::parse_duration;
use katachi_tools::quality::{
    Event, HashPart, JudgedMove, Plan, Position, Report, Sample, Study, export, measure, worst,
};

use crate::records::{board_size, must_exist};
use crate::tune::progress;

/// Measure how many points engines lose per move, compared with the moves of game records.
///
/// A teacher such as KataGo judges the position after the move that was played and after the
/// engine's move. Positions are drawn by a hash of each game, so the same games and options give
/// the same positions everywhere. See docs/tools.md.
#[derive(Args)]
#[command(after_help = "Example:
  katachi-tools quality --engine 'katachi gtp --seed 1' --engine 'gnugo --mode gtp --level 10' \\
      --teacher 'katago gtp -model b6c96.bin.gz -config gtp.cfg' --cache quality.cache games.tgz")]
pub(super) struct Quality {
    /// An engine to measure; may be given several times.
    #[arg(long = "engine", value_name = "COMMAND", required = true)]
    engines: Vec<String>,
    /// An engine that estimates the score: it knows `kata-raw-nn` or `kata-analyze`.
    #[arg(long, value_name = "COMMAND")]
    teacher: String,
    /// Judge by `kata-analyze` with at least N visits, not by the raw network.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// The number of positions, each of another game.
    #[arg(long, value_name = "N", default_value_t = 400)]
    positions: usize,
    /// Take only the Nth of M parts, into which games are divided by their hash.
    #[arg(long, value_name = "N/M", default_value_t = HashPart::WHOLE)]
    part: HashPart,
    /// The numbers of the moves to judge.
    #[arg(long, value_name = "FIRST-LAST", default_value = "8-220", value_parser = range)]
    moves: RangeInclusive<usize>,
    /// Only games on boards of this size.
    #[arg(long, value_name = "SIZE", default_value_t = 19)]
    size: usize,
    /// The komi in all positions.
    #[arg(
        long,
        value_name = "POINTS",
        default_value_t = 6.5,
        allow_negative_numbers = true
    )]
    komi: f64,
    /// Keep all answers in this file, and do not ask again for those that it has.
    #[arg(long, value_name = "FILE")]
    cache: Option<PathBuf>,
    /// Write the worst moves to this file, each as a game with both moves as variations.
    #[arg(long, value_name = "FILE.sgf")]
    worst: Option<PathBuf>,
    /// The most moves for --worst.
    #[arg(long, value_name = "N", default_value_t = 20)]
    worst_count: usize,
    /// Write a row for each engine and position to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the table and all rows to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// How many positions to work on at a time, each with its own processes.
    #[arg(long, short, value_name = "N", default_value_t = 1)]
    jobs: usize,
    /// The longest that an answer may take.
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10m")]
    timeout: Duration,
    /// SGF files, folders of them, or .tgz archives.
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

/// A range of moves such as `8-220`.
fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let numbers = text.split_once('-');
    let numbers = numbers.and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match numbers {
        Some((first, last)) if 1 <= first && first <= last => Ok(first..=last),
        _ => Err("expected two numbers of moves from 1, such as 8-220".to_owned()),
    }
}

impl Quality {
    pub fn run(&self) -> anyhow::Result<()> {
        let positions = self.draw()?;
        let study = Study::open(self.plan()?)?;
        let mut answers = match &self.cache {
            None => Answers::in_memory(),
            Some(path) => Answers::open(path)?,
        };
        let bar = progress(
            Some(positions.len() as u64),
            "{bar:40} {pos} of {len} positions, {eta} left",
        );
        let moves = measure(&study, &positions, &mut answers, &mut |event| match event {
            Event::Judged(_) => bar.inc(1),
            Event::Skipped {
                engine,
                position,
                reason,
            } => bar.suspend(|| complain!("{}: {engine}: skipped: {reason}", position.name())),
        })?;
        bar.finish_and_clear();
        let report = Report::of(&study, &positions, &moves);
        self.write_files(&study, &report, &positions, &moves)?;
        Ok(stream::print(report)?)
    }

    fn plan(&self) -> anyhow::Result<Plan> {
        ensure!(self.jobs > 0, "--jobs: expected at least 1, found 0");
        let komi = check_komi(self.komi).context("--komi")?;
        let engines = self.engines.iter().map(String::as_str);
        Ok(Plan {
            engines: engines.map(EngineCommand::new).collect(),
            teacher: EngineCommand::new(self.teacher.as_str()),
            visits: self.visits,
            komi,
            jobs: self.jobs,
            timeout: self.timeout,
        })
    }

    fn draw(&self) -> anyhow::Result<Vec<Position>> {
        must_exist(&self.games)?;
        let size = board_size(self.size)?;
        let sample = Sample {
            positions: self.positions,
            part: self.part,
            moves: self.moves.clone(),
            size: Some(size),
        };
        let bar = progress(None, "{spinner} {pos} records, {per_sec}");
        let (positions, census) =
            sample.draw(&self.games, |census| bar.set_position(census.files as u64));
        bar.finish_and_clear();
        ensure!(
            !positions.is_empty(),
            "expected games of at least {} moves in part {}, found none: {census}; see --size, \
             --moves and --part",
            self.moves.start(),
            self.part,
        );
        if positions.len() < self.positions {
            let (found, wanted) = (positions.len(), self.positions);
            complain!("katachi-tools: warning: {found} of {wanted} positions found: {census}");
        }
        Ok(positions)
    }

    fn write_files(
        &self,
        study: &Study,
        report: &Report,
        positions: &[Position],
        moves: &[JudgedMove],
    ) -> anyhow::Result<()> {
        let save = |option: &str, path: &Path, bytes: &[u8]| {
            write(path, bytes).with_context(|| format!("{option}: {}", path.display()))
        };
        if let Some(path) = &self.csv {
            save("--csv", path, &export::csv(positions, moves)?)?;
        }
        if let Some(path) = &self.json {
            save("--json", path, &export::json(report, positions, moves)?)?;
        }
        if let Some(path) = &self.worst {
            let text = worst::sgf(study, positions, moves, self.worst_count);
            save("--worst", path, text.as_bytes())?;
        }
        Ok(())
    }
}
