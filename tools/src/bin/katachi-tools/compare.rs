//! `katachi-tools compare`: what an edit of patterns changes.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use clap::Args;
use katachi_core::DEFAULT_LEVEL;
use katachi_files::{complain, stream};
use katachi_studio::PatternSet;
use katachi_studio::compare::{Edits, Plan, page};

use crate::census::{Records, save};
use crate::interrupt::interrupted;
use crate::playing::Playing;
use crate::revision::Source;
use crate::teaching::Teaching;
use crate::tune::progress;

/// The number of positions if nobody says.
const POSITIONS: usize = 2000;

/// Compare the moves that two sets of databases choose in the positions of games.
///
/// Reports the moves that differ with the reasons of both sides, and how the agreement with the
/// moves that were played changes. See docs/studio.md.
#[derive(Args)]
#[command(after_help = "Examples:
  katachi-tools compare --patterns old/ --patterns new/ games.tgz
  katachi-tools compare --patterns HEAD~1:patterns --patterns patterns games.tgz --html edit.html")]
pub(super) struct Compare {
    /// The old and the new databases: a folder, a .db, .dbz, .sgf or .kpat file, `builtin`, or
    /// `REVISION:PATH` in a git repository; must be given twice.
    #[arg(long, value_name = "PATH", required = true)]
    patterns: Vec<String>,
    /// Databases to add to both.
    #[arg(long, value_name = "PATH")]
    add_patterns: Vec<PathBuf>,
    #[command(flatten)]
    games: Records,
    /// The engine's level.
    #[arg(long, value_name = "LEVEL", default_value_t = DEFAULT_LEVEL)]
    level: i32,
    /// The most changed moves that are shown.
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// Write a page with all changed moves to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    teaching: Teaching,
    #[command(flatten)]
    playing: Playing,
}

impl Compare {
    pub fn run(&self) -> anyhow::Result<()> {
        let [old, new] = self.patterns.as_slice() else {
            bail!(
                "expected --patterns twice, for the old and the new databases, found it {} times",
                self.patterns.len()
            );
        };
        let sources = [Source::of(old)?, Source::of(new)?];
        let old = self.open(old, &sources[0])?;
        let new = self.open(new, &sources[1])?;
        let (games, positions) = self.games.read(Some(POSITIONS))?;
        let edits = Edits::between(&old, &new);
        let plan = Plan {
            old: &old,
            new: &new,
            edits: &edits,
            games: &games,
            positions: &positions,
            level: self.level,
        };
        let mut judge = self.teaching.open()?;
        let bar = progress(
            Some(positions.places().len() as u64),
            "{bar:30} {pos} of {len} positions: {msg}",
        );
        let ends = interrupted()?;
        let mut result = plan.run(|result| {
            bar.set_message(result.summary());
            bar.set_position(result.positions as u64);
            !ends.load(Ordering::Relaxed)
        });
        bar.finish_and_clear();
        if let Some(judge) = &mut judge {
            plan.judge(&mut result, judge)?;
        }
        if let Some(path) = &self.html {
            save("--html", path, page(&plan, &result).as_bytes())?;
        }
        stream::print(result.table(&plan, self.top))?;
        if self.playing.is_wanted() && !ends.load(Ordering::Relaxed) {
            let [old, new] = sources.each_ref().map(Source::path);
            self.playing
                .play([new, old], &self.add_patterns, self.level, &ends)?;
        }
        Ok(())
    }

    fn open(&self, named: &str, source: &Source) -> anyhow::Result<PatternSet> {
        let set = PatternSet::open(&[source.path().to_path_buf()], &self.add_patterns);
        let set = set.with_context(|| format!("--patterns {named}"))?;
        for note in set.notes() {
            complain!("katachi-tools: {note}");
        }
        Ok(set)
    }
}
