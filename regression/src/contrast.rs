//! Two engines on the same tests: how many each passes, and where only one of them is right.
//!
//! A contrast is written as a text that people complete: each difference has a line that says why.
//! Writing it anew keeps those lines as long as both answers are what they were. Start reading at
//! [`Contrast::of`] and [`Contrast::text`].

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::compare::Comparison;
use crate::result::{Outcome, Results, Totals};

/// What stands before a reason.
const WHY: &str = "    why: ";
/// What stands before a reason that was given for other answers.
const WAS: &str = "    was: ";

/// Two engines, test by test.
#[derive(Debug)]
pub struct Contrast<'a> {
    /// Name and version of both: the one the run is about, then its peer.
    names: [String; 2],
    results: [&'a Results; 2],
    comparison: Comparison<'a>,
}

/// A contrast as a text, and how much of it nobody has explained yet.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// How many differences there are.
    pub differences: usize,
    /// How many of them have no reason, or one that was given for other answers.
    pub unexplained: usize,
}

/// A reason in an earlier text.
struct Reason<'t> {
    /// The difference that it was given for.
    head: &'t str,
    /// [`WHY`] or [`WAS`].
    word: &'static str,
    text: &'t str,
}

impl<'a> Contrast<'a> {
    /// Contrasts an engine's results with those of its peer.
    pub fn of(engine: &'a Results, peer: &'a Results) -> Self {
        let name = |results: &Results, nameless: &str| match &results.run {
            Some(run) => format!("{} {}", run.name, run.version).trim().to_owned(),
            None => nameless.to_owned(),
        };
        Self {
            names: [name(engine, "the engine"), name(peer, "its peer")],
            results: [engine, peer],
            comparison: Comparison::of(peer, engine),
        }
    }

    /// The text, with the reasons of an earlier one, empty if there is none.
    pub fn text(&self, earlier: &str) -> Written {
        let reasons = reasons(earlier);
        let [engine, peer] = &self.names;
        let mut written = Written {
            text: format!(
                "# {engine} and {peer} on the same tests: how many each passes, and where only one \
                 is right.\n# Written by `regress --against PEER --differences FILE`, which keeps \
                 what stands behind `why:`.\n\n{}",
                self.table()
            ),
            differences: 0,
            unexplained: 0,
        };
        let sections = [
            (peer, &self.comparison.worse),
            (engine, &self.comparison.better),
        ];
        for (right, pairs) in sections {
            let _ = write!(
                written.text,
                "\n## Only {right} is right: {}\n",
                pairs.len()
            );
            for (theirs, ours) in pairs {
                difference(&mut written, &reasons, theirs, ours);
            }
        }
        written
    }

    /// A row for each suite, one for all, and what they cost.
    fn table(&self) -> String {
        let [engine, peer] = &self.names;
        let suites = self.results.map(Results::by_suite);
        let rows = suites[0].iter().map(|(suite, outcomes)| {
            let theirs = suites[1].iter().find(|(other, _)| other == suite);
            let theirs = theirs.map_or(Totals::default(), |(_, outcomes)| {
                Totals::of(outcomes.iter().copied())
            });
            (*suite, Totals::of(outcomes.iter().copied()), theirs)
        });
        let [ours, theirs] = self.results.map(|results| Totals::of(&results.outcomes));
        let mut text = format!("{:<16} judged  {engine}  {peer}\n", "suite");
        for (suite, ours, theirs) in rows.chain([("all", ours, theirs)]) {
            let _ = writeln!(
                text,
                "{suite:<16} {:>6}  {:>width$}  {:>peer_width$}",
                ours.judged(),
                ours.passes(),
                theirs.passes(),
                width = engine.chars().count(),
                peer_width = peer.chars().count(),
            );
        }
        text
    }
}

/// Adds a difference, with what is known about it.
fn difference(
    written: &mut Written,
    reasons: &BTreeMap<&str, Reason<'_>>,
    theirs: &Outcome,
    ours: &Outcome,
) {
    let name = ours.name();
    let head = format!(
        "{name}  {}  expected [{}]{}  found {}  peer {}",
        shortened(&ours.command),
        ours.expected,
        ours.mark,
        ours.shown(),
        theirs.shown()
    );
    let why = match reasons.get(name.as_str()) {
        Some(known) if known.head == head => format!("{}{}", known.word, known.text),
        Some(known) => format!("{WAS}{}", known.text),
        None => WHY.to_owned(),
    };
    written.differences += 1;
    written.unexplained += usize::from(why == WHY || why.starts_with(WAS));
    let _ = writeln!(written.text, "{head}\n{}", why.trim_end());
}

/// The reasons of an earlier text, by test.
fn reasons(text: &str) -> BTreeMap<&str, Reason<'_>> {
    let heads = text.lines();
    let pairs = heads.zip(text.lines().skip(1));
    let known = pairs.filter_map(|(head, line)| {
        let name = head.split_whitespace().next()?;
        let word = [WHY, WAS].into_iter().find(|word| line.starts_with(word))?;
        let text = line[word.len()..].trim();
        (!text.is_empty()).then_some((name, Reason { head, word, text }))
    });
    known.collect()
}

/// A command that fits into a line: of many points only the first.
fn shortened(command: &str) -> String {
    const WORDS: usize = 4;
    let words: Vec<&str> = command.split_whitespace().collect();
    if words.len() <= WORDS {
        return words.join(" ");
    }
    format!("{} …", words[..WORDS].join(" "))
}
