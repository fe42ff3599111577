//! A census that was interrupted, in a file.
//!
//! The file is one JSON object, written anew every few seconds. It says which databases, options
//! and games it is about; with others it is refused.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use katachi_files::{read, write};
use katachi_joseki::mine::fingerprint;
use serde::{Deserialize, Serialize};

use super::count::{Count, Proposal, Tally};
use super::plan::Plan;

/// The format.
const FORMAT: &str = "katachi census 2";

/// The file is written at most once in this time.
const PAUSE: Duration = Duration::from_secs(5);

/// Where a census is saved.
#[derive(Debug)]
pub struct Saved {
    path: Option<PathBuf>,
    last: Instant,
}

/// Why a saved census cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The system refused an operation.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is another kind of file, or damaged.
    #[error("{}: expected a saved census, found something else ({reason}); name another file", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// It is about something else.
    #[error("{}: this census has other {what}; use the same, or name another file", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
    },
}

/// The content of the file.
#[derive(Serialize, Deserialize)]
struct Content {
    format: String,
    databases: String,
    options: String,
    positions: String,
    games: usize,
    looked_at: u64,
    proposals: Vec<Proposal>,
    counts: Vec<(usize, u32, Count)>,
}

impl Saved {
    /// Nothing is saved.
    pub fn nowhere() -> Self {
        Self::maybe(None)
    }

    /// Saves in this file, which may have the beginning of the same census.
    pub fn at(path: &Path) -> Self {
        Self::maybe(Some(path.to_path_buf()))
    }

    fn maybe(path: Option<PathBuf>) -> Self {
        Self {
            path,
            last: Instant::now(),
        }
    }

    /// What has been counted of this plan.
    pub(super) fn resume(&self, plan: &Plan<'_>) -> Result<Tally, SavedError> {
        let Some(path) = self.path.as_ref().filter(|path| path.exists()) else {
            return Ok(Tally::default());
        };
        let bytes = read(path).map_err(|source| fail(path, source))?;
        let content: Content =
            serde_json::from_slice(&bytes).map_err(|error| SavedError::Syntax {
                path: path.clone(),
                reason: error.to_string(),
            })?;
        let expected = Content::of(plan, &Tally::default());
        for (what, found, wanted) in [
            ("version", &content.format, &expected.format),
            ("databases", &content.databases, &expected.databases),
            ("options", &content.options, &expected.options),
            ("games", &content.positions, &expected.positions),
        ] {
            if found != wanted {
                return Err(SavedError::Other {
                    path: path.clone(),
                    what,
                });
            }
        }
        let counts = content.counts.into_iter();
        Ok(Tally {
            counts: counts
                .map(|(database, pattern, count)| ((database, pattern), count))
                .collect(),
            proposals: content.proposals,
            games: content.games,
            positions: content.looked_at,
        })
    }

    /// Saves now and then.
    pub(super) fn save(&mut self, plan: &Plan<'_>, tally: &Tally) -> Result<(), SavedError> {
        if self.last.elapsed() < PAUSE {
            return Ok(());
        }
        self.finish(plan, tally)
    }

    /// Saves.
    pub(super) fn finish(&mut self, plan: &Plan<'_>, tally: &Tally) -> Result<(), SavedError> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        let content = Content::of(plan, tally);
        let bytes = serde_json::to_vec(&content).map_err(|error| SavedError::Io {
            path: path.clone(),
            source: error.into(),
        })?;
        write(path, &bytes).map_err(|source| fail(path, source))?;
        self.last = Instant::now();
        Ok(())
    }
}

fn fail(path: &Path, source: io::Error) -> SavedError {
    SavedError::Io {
        path: path.to_path_buf(),
        source,
    }
}

impl Content {
    fn of(plan: &Plan<'_>, tally: &Tally) -> Self {
        let mut hasher = blake3::Hasher::new();
        for game in &plan.games.games {
            hasher.update(&fingerprint(game.size, &game.moves));
        }
        for place in plan.positions.places() {
            let numbers = [place.game as u64, place.before as u64];
            for number in numbers {
                hasher.update(&number.to_le_bytes());
            }
        }
        let counts = tally.counts.iter();
        Self {
            format: FORMAT.to_owned(),
            databases: plan.set.identity(),
            options: format!(
                "depth {} level {} judged {}",
                plan.depth, plan.level, plan.judged
            ),
            positions: hasher.finalize().to_hex()[..16].to_owned(),
            games: tally.games,
            looked_at: tally.positions,
            proposals: tally.proposals.clone(),
            counts: counts
                .map(|(&(database, pattern), count)| (database, pattern, count.clone()))
                .collect(),
        }
    }
}
