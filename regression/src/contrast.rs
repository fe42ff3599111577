//! Contrasts two engines on the same tests: how many each passes, and where only one of them is
//! right.
//!
//! A contrast is written as a text in which people explain each difference, on a line `why:`.
//! Writing the text again keeps an explanation as long as both answers stay the same. Start reading
//! at [`Contrast::of`] and [`Contrast::text`].

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::compare::Comparison;
use crate::result::{Results, TestResult, Totals};

/// The prefix of a reason.
const WHY: &str = "    why: ";
/// The prefix of a reason that was given for other answers.
const WAS: &str = "    was: ";

/// The results of two engines, test by test.
#[derive(Debug)]
pub struct Contrast<'a> {
    /// Name and version of both engines: the one under test, then the second one.
    names: [String; 2],
    results: [&'a Results; 2],
    comparison: Comparison<'a>,
}

/// The text of a contrast, with the number of differences that nobody has explained.
#[derive(Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The number of differences.
    pub differences: usize,
    /// The number of differences without a reason, or with one that was given for other answers.
    pub unexplained: usize,
}

/// A reason from an earlier text.
struct Reason<'t> {
    /// The difference that it explains.
    head: &'t str,
    /// [`WHY`] or [`WAS`].
    word: &'static str,
    text: &'t str,
}

impl<'a> Contrast<'a> {
    /// Contrasts an engine's results with those of a second engine.
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

    /// The text. It keeps the reasons of an earlier text, which may be empty.
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

    /// A row for each suite and one for all, with the costs.
    fn table(&self) -> String {
        let [engine, peer] = &self.names;
        let suites = self.results.map(Results::by_suite);
        let rows = suites[0].iter().map(|(suite, tested)| {
            let theirs = suites[1].iter().find(|(other, _)| other == suite);
            let theirs = theirs.map_or(Totals::default(), |(_, tested)| {
                Totals::of(tested.iter().copied())
            });
            (*suite, Totals::of(tested.iter().copied()), theirs)
        });
        let [ours, theirs] = self.results.map(|results| Totals::of(&results.tests));
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

/// Adds a difference and its known reason.
fn difference(
    written: &mut Written,
    reasons: &BTreeMap<&str, Reason<'_>>,
    theirs: &TestResult,
    ours: &TestResult,
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

/// The reasons in an earlier text, by test.
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

/// A command that fits into a line; a long list of points is cut after the first.
fn shortened(command: &str) -> String {
    const WORDS: usize = 4;
    let words: Vec<&str> = command.split_whitespace().collect();
    if words.len() <= WORDS {
        return words.join(" ");
    }
    format!("{} …", words[..WORDS].join(" "))
}
