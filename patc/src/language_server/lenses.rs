//! Code lenses: what stands above a pattern while it is edited. The counts of a census, and a
//! command that runs its tests.

use std::collections::HashMap;

use lsp_types::{CodeLens, Command};
use serde_json::json;

use super::document::Document;
use super::outline::Part;
use super::surroundings::Surroundings;
use crate::counts::Counts;
use crate::source::Span;

/// The command that runs the tests of a pattern: its arguments are the address of the database, and
/// the name.
pub const RUN_TESTS: &str = "patc.test";

/// The lenses of a database.
pub fn lenses(document: &Document, around: &dyn Surroundings) -> Vec<CodeLens> {
    let counted = Counted::of(document, around);
    let mut lenses = Vec::new();
    for part in &document.outline().parts {
        let range = document.text().range(part.keyword);
        let lens = |command: Command| CodeLens {
            range,
            command: Some(command),
            data: None,
        };
        if let Some(said) = counted.as_ref().and_then(|counted| counted.say(part)) {
            // Without a command clients show the title alone.
            lenses.push(lens(Command::new(said, String::new(), None)));
        }
        lenses.extend(run_tests(document, part).map(lens));
    }
    lenses
}

/// The command that runs the tests of a pattern, if it has any.
pub fn run_tests(document: &Document, part: &Part) -> Option<Command> {
    let name = part.name.as_ref()?;
    let title = match tests_of(document, name.span) {
        0 => return None,
        1 => "run test".to_owned(),
        count => format!("run {count} tests"),
    };
    let arguments = vec![json!(document.uri), json!(name.value)];
    let command = RUN_TESTS.to_owned();
    Some(Command::new(title, command, Some(arguments)))
}

/// The number of tests of the pattern whose name stands here.
fn tests_of(document: &Document, name: Span) -> usize {
    let compiled = document.compiled();
    let Some(database) = compiled.model.general() else {
        return 0;
    };
    let mut patterns = database.patterns.iter();
    let place = patterns.position(|pattern| pattern.span == name);
    let tests = compiled.tests.iter();
    tests.filter(|test| Some(test.pattern) == place).count()
}

/// The counts of a database, and what its patterns say now.
pub struct Counted<'a> {
    counts: Counts,
    hashes: &'a HashMap<usize, String>,
    now: u64,
}

impl<'a> Counted<'a> {
    /// The counts beside a database; `None` if there are none.
    pub fn of(document: &'a Document, around: &dyn Surroundings) -> Option<Self> {
        let path = document.path()?;
        let counts = Counts::read(&around.read(&Counts::beside(&path))?)?;
        Some(Self {
            counts,
            hashes: document.hashes(),
            now: around.now(),
        })
    }

    /// What was counted of a pattern. Nothing is said of one with mistakes.
    pub fn say(&self, part: &Part) -> Option<String> {
        let name = part.name.as_ref()?;
        let hash = self.hashes.get(&name.span.start)?;
        Some(self.counts.say(&name.value, hash, self.now))
    }
}
