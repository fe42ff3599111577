//! Professional games, in an order that a hash decides, in two halves.

use std::path::{Path, PathBuf};

use katachi_board::{Color, Point, Rules};
use katachi_sgf::{Sequence, parse};
use katachi_testkit::{Need, archived, shared};
use libtest_mimic::Failed;

/// A game.
pub struct Record {
    /// The hash of the file: it names the game.
    pub hash: u64,
    /// The moves, without passes.
    pub moves: Vec<(Color, Point)>,
}

impl Record {
    /// Whether what is tuned may look at it; the others are for the report.
    pub fn is_for_tuning(&self) -> bool {
        self.hash.is_multiple_of(2)
    }
}

/// The folder of professional games.
pub fn folder() -> Need<PathBuf> {
    shared("data/games/pro19")
}

/// The first games in the order of their hashes: on 19x19, without handicap, not too short.
pub fn read(folder: &Path, count: usize) -> Result<Vec<Record>, Failed> {
    let mut files: Vec<(u64, Vec<u8>)> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let games = archived(&entry?.path(), "sgf")?.into_values();
        files.extend(games.map(|bytes| (hash(&bytes), bytes)));
    }
    files.sort();
    files.dedup();
    let records = files
        .iter()
        .filter_map(|(hash, bytes)| record(*hash, bytes));
    Ok(records.take(count).collect())
}

fn hash(bytes: &[u8]) -> u64 {
    let hash = blake3::hash(bytes);
    let first = hash.as_bytes().first_chunk();
    first.map_or(0, |&bytes| u64::from_le_bytes(bytes))
}

fn record(hash: u64, bytes: &[u8]) -> Option<Record> {
    let parsed = parse(bytes).ok()?;
    let root = parsed.collection.roots().next()?;
    let rules = Rules::default();
    let sequence = Sequence::of_main_line(root, rules).ok()?;
    let is_large = katachi_sgf::board_size(root).is_ok_and(|size| size.get() == 19);
    let moves = sequence.moves.into_iter();
    let moves: Option<Vec<_>> = moves.map(|(color, at)| Some((color, at?))).collect();
    let moves = moves?;
    (is_large && sequence.stones.is_empty() && moves.len() >= 60).then_some(Record { hash, moves })
}
