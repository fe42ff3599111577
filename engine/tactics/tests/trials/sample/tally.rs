//! Counts of errors by stratum, as a table.

use std::fmt;

use super::draw::Rule;
use super::engines::Said;
use super::list::Fact;
use crate::solver::Code;

/// Errors of one reader in one question.
#[derive(Clone, Copy, Default)]
pub struct Errors {
    /// Working moves not seen; moves seen that do not work; other codes.
    kinds: [usize; 3],
}

impl Errors {
    /// Counts an answer, if it is wrong.
    pub fn add(&mut self, truth: Code, said: Code) {
        match (truth, said) {
            (truth, said) if truth == said => {}
            (_, Code::Lose) => self.kinds[0] += 1,
            (Code::Lose, _) => self.kinds[1] += 1,
            _ => self.kinds[2] += 1,
        }
    }

    fn total(self) -> usize {
        self.kinds.iter().sum()
    }
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [missed, vain, other] = self.kinds;
        write!(f, "{} ({missed}, {vain}, {other})", self.total())
    }
}

#[derive(Clone, Copy, Default)]
struct Reader {
    attack: Errors,
    defend: Errors,
    /// Strings with an error in either question.
    strings: usize,
}

impl Reader {
    fn add(&mut self, fact: Fact, said: Said) {
        self.attack.add(fact.attack, said.attack);
        if let (Some(truth), Some(said)) = (fact.defend, said.defend) {
            self.defend.add(truth, said);
        }
        self.strings += usize::from(said.differs(fact));
    }
}

type Holds = fn(Rule, Fact) -> bool;

/// A stratum of strings and its counts.
#[derive(Clone)]
struct Row {
    name: String,
    holds: Holds,
    strings: usize,
    defences: usize,
    ours: Reader,
    theirs: Reader,
}

/// All counts.
pub struct Tally {
    rows: Vec<Row>,
    peer: bool,
}

impl Tally {
    /// Empty counts; with a column for GNU Go if it is asked.
    pub fn new(peer: bool) -> Self {
        let strata: [(&str, Holds); 14] = [
            ("all", |_, _| true),
            ("1 liberty", |_, fact| fact.liberties == 1),
            ("2 liberties", |_, fact| fact.liberties == 2),
            ("3 liberties", |_, fact| fact.liberties == 3),
            ("4 liberties", |_, fact| fact.liberties == 4),
            ("with ko", |_, fact| fact.ko()),
            ("greedy wrong", |_, fact| !fact.greedy_right),
            ("proof up to 100 positions", |_, fact| fact.positions <= 100),
            ("proof of 101 to 2,000", |_, fact| {
                (101..=2000).contains(&fact.positions)
            }),
            ("proof of more", |_, fact| fact.positions > 2000),
            ("list `any`", |rule, _| rule == Rule::Any),
            ("list `ko`", |rule, _| rule == Rule::Ko),
            ("list `fight`", |rule, _| rule == Rule::Fight),
            ("list `lost`", |rule, _| rule == Rule::Lost),
        ];
        let row = |(name, holds): (&str, _)| Row {
            name: name.to_owned(),
            holds,
            strings: 0,
            defences: 0,
            ours: Reader::default(),
            theirs: Reader::default(),
        };
        Self {
            rows: strata.map(row).to_vec(),
            peer,
        }
    }

    pub fn add(&mut self, rule: Rule, fact: Fact, ours: Said, theirs: Option<Said>) {
        for row in &mut self.rows {
            if (row.holds)(rule, fact) {
                row.strings += 1;
                row.defences += usize::from(fact.defend.is_some());
                row.ours.add(fact, ours);
                if let Some(theirs) = theirs {
                    row.theirs.add(fact, theirs);
                }
            }
        }
    }

    /// Our wrong answers for a hundred strings: of all, and of those with ko.
    pub fn our_rates(&self) -> (f64, f64) {
        let rate = |name: &str| {
            let row = self.rows.iter().find(|row| row.name == name);
            row.map_or(0.0, |row| percent(row.ours.strings, row.strings))
        };
        (rate("all"), rate("with ko"))
    }
}

/// The share of a part, of a hundred.
pub fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles = |name: &str| format!(" {name}: strings | attack | defence |");
        let theirs = if self.peer {
            titles("gnugo")
        } else {
            String::new()
        };
        writeln!(
            f,
            "| stratum | strings | defences |{}{theirs}",
            titles("ours")
        )?;
        let columns = if self.peer { 9 } else { 6 };
        writeln!(f, "|{}", "---|".repeat(columns))?;
        for row in self.rows.iter().filter(|row| row.strings > 0) {
            write!(f, "| {} | {} | {} |", row.name, row.strings, row.defences)?;
            let readers = [(true, row.ours), (self.peer, row.theirs)];
            for (_, reader) in readers.into_iter().filter(|(shown, _)| *shown) {
                write!(
                    f,
                    " {} ({:.2} %) | {} | {} |",
                    reader.strings,
                    percent(reader.strings, row.strings),
                    reader.attack,
                    reader.defend
                )?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "In brackets: what works is missed, what fails is believed, another ko code."
        )
    }
}
