//! `katachi-tools mine owl`: patterns of life and death from problems and games.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, ensure};
use clap::{Args, Subcommand};
use katachi_files::{Log, read, say, write};
use katachi_studio::{Games, PatternSet};
use katachi_tools::owl::{
    Aim, Counts, Example, Figures, Selection, Source, Worker, database, is_held_back,
};
use katachi_tools::problems::Problem;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::problems::read_problems;
use crate::records::must_exist;
use crate::tune::progress;

/// The most examples of one source for one aim, so that no source outweighs the others.
const MOST_EXAMPLES: usize = 10;

/// Mine databases of patterns.
#[derive(Subcommand)]
pub(super) enum Mine {
    Owl(Owl),
}

/// Mine patterns of life and death from problems and game records.
///
/// A side must move to kill a dragon or to let it live: which moves are right is proven by search,
/// or taken from the problem or the game. What surrounds right moves becomes a pattern if it is
/// frequent and precise. One source in three is held back to measure the result. The same sources
/// and options give the same bytes. See docs/owl.md.
#[derive(Args)]
#[command(after_help = "Example:
  katachi-tools mine owl --problems problems.jsonl --examples owl.jsonl --out patterns/ games.tgz")]
pub(super) struct Owl {
    /// SGF files, folders of them, or archives (.tgz, .tar.gz).
    #[arg(value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// A file with one problem in each line, as JSON.
    #[arg(long, value_name = "FILE.jsonl")]
    problems: Option<PathBuf>,
    /// Collections of problems that are taken, by the beginning of their names.
    #[arg(long, value_name = "NAME", default_values_t = ["Tsumego".to_owned(), "Hashimoto".to_owned()])]
    sets: Vec<String>,
    /// The most games.
    #[arg(long = "most-games", value_name = "N", default_value_t = 2000)]
    most_games: usize,
    /// Keeps the examples that were found, and goes on where an earlier run has ended.
    #[arg(long, value_name = "FILE.jsonl")]
    examples: PathBuf,
    /// The folder for `owl_attack.db` and `owl_defense.db`.
    #[arg(long, short, value_name = "FOLDER")]
    out: PathBuf,
    /// The most patterns of a database.
    #[arg(long, value_name = "N", default_value_t = 600)]
    most: usize,
    /// The fewest sources in which the move of a pattern was right.
    #[arg(long, value_name = "N", default_value_t = 4)]
    sources: u32,
    /// How much better the logarithm of a pattern's odds is than that of a pattern in it, at least.
    #[arg(long, value_name = "D", default_value_t = 0.4)]
    gain: f64,
}

/// A line of the file of examples.
#[derive(Serialize, Deserialize)]
struct Line {
    source: String,
    examples: Vec<Example>,
}

impl Mine {
    pub fn run(&self) -> anyhow::Result<()> {
        match self {
            Self::Owl(owl) => owl.run(),
        }
    }
}

impl Owl {
    fn run(&self) -> anyhow::Result<()> {
        let sources = self.sources()?;
        // Before the work, which takes long: the folder may be one that cannot be made.
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("cannot make the folder {}", self.out.display()))?;
        let lines = self.collect(&sources)?;
        let parts = [false, true].map(|held_back| {
            let lines = lines.values();
            let kept: Vec<&Line> = lines
                .filter(|line| is_held_back(&line.source) == held_back)
                .collect();
            kept
        });
        let [learned, reported] = &parts;
        for (aim, file) in [
            (Aim::Attack, "owl_attack.db"),
            (Aim::Defense, "owl_defense.db"),
        ] {
            let mut counts = Counts::default();
            for (number, line) in (1..).zip(learned) {
                let examples = line.examples.iter().filter(|example| example.aim == aim);
                let examples: Vec<&Example> = examples.collect();
                let step = examples.len().div_ceil(MOST_EXAMPLES).max(1);
                for example in examples.into_iter().step_by(step) {
                    counts.add(number, example);
                }
            }
            let selection = Selection {
                sources: self.sources,
                most: self.most,
                gain: self.gain,
            };
            let chosen = selection.choose(&counts);
            for (part, lines) in [("learned from", learned), ("held back", reported)] {
                let examples = || lines.iter().flat_map(|line| &line.examples);
                for (kind, proven) in [("proven", true), ("other", false)] {
                    let examples = examples().filter(|example| example.proven == proven);
                    let figures = Figures::of(&chosen, aim, examples);
                    let share =
                        |count: usize| 100.0 * count as f64 / figures.examples.max(1) as f64;
                    say!(
                        "{file}: {part}, {kind}: {} examples, {:.1} % covered, right move first {:.1} %, among three {:.1} %",
                        figures.examples,
                        share(figures.covered),
                        share(figures.first),
                        share(figures.among_three),
                    )?;
                }
            }
            let head = self.head(aim, &counts, learned);
            let source = |number: u32| {
                let line = learned.get(number.saturating_sub(1) as usize);
                line.map_or_else(String::new, |line| line.source.clone())
            };
            let text = database::text(aim, &chosen, &head, source);
            let path = self.out.join(file);
            write(&path, text.as_bytes()).with_context(|| path.display().to_string())?;
            say!("{}: {} patterns", path.display(), chosen.len())?;
        }
        Ok(())
    }

    fn head(&self, aim: Aim, counts: &Counts, learned: &[&Line]) -> Vec<String> {
        let what = match aim {
            Aim::Attack => "Moves that kill a dragon",
            Aim::Defense => "Moves that let a dragon live",
        };
        vec![
            format!(
                "{what}, mined by `katachi-tools mine owl` from problems and professional games"
            ),
            "(docs/owl.md). O moves. Comments say in how many positions a move there was right."
                .to_owned(),
            String::new(),
            format!(
                "{} sources, {} candidates, {} of them right; a pattern has at least {} sources.",
                learned.len(),
                counts.all.seen,
                counts.all.right,
                self.sources
            ),
        ]
    }

    fn sources(&self) -> anyhow::Result<Vec<Source>> {
        let mut sources = Vec::new();
        if let Some(path) = &self.problems {
            let wanted =
                |problem: &Problem| self.sets.iter().any(|set| problem.set.starts_with(set));
            sources.extend(
                read_problems(path)?
                    .into_iter()
                    .filter(wanted)
                    .map(Source::Problem),
            );
        }
        must_exist(&self.games)?;
        let mut games = Games::read(&self.games, None, None).games;
        // By the hash of their names, so that a larger number of games contains a smaller one.
        games.sort_by_cached_key(|game| {
            let name = game.short_name();
            (*blake3::hash(name.as_bytes()).as_bytes(), name.to_owned())
        });
        games.truncate(self.most_games);
        sources.extend(games.into_iter().map(Source::Game));
        let mut names = BTreeSet::new();
        sources.retain(|source| names.insert(source.name().to_owned()));
        ensure!(
            !sources.is_empty(),
            "expected problems (--problems) or games, found none"
        );
        Ok(sources)
    }

    /// The examples of all sources, by the names of these, from the file and by work.
    fn collect(&self, sources: &[Source]) -> anyhow::Result<BTreeMap<String, Line>> {
        let name = || self.examples.display().to_string();
        let mut lines: BTreeMap<String, Line> = BTreeMap::new();
        if self.examples.exists() {
            let text =
                String::from_utf8(read(&self.examples).with_context(name)?).with_context(name)?;
            for line in text.lines() {
                // The last line may be half written.
                if let Ok(line) = serde_json::from_str::<Line>(line) {
                    lines.insert(line.source.clone(), line);
                }
            }
        }
        let open: Vec<&Source> = (sources.iter())
            .filter(|source| !lines.contains_key(source.name()))
            .collect();
        // Not those of the user: the same sources give the same bytes.
        let built_in = [PathBuf::from("builtin")];
        let knowledge = PatternSet::open(&built_in, &[])?.knowledge().clone();
        let bar = progress(
            Some(open.len() as u64),
            "{bar:40} {pos} of {len} sources, {eta}",
        );
        let mut known = String::new();
        for line in lines.values() {
            known.push_str(&serde_json::to_string(line)?);
            known.push('\n');
        }
        let file = Mutex::new(Log::create(&self.examples, known.as_bytes()).with_context(name)?);
        let found: Vec<anyhow::Result<Line>> = (open.par_iter())
            .map_init(
                || Worker::new(knowledge.clone()),
                |worker, source| {
                    let line = Line {
                        source: source.name().to_owned(),
                        examples: worker.examples(source),
                    };
                    let mut text = serde_json::to_string(&line)?;
                    text.push('\n');
                    if let Ok(mut file) = file.lock() {
                        file.write_all(text.as_bytes())?;
                    }
                    bar.inc(1);
                    Ok(line)
                },
            )
            .collect();
        bar.finish_and_clear();
        for line in found {
            let line = line?;
            lines.insert(line.source.clone(), line);
        }
        let wanted: BTreeSet<&str> = sources.iter().map(Source::name).collect();
        lines.retain(|name, _| wanted.contains(name.as_str()));
        Ok(lines)
    }
}
