//! `katachi-tools census`: where patterns fire in games.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, ensure};
use clap::Args;
use katachi_core::DEFAULT_LEVEL;
use katachi_files::{complain, stream, write};
use katachi_studio::census::{Depth, Plan, Report, Saved, csv, lenses, page};
use katachi_studio::{Games, PatternSet, Positions};

use crate::interrupt::interrupted;
use crate::records::{board_size, must_exist};
use crate::teaching::Teaching;
use crate::tune::progress;

/// Count where patterns fire in games, and find those that never do.
///
/// For each pattern of a database that proposes moves: where its diagram fits, how many matches
/// class letters and constraint let pass, how often its move was played, by phase of the game. See
/// docs/studio.md.
#[derive(Args)]
#[command(after_help = "Examples:
  katachi-tools census mine.db games.tgz --html census.html
  katachi-tools census mine.db games.tgz --lenses     mine.census.json, for the editor")]
pub(super) struct Census {
    #[command(flatten)]
    sources: Sources,
    /// How far matches are followed: `diagram`, `constraint` (without worms, dragons, eyes and
    /// influence), or `move` (as when the engine chooses a move).
    #[arg(long, value_name = "DEPTH", default_value_t = Depth::Constraint)]
    depth: Depth,
    /// The engine's level.
    #[arg(long, value_name = "LEVEL", default_value_t = DEFAULT_LEVEL)]
    level: i32,
    #[command(flatten)]
    teaching: Teaching,
    /// The candidates of each position that the teacher judges, the best ones first; needs
    /// `--depth move`.
    #[arg(long, value_name = "N", requires = "teacher", default_value_t = 5)]
    judged: usize,
    /// Save in this file what has been counted, and go on from there.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// The most lines for each database in the table.
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Write a row for each pattern to this file.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page with everything to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the counts of each FILE.db to FILE.census.json beside it: `patc lsp` shows them above
    /// the patterns.
    #[arg(long)]
    lenses: bool,
}

/// Databases and games on a command line.
#[derive(Args)]
pub(super) struct Sources {
    /// Databases: a folder, a .db, .dbz, .sgf or .kpat file, or `builtin`; may be given several
    /// times. Default: those that the engine uses.
    #[arg(long, value_name = "PATH")]
    patterns: Vec<PathBuf>,
    /// Databases to add to them.
    #[arg(long, value_name = "PATH")]
    add_patterns: Vec<PathBuf>,
    #[command(flatten)]
    games: Records,
}

/// Games on a command line.
#[derive(Args)]
pub(super) struct Records {
    /// Only games on boards of this size.
    #[arg(long, value_name = "SIZE")]
    size: Option<usize>,
    /// Only the first N games.
    #[arg(long, value_name = "N")]
    most_games: Option<usize>,
    /// Look at N positions only, drawn by a hash of each game and move.
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// SGF files, folders of them, or .tgz archives; .db, .dbz and .kpat files are databases.
    #[arg(required = true, value_name = "GAMES")]
    paths: Vec<PathBuf>,
}

impl Records {
    /// The databases among the paths.
    pub(super) fn databases(&self) -> impl Iterator<Item = &PathBuf> {
        self.paths.iter().filter(|path| is_database(path))
    }

    /// Reads the games and chooses the positions.
    pub(super) fn read(&self, usual: Option<usize>) -> anyhow::Result<(Games, Positions)> {
        let paths = self.paths.iter().filter(|path| !is_database(path));
        let paths: Vec<PathBuf> = paths.cloned().collect();
        must_exist(&paths)?;
        let size = self.size.map(board_size).transpose()?;
        let games = Games::read(&paths, size, self.most_games);
        ensure!(
            games.moves() > 0,
            "expected games from an empty board, found none: {}",
            games.read
        );
        let positions = match self.positions.or(usual) {
            None => Positions::all(&games),
            Some(wanted) => Positions::some(&games, wanted),
        };
        Ok((games, positions))
    }
}

fn is_database(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("db" | "dbz" | "kpat"))
}

impl Sources {
    /// Opens the databases.
    fn open(&self) -> anyhow::Result<PatternSet> {
        let named = self.patterns.iter().chain(self.games.databases());
        let named: Vec<PathBuf> = named.cloned().collect();
        let set = PatternSet::open(&named, &self.add_patterns)?;
        for note in set.notes() {
            complain!("katachi-tools: {note}");
        }
        Ok(set)
    }
}

impl Census {
    pub fn run(&self) -> anyhow::Result<()> {
        let began = Instant::now();
        let set = self.sources.open()?;
        let (games, positions) = self.sources.games.read(None)?;
        let mut judge = self.teaching.open()?;
        ensure!(
            judge.is_none() || self.depth == Depth::Move,
            "--teacher: expected --depth move, which finds the moves to judge, found --depth {}",
            self.depth
        );
        let plan = Plan {
            set: &set,
            games: &games,
            positions: &positions,
            depth: self.depth,
            level: self.level,
            judged: if judge.is_some() { self.judged } else { 0 },
        };
        let mut saved = self
            .resume
            .as_deref()
            .map_or_else(Saved::nowhere, Saved::at);
        let bar = progress(
            Some(positions.places().len() as u64),
            "{bar:40} {pos} of {len} positions, {per_sec}, {eta} left",
        );
        let ends = interrupted()?;
        let mut tally = plan.run(&mut saved, |tally| {
            bar.set_position(tally.positions);
            !ends.load(Ordering::Relaxed)
        })?;
        bar.finish_and_clear();
        if let Some(judge) = &mut judge {
            let bar = progress(
                Some(tally.proposals.len() as u64),
                "{bar:40} {pos} of {len} moves judged, {eta} left",
            );
            plan.judge(&mut tally, judge, |number| {
                bar.set_position(number as u64);
                !ends.load(Ordering::Relaxed)
            })?;
            bar.finish_and_clear();
        }
        let report = Report::of(&plan, &tally, began.elapsed());
        if let Some(path) = &self.csv {
            save("--csv", path, &csv(&report)?)?;
        }
        if let Some(path) = &self.html {
            save("--html", path, page(&report).as_bytes())?;
        }
        if self.lenses {
            save_lenses(&report)?;
        }
        Ok(stream::print(report.table(self.top))?)
    }
}

/// Writes the counts beside the sources.
fn save_lenses(report: &Report<'_>) -> anyhow::Result<()> {
    let files = lenses(report, patc::counts::now());
    ensure!(
        !files.is_empty(),
        "--lenses: expected databases whose sources are .db files, found none"
    );
    for (path, counts) in files {
        save("--lenses", &path, &counts.write()?)?;
    }
    Ok(())
}

/// Writes a file that an option names.
pub(super) fn save(option: &str, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write(path, bytes).with_context(|| format!("{option}: {}", path.display()))
}
