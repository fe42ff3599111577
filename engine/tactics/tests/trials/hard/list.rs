//! The lists in `tests/hard`, one question on each line.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::PathBuf;

use katachi_board::{Board, Point};
use libtest_mimic::Failed;

use super::place::{Place, Places};
use crate::sample::engines::Said;
use crate::sample::file;
use crate::sample::list::{codes, name};
use crate::sample::records::Drawn;
use crate::solver::Code;

/// How an answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The solver has proven it.
    Proven,
    /// Deep readers agree on it.
    Deep,
    /// Deep readers disagree at first, and one of them gives in (`argument.rs`).
    Argued,
}

/// The answer: about a string, of attack and defence; about a pair, of connecting and cutting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub attack: Code,
    /// `None` where the attack fails.
    pub defend: Option<Code>,
    pub known: Source,
}

impl Entry {
    pub fn differs(self, said: Said) -> bool {
        self.attack != said.attack || self.defend != said.defend
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = match self.known {
            Source::Proven => "proven",
            Source::Deep => "deep",
            Source::Argued => "argued",
        };
        let defend = self.defend.map_or("-", name);
        write!(f, "{} {defend} {known}", name(self.attack))
    }
}

/// A question: a place and the vertices of one string or two, with a comma between them.
pub type Question = (Place, String);

/// A list.
pub struct List {
    kind: &'static str,
    /// The draws dealt with.
    pub drawn: u64,
    pub entries: BTreeMap<Question, Entry>,
}

const DRAWN: &str = "# drawn: ";

impl List {
    fn file(kind: &str) -> PathBuf {
        file::folder("KATACHI_HARD_LISTS", "tests/hard").join(format!("{kind}.txt"))
    }

    /// The list of this kind; an empty one if it does not exist yet.
    pub fn read(kind: &'static str) -> Result<Self, Failed> {
        let mut list = Self {
            kind,
            drawn: 0,
            entries: BTreeMap::new(),
        };
        file::read(&Self::file(kind), |line| {
            if let Some(drawn) = line.strip_prefix(DRAWN) {
                list.drawn = drawn.parse().map_err(|_| "a number of draws")?;
            } else if !line.starts_with('#') {
                let (question, entry) = entry(line).ok_or(
                    "archive, record, moves, changes, vertices, two codes, and how they are known",
                )?;
                list.entries.insert(question, entry);
            }
            Ok(())
        })?;
        Ok(list)
    }

    /// Writes the list and replaces the old one.
    pub fn write(&self) -> Result<(), Failed> {
        file::replace(&Self::file(self.kind), &self.to_string())
    }

    /// The questions with their boards.
    pub fn boards(&self, places: &Places) -> Result<Vec<(&Question, Entry, Board)>, Failed> {
        let boards = places.boards(self.entries.keys().map(|(place, _)| place))?;
        let entries = self.entries.iter().zip(boards);
        Ok(entries
            .map(|((question, &entry), board)| (question, entry, board))
            .collect())
    }

    /// The pairs with their positions: the first string, and a stone of the other.
    pub fn pairs(&self, places: &Places) -> Result<Vec<(&Place, Entry, Drawn, Point)>, Failed> {
        let mut pairs = Vec::new();
        for ((place, vertices), entry, board) in self.boards(places)? {
            let at = |vertex: &str| Point::from_vertex(vertex, board.size()).ok();
            let both = vertices.split_once(',');
            let both = both.and_then(|(a, b)| Some((Drawn::of(&board, at(a)?)?, at(b)?)));
            let (drawn, other) = both
                .filter(|(drawn, other)| board.at(*other).is(drawn.owner))
                .ok_or_else(|| {
                    format!("{place}: expected two strings of a colour on {vertices}, found others")
                })?;
            pairs.push((place, entry, drawn, other));
        }
        Ok(pairs)
    }

    /// The strings with their positions.
    pub fn strings(&self, places: &Places) -> Result<Vec<(&Place, Entry, Drawn)>, Failed> {
        let mut strings = Vec::new();
        for ((place, vertex), entry, board) in self.boards(places)? {
            let target = Point::from_vertex(vertex, board.size()).ok();
            let drawn = target.and_then(|target| Drawn::of(&board, target));
            let drawn = drawn
                .ok_or_else(|| format!("{place}: expected a string on {vertex}, found none"))?;
            strings.push((place, entry, drawn));
        }
        Ok(strings)
    }
}

fn entry(line: &str) -> Option<(Question, Entry)> {
    let words: Vec<&str> = line.split(' ').collect();
    let [
        archive,
        path,
        moves,
        changes,
        vertices,
        attack,
        defend,
        known,
    ] = words[..]
    else {
        return None;
    };
    let (attack, defend) = codes([attack, defend])?;
    let entry = Entry {
        attack,
        defend,
        known: match known {
            "proven" => Source::Proven,
            "deep" => Source::Deep,
            "argued" => Source::Argued,
            _ => return None,
        },
    };
    let place = Place::parse([archive, path, moves, changes])?;
    Some(((place, vertices.to_owned()), entry))
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind;
        let of = |known| {
            self.entries
                .values()
                .filter(|entry| entry.known == known)
                .count()
        };
        let (proven, deep) = (of(Source::Proven), of(Source::Deep));
        let argued = of(Source::Argued);
        let mut head = String::new();
        write!(
            head,
            "# Hard {kind}: where readers disagree. Made and made longer by `KATACHI_HARD_MAKE={kind} cargo test --release -p katachi-tactics --test trials hard:: -- --nocapture`.\n\
             # What is listed, and what the words mean: tests/trials/hard/mod.rs.\n\
             {DRAWN}{}\n\
             # {} {kind}: {proven} proven, {deep} deep, {argued} argued.\n\
             # archive record moves changes vertices codes known",
            self.drawn,
            self.entries.len(),
        )?;
        writeln!(f, "{head}")?;
        for ((place, vertices), entry) in &self.entries {
            writeln!(f, "{place} {vertices} {entry}")?;
        }
        Ok(())
    }
}
