//! Reading and writing the lists of proven strings in `tests/proven`, one string on each line.
//!
//! Lines with `#` describe a list. Those about its passes are read again, so that the maker can
//! continue where it stopped.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};
use std::path::PathBuf;
use std::str::FromStr;

use katachi_board::Point;
use libtest_mimic::Failed;

use super::draw::Rule;
use super::file;
use super::proof::Truth;
use super::records::{Drawn, Game, Record};
use crate::solver::{Code, SAFE_LIBERTIES};

/// The place of a string, by which the list is ordered.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub archive: String,
    pub path: String,
    /// Moves played before the position.
    pub moves: usize,
    /// Its first stone in board order.
    pub vertex: String,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            archive,
            path,
            moves,
            vertex,
        } = self;
        write!(f, "{archive} {path} {moves} {vertex}")
    }
}

/// The entry of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    pub black: bool,
    pub liberties: usize,
    pub attack: Code,
    pub defend: Option<Code>,
    pub greedy_right: bool,
    /// The positions that the proofs took: a measure of difficulty.
    pub positions: usize,
}

impl Fact {
    pub fn ko(self) -> bool {
        self.attack.is_ko() || self.defend.is_some_and(Code::is_ko)
    }

    pub fn agrees(self, truth: &Truth) -> bool {
        self.attack == truth.attack && self.defend == truth.defend
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = if self.black { "black" } else { "white" };
        let defend = self.defend.map_or("-", name);
        let greedy = if self.greedy_right { "right" } else { "wrong" };
        let (attack, liberties, positions) = (name(self.attack), self.liberties, self.positions);
        write!(
            f,
            "{owner} {liberties} {attack} {defend} {greedy} {positions}"
        )
    }
}

/// The name of a code in the lists.
pub fn name(code: Code) -> &'static str {
    match code {
        Code::Lose => "LOSE",
        Code::KoB => "KO_B",
        Code::KoA => "KO_A",
        Code::Win => "WIN",
    }
}

/// The code of a name.
fn code(name: &str) -> Option<Code> {
    [Code::Lose, Code::KoB, Code::KoA, Code::Win]
        .into_iter()
        .find(|&code| self::name(code) == name)
}

/// The codes of attack and defence; the latter is `-` where the attack fails.
pub fn codes([attack, defend]: [&str; 2]) -> Option<(Code, Option<Code>)> {
    let defend = match defend {
        "-" => None,
        defend => Some(code(defend)?),
    };
    Some((code(attack)?, defend))
}

fn entry(line: &str) -> Option<(Place, Fact)> {
    let words: Vec<&str> = line.split(' ').collect();
    let [
        archive,
        path,
        moves,
        vertex,
        owner,
        liberties,
        attack,
        defend,
        greedy,
        positions,
    ] = words[..]
    else {
        return None;
    };
    let either =
        |word: &str, yes: &str, no: &str| (word == yes || word == no).then_some(word == yes);
    let place = Place {
        archive: archive.to_owned(),
        path: path.to_owned(),
        moves: moves.parse().ok()?,
        vertex: vertex.to_owned(),
    };
    let (attack, defend) = codes([attack, defend])?;
    let fact = Fact {
        black: either(owner, "black", "white")?,
        liberties: (liberties.parse().ok()).filter(|count| (1..SAFE_LIBERTIES).contains(count))?,
        attack,
        defend,
        greedy_right: either(greedy, "right", "wrong")?,
        positions: positions.parse().ok()?,
    };
    Some((place, fact))
}

/// A pass: the draws of a seed with one budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pass {
    pub seed: u64,
    pub budget: usize,
    /// The number of draws done, from the first.
    pub drawn: usize,
}

impl FromStr for Pass {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let words: Vec<&str> = line.split(' ').collect();
        let ["seed", seed, "budget", budget, "drawn", drawn] = words[..] else {
            return Err(());
        };
        let number = |word: &str| word.parse().map_err(|_| ());
        Ok(Self {
            seed: seed.parse().map_err(|_| ())?,
            budget: number(budget)?,
            drawn: number(drawn)?,
        })
    }
}

/// A list: how its strings were drawn, and their proofs.
pub struct List {
    pub rule: Rule,
    pub passes: Vec<Pass>,
    pub strings: BTreeMap<Place, Fact>,
}

const PASS: &str = "# pass: ";

impl List {
    fn file(rule: Rule) -> PathBuf {
        file::folder("KATACHI_PROOF_LISTS", "tests/proven").join(format!("{}.txt", rule.name()))
    }

    /// The list of a rule; an empty one if it does not exist yet.
    pub fn read(rule: Rule) -> Result<Self, Failed> {
        let mut list = Self {
            rule,
            passes: Vec::new(),
            strings: BTreeMap::new(),
        };
        file::read(&Self::file(rule), |line| {
            if let Some(pass) = line.strip_prefix(PASS) {
                list.passes
                    .push(pass.parse().map_err(|()| "`seed N budget N drawn N`")?);
            } else if !line.starts_with('#') && !line.is_empty() {
                let (place, fact) = entry(line).ok_or(
                    "archive, record, moves, vertex, owner, liberties, attack, defence, greedy, \
                     positions",
                )?;
                if list.strings.insert(place, fact).is_some() {
                    return Err("each string once");
                }
            }
            Ok(())
        })?;
        Ok(list)
    }

    /// Writes the list and replaces the old one.
    pub fn write(&self) -> Result<(), Failed> {
        file::replace(&Self::file(self.rule), &self.to_string())
    }

    /// The strings with their positions, in the order of the list.
    pub fn positions(&self, records: &[Record]) -> Result<Vec<(&Place, Drawn, Fact)>, Failed> {
        let index: HashMap<(&str, &str), &Record> = (records.iter())
            .map(|record| ((record.archive.as_str(), record.path.as_str()), record))
            .collect();
        let mut last: Option<(&Record, Game)> = None;
        let mut found = Vec::new();
        for (place, &fact) in &self.strings {
            let record = index.get(&(place.archive.as_str(), place.path.as_str()));
            let record = record.ok_or_else(|| format!("{place}: expected a record, found none"))?;
            let game = match last.take() {
                Some((known, game)) if std::ptr::eq(known, *record) => game,
                _ => record
                    .game()
                    .ok_or_else(|| format!("{place}: expected a game"))?,
            };
            let board = game.board(place.moves);
            let drawn = Point::from_vertex(&place.vertex, game.size).ok();
            let drawn = drawn.and_then(|target| Drawn::of(&board, target));
            let drawn = drawn.filter(|drawn| {
                drawn.liberties == fact.liberties
                    && fact.black == (drawn.owner == katachi_board::Color::Black)
            });
            let drawn = drawn.ok_or_else(|| {
                format!("{place}: expected a string as the list says, found another")
            })?;
            found.push((place, drawn, fact));
            last = Some((record, game));
        }
        Ok(found)
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, described) = (self.rule.name(), self.rule.described());
        writeln!(
            f,
            "# Proven strings from real games: {described}.\n\
             # Made and made longer by `KATACHI_PROOF_MAKE={name} cargo test --release -p katachi-tactics --test trials truth:: -- --nocapture` (README, for developers).\n\
             # What is proven, and what the codes mean: tests/solver/mod.rs. A string is safe with {SAFE_LIBERTIES} liberties; ko bans are simple ko's, and\n\
             # nothing is banned in the position that is asked about. `defence` is - where the attack fails. `greedy`: tests/solver/greedy.rs.\n\
             # A pass dealt with so many draws of a seed, with at most so many positions for a search; what it could not prove is not here."
        )?;
        for pass in &self.passes {
            let Pass {
                seed,
                budget,
                drawn,
            } = pass;
            writeln!(f, "{PASS}seed {seed} budget {budget} drawn {drawn}")?;
        }
        let mut counts = String::new();
        for liberties in 1..SAFE_LIBERTIES {
            let count =
                |of: &dyn Fn(&Fact) -> bool| self.strings.values().filter(|fact| of(fact)).count();
            let strings = count(&|fact| fact.liberties == liberties);
            write!(counts, " {strings} with {liberties},")?;
        }
        let ko = self.strings.values().filter(|fact| fact.ko()).count();
        let wrong = self
            .strings
            .values()
            .filter(|fact| !fact.greedy_right)
            .count();
        let total = self.strings.len();
        writeln!(
            f,
            "# {total} strings: liberties:{counts} with ko {ko}, greedy wrong {wrong}.\n\
             # archive record moves vertex owner liberties attack defence greedy positions"
        )?;
        for (place, fact) in &self.strings {
            writeln!(f, "{place} {fact}")?;
        }
        Ok(())
    }
}
