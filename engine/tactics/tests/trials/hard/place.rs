//! Where questions come from: positions of games and problems, and changes of both.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use katachi_board::{Board, BoardSize, Color, Point};
use katachi_testkit::{Need, shared};
use libtest_mimic::Failed;

use crate::sample::records::{Archives, Record, archives, records};

/// What stands in place of an archive for problems.
const PROBLEMS: &str = "problems";

/// A part of the questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Readers may be changed by looking at these.
    Tuning,
    /// These are counted only.
    Reported,
}

impl Part {
    pub const ALL: [Self; 2] = [Self::Tuning, Self::Reported];
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tuning => "tuning",
            Self::Reported => "reported",
        })
    }
}

/// A game or a problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Source {
    /// The archive of the record, or [`PROBLEMS`].
    pub archive: String,
    /// The path of the record, or the problem's name.
    pub path: String,
}

impl Source {
    /// The part that all questions of this source belong to, by the FNV-1a hash of its names.
    pub fn part(&self) -> Part {
        let hash = katachi_testkit::hash(&format!("{} {}", self.archive, self.path));
        Part::ALL[(hash >> 32) as usize % 2]
    }
}

/// A change of one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change {
    pub point: Point,
    /// The stone that is put there; `None` if the stone there is taken away.
    pub stone: Option<Color>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub source: Source,
    /// The moves played before the position; 0 for problems.
    pub moves: usize,
    /// What was changed, as `+bC3,-D4`, or `-` for nothing. Vertices depend on the board's size,
    /// so this remains text until the position is known.
    pub changes: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Source { archive, path } = &self.source;
        write!(f, "{archive} {path} {} {}", self.moves, self.changes)
    }
}

impl Place {
    /// The place of these four words.
    pub fn parse(words: [&str; 4]) -> Option<Self> {
        let [archive, path, moves, changes] = words;
        Some(Self {
            source: Source {
                archive: archive.to_owned(),
                path: path.to_owned(),
            },
            moves: moves.parse().ok()?,
            changes: changes.to_owned(),
        })
    }
}

/// Changes as the list writes them.
pub fn changes_text(changes: &[Change], size: BoardSize) -> String {
    let word = |change: &Change| {
        let vertex = change.point.vertex(size);
        match change.stone {
            Some(color) => format!("+{}{vertex}", color.initial().to_ascii_lowercase()),
            None => format!("-{vertex}"),
        }
    };
    if changes.is_empty() {
        return "-".to_owned();
    }
    changes.iter().map(word).collect::<Vec<_>>().join(",")
}

fn changes(text: &str, size: BoardSize) -> Option<Vec<Change>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let change = |word: &str| {
        let (stone, vertex) = match word.as_bytes() {
            [b'+', b'b', ..] => (Some(Color::Black), &word[2..]),
            [b'+', b'w', ..] => (Some(Color::White), &word[2..]),
            [b'-', ..] => (None, &word[1..]),
            _ => return None,
        };
        let point = Point::from_vertex(vertex, size).ok()?;
        Some(Change { point, stone })
    };
    text.split(',').map(change).collect()
}

/// The position after changes; `None` if a string has no liberty.
pub fn changed(board: &Board, changes: &[Change]) -> Option<Board> {
    let mut stones: Vec<(Color, Point)> = board.all_stones().collect();
    for change in changes {
        stones.retain(|&(_, point)| point != change.point);
        stones.extend(change.stone.map(|color| (color, change.point)));
    }
    Board::with_stones(board.size(), stones).ok()
}

/// A problem's position.
pub struct Problem {
    pub name: String,
    size: BoardSize,
    stones: Vec<(Color, Point)>,
}

impl Problem {
    pub fn board(&self) -> Option<Board> {
        Board::with_stones(self.size, self.stones.iter().copied()).ok()
    }
}

impl FromStr for Problem {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let wrong = |what: &str| format!("expected {what} in a problem, found `{line}`");
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let name = value["id"].as_str().ok_or_else(|| wrong("`id`"))?;
        let size = value["size"]
            .as_u64()
            .and_then(|size| usize::try_from(size).ok());
        let size = size.and_then(BoardSize::new);
        let size = size.ok_or_else(|| wrong("`size`"))?;
        let mut stones = Vec::new();
        for (color, key) in [(Color::Black, "black"), (Color::White, "white")] {
            let points = value[key].as_array().ok_or_else(|| wrong("stones"))?;
            for point in points {
                let letters = point.as_str().map(str::as_bytes);
                let Some(&[col, row]) = letters else {
                    return Err(wrong("points as `aa`"));
                };
                let at = |letter: u8| usize::from(letter.wrapping_sub(b'a'));
                let point = Point::new(at(row), at(col)).filter(|point| size.contains(*point));
                stones.push((color, point.ok_or_else(|| wrong("points of the board"))?));
            }
        }
        Ok(Self {
            name: name.to_owned(),
            size,
            stones,
        })
    }
}

/// All records and problems.
pub struct Places {
    pub records: Vec<Record>,
    pub problems: Vec<Problem>,
}

/// The files that questions come from.
pub struct Files {
    archives: Archives,
    problems: PathBuf,
}

pub fn files() -> Need<Files> {
    Ok(Files {
        archives: archives()?,
        problems: shared("data/problems/problems.jsonl")?,
    })
}

impl Places {
    pub fn open(files: &Files) -> Result<Self, Failed> {
        let text = std::fs::read_to_string(&files.problems)?;
        // One problem of the set has a point outside the board. Problems that are misread by
        // mistake are missed when the list is read.
        let problems = text.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(Self {
            records: records(&files.archives)?,
            problems,
        })
    }

    /// The boards of these places, in order.
    pub fn boards<'a>(
        &self,
        places: impl Iterator<Item = &'a Place>,
    ) -> Result<Vec<Board>, Failed> {
        let records: HashMap<(&str, &str), &Record> = (self.records.iter())
            .map(|record| ((record.archive.as_str(), record.path.as_str()), record))
            .collect();
        let problems: HashMap<&str, &Problem> = (self.problems.iter())
            .map(|problem| (problem.name.as_str(), problem))
            .collect();
        let mut last = None;
        let mut boards = Vec::new();
        for place in places {
            let Source { archive, path } = &place.source;
            let missing = || format!("{place}: expected a position, found none");
            let board = if archive == PROBLEMS {
                problems
                    .get(path.as_str())
                    .and_then(|problem| problem.board())
            } else {
                let same = |(known, _): &(&Source, _)| *known == &place.source;
                if !last.as_ref().is_some_and(same) {
                    let record = records.get(&(archive.as_str(), path.as_str()));
                    let game = record.and_then(|record| record.game());
                    last = Some((&place.source, game.ok_or_else(missing)?));
                }
                last.as_ref().map(|(_, game)| game.board(place.moves))
            };
            let board = board.ok_or_else(missing)?;
            let changes = changes(&place.changes, board.size()).ok_or_else(missing)?;
            boards.push(changed(&board, &changes).ok_or_else(missing)?);
        }
        Ok(boards)
    }

    /// The source of a record or a problem.
    pub fn source_of_record(record: &Record) -> Source {
        Source {
            archive: record.archive.clone(),
            path: record.path.clone(),
        }
    }

    pub fn source_of_problem(problem: &Problem) -> Source {
        Source {
            archive: PROBLEMS.to_owned(),
            path: problem.name.clone(),
        }
    }
}
