//! Counts of errors by part, source of the answer, and kind.

use std::collections::BTreeMap;
use std::fmt;

use super::list::{Entry, Source};
use super::place::Part;
use crate::sample::engines::Said;
use crate::sample::tally::{Errors, percent};

#[derive(Clone, Copy, Default)]
struct Row {
    questions: usize,
    wrong: usize,
    /// Wrong among those that are proven.
    proven: usize,
    first: Errors,
    second: Errors,
}

/// All counts.
#[derive(Default)]
pub struct Tally(BTreeMap<(Part, String), Row>);

impl Tally {
    pub fn add(&mut self, part: Part, entry: Entry, reader: &str, said: Said) {
        let row = self.0.entry((part, reader.to_owned())).or_default();
        let wrong = usize::from(entry.differs(said));
        row.questions += 1;
        row.wrong += wrong;
        row.proven += wrong * usize::from(entry.known == Source::Proven);
        row.first.add(entry.attack, said.attack);
        if let (Some(truth), Some(said)) = (entry.defend, said.defend) {
            row.second.add(truth, said);
        }
    }

    /// Wrong answers of a reader for a hundred questions of a part.
    pub fn rate(&self, part: Part, reader: &str) -> f64 {
        let row = self.0.get(&(part, reader.to_owned()));
        row.map_or(0.0, |row| percent(row.wrong, row.questions))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| part | reader | questions | wrong | of proven ones | first question | second |"
        )?;
        writeln!(f, "|{}", "---|".repeat(7))?;
        for ((part, reader), row) in &self.0 {
            writeln!(
                f,
                "| {part} | {reader} | {} | {} ({:.1} %) | {} | {} | {} |",
                row.questions,
                row.wrong,
                percent(row.wrong, row.questions),
                row.proven,
                row.first,
                row.second
            )?;
        }
        writeln!(
            f,
            "In brackets: what works is missed, what fails is believed, another ko code."
        )
    }
}
