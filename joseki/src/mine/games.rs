//! Reads games from records: in batches, with all cores, in the order of the files.
//!
//! Start at [`GameReader::read`]. It skips records without a usable game and counts them by reason.

use std::collections::{BTreeMap, HashSet};
use std::convert::Infallible;
use std::fmt;
use std::path::PathBuf;

use katachi_board::{BoardSize, Color, Rules};
use katachi_sgf::files::{GameFile, visit};
use katachi_sgf::{Move, Node, Sequence, SequenceError, parse};
use rayon::prelude::*;

/// The most files of a batch.
const BATCH: usize = 1024;

/// The size of a batch, in bytes, after which no further file joins it.
const BATCH_BYTES: usize = 64 * 1024 * 1024;

/// A game from an empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The record's path; in an archive `ARCHIVE:PATH`.
    pub record: String,
    /// The size of the board.
    pub size: BoardSize,
    /// Its moves; all are legal.
    pub moves: Vec<Move>,
    /// The winner, if the record names one.
    pub winner: Option<Color>,
    /// The year of the game, if the record dates it.
    pub year: Option<u16>,
}

impl Game {
    /// The record without the folder of its archive.
    pub fn short_name(&self) -> &str {
        let archive = (self.record.split_once(':')).map_or("", |(archive, _)| archive);
        let folder = archive.rfind(std::path::is_separator);
        folder.map_or(&self.record, |at| &self.record[at + 1..])
    }

    /// The same game up to this number of moves.
    #[must_use]
    pub fn beginning(&self, moves: usize) -> Self {
        Self {
            record: self.record.clone(),
            moves: self.moves.iter().take(moves).copied().collect(),
            ..*self
        }
    }
}

/// Why a record, or a game in it, is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skip {
    /// The file or archive cannot be read.
    Unreadable,
    /// It is not SGF.
    NotSgf,
    /// The board has another size than is wanted.
    Size,
    /// A value is malformed.
    BadValue,
    /// Stones are set up, as in handicap games and problems.
    SetUp,
    /// A move breaks the rules.
    Illegal,
    /// There are no moves.
    Empty,
    /// The moves are those of an earlier record.
    Repeated,
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable => "cannot be read",
            Self::NotSgf => "no SGF",
            Self::Size => "another size of the board",
            Self::BadValue => "bad values",
            Self::SetUp => "set-up stones",
            Self::Illegal => "illegal moves",
            Self::Empty => "no moves",
            Self::Repeated => "the moves of an earlier record",
        })
    }
}

/// Selects records by a hash of their names, so that some can be held back for measuring.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All.
    #[default]
    All,
    /// All except one in this many.
    Mined(u64),
    /// The one in this many that is held back.
    HeldBack(u64),
}

impl Part {
    /// Whether the part contains a record with this name inside its archive or folder.
    pub fn has(self, inner: &str) -> bool {
        let is_held_back = |one_in: u64| {
            let hash = blake3::hash(inner.as_bytes());
            let start = hash.as_bytes().first_chunk().copied().unwrap_or_default();
            u64::from_le_bytes(start).is_multiple_of(one_in)
        };
        match self {
            Self::All => true,
            Self::Mined(one_in) => !is_held_back(one_in),
            Self::HeldBack(one_in) => is_held_back(one_in),
        }
    }
}

/// Reads games.
#[derive(Clone, Debug)]
pub struct GameReader {
    /// The size of the board; `None` accepts all sizes.
    pub size: Option<BoardSize>,
    /// The records to read.
    pub part: Part,
}

/// Counts of what was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Files with records, including unreadable ones.
    pub files: usize,
    /// Accepted games.
    pub games: usize,
    /// Files that belong to the other part.
    pub held_back: usize,
    /// Skipped records and games.
    pub skipped: BTreeMap<Skip, usize>,
    /// For each reason, the first skipped record and what is wrong with it.
    pub examples: BTreeMap<Skip, String>,
}

impl fmt::Display for Census {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { files, games, .. } = self;
        write!(f, "{games} games of {files} files")?;
        if self.held_back > 0 {
            write!(f, ", {} files left to the other part", self.held_back)?;
        }
        for (reason, count) in &self.skipped {
            write!(f, "\n  {count} skipped: {reason}")?;
            if let Some(example) = self.examples.get(reason) {
                write!(f, ", first {example}")?;
            }
        }
        Ok(())
    }
}

type Read = Vec<Result<Game, (Skip, String)>>;

impl GameReader {
    /// Reads files, folders and archives. Calls `each` with each batch of games, in order, and the
    /// counts so far.
    pub fn read(&self, paths: &[PathBuf], mut each: impl FnMut(&[Game], &Census)) -> Census {
        let mut census = Census::default();
        let mut seen = HashSet::new();
        let mut batch = Vec::with_capacity(BATCH);
        let mut finish = |batch: &mut Vec<GameFile>, census: &mut Census| {
            let read: Vec<Read> = batch.par_iter().map(|file| self.file(file)).collect();
            batch.clear();
            let mut games = Vec::new();
            for one in read.into_iter().flatten() {
                let one = one.and_then(|game| {
                    if seen.insert(fingerprint(game.size, &game.moves)) {
                        Ok(game)
                    } else {
                        Err((Skip::Repeated, String::new()))
                    }
                });
                match one {
                    Ok(game) => games.push(game),
                    Err((reason, example)) => {
                        *census.skipped.entry(reason).or_default() += 1;
                        if !example.is_empty() {
                            census.examples.entry(reason).or_insert(example);
                        }
                    }
                }
            }
            census.games += games.len();
            each(&games, census);
        };
        let mut bytes = 0;
        let visited = visit(paths, &mut |file| {
            census.files += 1;
            if file.bytes.is_ok() && !self.part.has(&file.inner) {
                census.held_back += 1;
                return Ok::<(), Infallible>(());
            }
            bytes += file.bytes.as_ref().map_or(0, Vec::len);
            batch.push(file);
            if batch.len() == BATCH || bytes >= BATCH_BYTES {
                finish(&mut batch, &mut census);
                bytes = 0;
            }
            Ok(())
        });
        let Ok(()) = visited;
        finish(&mut batch, &mut census);
        census
    }

    fn file(&self, file: &GameFile) -> Read {
        let failed =
            |reason, why: &dyn fmt::Display| Err((reason, format!("{}: {why}", file.name)));
        let bytes = match &file.bytes {
            Ok(bytes) => bytes,
            Err(error) => return vec![failed(Skip::Unreadable, error)],
        };
        let parsed = match parse(bytes) {
            Ok(parsed) => parsed,
            Err(error) => return vec![failed(Skip::NotSgf, &error)],
        };
        let games = parsed.collection.roots().map(|root| {
            self.game(&file.name, root)
                .map_err(|(reason, why)| (reason, format!("{}: {why}", file.name)))
        });
        games.collect()
    }

    fn game(&self, record: &str, root: Node<'_>) -> Result<Game, (Skip, String)> {
        let refused = |error: SequenceError| {
            let reason = match &error {
                SequenceError::Size { .. } => Skip::Size,
                // A main line is one line, so `TooMany` never happens.
                SequenceError::Value(_) | SequenceError::TooMany { .. } => Skip::BadValue,
                SequenceError::LateSetup { .. } | SequenceError::NoLiberty { .. } => Skip::SetUp,
                SequenceError::Illegal { .. } => Skip::Illegal,
            };
            (reason, error.to_string())
        };
        let size = katachi_sgf::board_size(root).map_err(refused)?;
        if let Some(wanted) = self.size
            && size != wanted
        {
            let (wanted, found) = (wanted.get(), size.get());
            return Err((
                Skip::Size,
                format!("expected {wanted} lines, found {found}"),
            ));
        }
        let sequence = Sequence::of_main_line(root, Rules::SIMPLE).map_err(refused)?;
        if !sequence.stones.is_empty() {
            return Err((
                Skip::SetUp,
                "expected a game from the empty board".to_owned(),
            ));
        }
        if sequence.moves.is_empty() {
            return Err((Skip::Empty, "expected moves, found none".to_owned()));
        }
        let info = root.game_info();
        let winner =
            info.result
                .as_deref()
                .and_then(|result| match result.trim_start().as_bytes() {
                    [b'B' | b'b', b'+', ..] => Some(Color::Black),
                    [b'W' | b'w', b'+', ..] => Some(Color::White),
                    _ => None,
                });
        let date = root.value("DT").map(katachi_sgf::Value::simple_text);
        Ok(Game {
            record: record.to_owned(),
            size,
            moves: sequence.moves,
            winner,
            year: date.as_deref().and_then(year),
        })
    }
}

/// The first number with four digits.
fn year(date: &str) -> Option<u16> {
    date.split(|character: char| !character.is_ascii_digit())
        .find(|digits| digits.len() == 4)
        .and_then(|digits| digits.parse().ok())
}

/// A hash of a size and of moves from the empty board. Repeated games are found by it.
pub fn fingerprint(size: BoardSize, moves: &[Move]) -> [u8; 16] {
    let mut bytes = Vec::with_capacity(moves.len() * 3 + 1);
    bytes.push(size.get() as u8);
    for &(color, at) in moves {
        let at = at.map_or(u16::MAX, |at| at.index() as u16).to_le_bytes();
        bytes.extend([u8::from(color == Color::Black), at[0], at[1]]);
    }
    let hash = blake3::hash(&bytes);
    hash.as_bytes().first_chunk().copied().unwrap_or_default()
}
