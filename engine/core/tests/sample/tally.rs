//! Counts of proven strings and of errors, as a table.

use std::fmt;

use super::Drawn;
use super::engines::Said;
use crate::Truth;
use crate::solver::Code;

/// Errors of one reader.
#[derive(Clone, Copy, Default)]
struct Errors {
    strings: usize,
    /// Of strings with ko, and of those that the greedy answer gets wrong.
    ko: usize,
    greedy: usize,
    /// By kind: something that works is not seen, something is seen that does not work, another code.
    attack: [usize; 3],
    defend: [usize; 3],
}

impl Errors {
    fn add(&mut self, truth: Truth, said: Said, greedy_wrong: bool) {
        let kind = |truth: Code, said: Code| match (truth, said) {
            (truth, said) if truth == said => None,
            (_, Code::Lose) => Some(0),
            (Code::Lose, _) => Some(1),
            _ => Some(2),
        };
        if said.differs(truth) {
            self.strings += 1;
            self.ko += usize::from(truth.ko());
            self.greedy += usize::from(greedy_wrong);
        }
        if let Some(kind) = kind(truth.attack, said.attack) {
            self.attack[kind] += 1;
        }
        if let (Some(truth), Some(said)) = (truth.defend, said.defend)
            && let Some(kind) = kind(truth, said)
        {
            self.defend[kind] += 1;
        }
    }
}

/// All counts; index 0 of the liberties is one liberty.
#[derive(Default)]
pub struct Tally {
    asked: [usize; 4],
    proven: [usize; 4],
    ko: usize,
    greedy: usize,
    ours: Errors,
    theirs: Option<Errors>,
}

impl Tally {
    pub fn unproven(&mut self, drawn: &Drawn) {
        self.asked[drawn.liberties - 1] += 1;
    }

    pub fn proven(
        &mut self,
        drawn: &Drawn,
        truth: Truth,
        greedy: (bool, bool),
        ours: Said,
        theirs: Option<Said>,
    ) {
        self.asked[drawn.liberties - 1] += 1;
        self.proven[drawn.liberties - 1] += 1;
        self.ko += usize::from(truth.ko());
        let works = |code: Code| code != Code::Lose;
        let wrong = greedy.0 != works(truth.attack)
            || truth.defend.is_some_and(|defend| greedy.1 != works(defend));
        self.greedy += usize::from(wrong);
        self.ours.add(truth, ours, wrong);
        if let Some(theirs) = theirs {
            let errors = self.theirs.get_or_insert_default();
            errors.add(truth, theirs, wrong);
        }
    }

    pub fn asked(&self) -> usize {
        self.asked.iter().sum()
    }

    fn total(&self) -> usize {
        self.proven.iter().sum()
    }

    /// Our errors per hundred proven strings.
    pub fn our_rate(&self) -> f64 {
        100.0 * self.ours.strings as f64 / self.total().max(1) as f64
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        writeln!(f, "asked {}, proven {total}", self.asked())?;
        for at in 0..4 {
            let (liberties, proven, asked) = (at + 1, self.proven[at], self.asked[at]);
            writeln!(f, "  liberties {liberties}: {proven} of {asked}")?;
        }
        writeln!(f, "  with ko {}, greedy wrong {}", self.ko, self.greedy)?;
        let mut line = |name: &str, errors: &Errors| {
            let rate = 100.0 * errors.strings as f64 / total.max(1) as f64;
            let [missed, false_, other] = errors.attack;
            let [unseen, vain, another] = errors.defend;
            writeln!(
                f,
                "{name}: wrong {} ({rate:.2} %), of these with ko {}, greedy wrong {}; attack: missed {missed}, \
                 false {false_}, other code {other}; defence: missed {unseen}, false {vain}, other code {another}",
                errors.strings, errors.ko, errors.greedy
            )
        };
        line("ours", &self.ours)?;
        if let Some(theirs) = &self.theirs {
            line("gnugo", theirs)?;
        }
        Ok(())
    }
}
