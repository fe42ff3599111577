//! Entries as an image, with what the pattern compiler has to say about them told in places of the
//! tree.

use std::collections::BTreeSet;

use katachi_image::Role;
use patc::{Severity as PatcSeverity, Source};

use crate::entry::Entry;
use crate::problem::{Problem, Severity};
use crate::text;

/// What the pattern compiler made of entries.
#[derive(Clone, Debug)]
pub struct Built {
    /// The text that was compiled, a `.db`.
    pub text: String,
    /// The image; `None` if there are errors.
    pub image: Option<Vec<u8>>,
    /// Mistakes and warnings, each with the entry that it is about, if it is about one.
    pub problems: Vec<(Option<usize>, Problem)>,
    /// The entries with errors, by their places.
    pub wrong: BTreeSet<usize>,
}

/// Compiles a database of these entries; `name` is what its image calls its source, `about` becomes
/// comments at the top.
pub fn build(name: &str, entries: &[Entry], about: &[String]) -> Built {
    let text = text::database(entries, about).to_string();
    let compiled = patc::compile(Role::Joseki, vec![Source::new(name, text.as_str())]);
    // Where the text of each entry begins, in their order.
    let starts: Vec<usize> = text
        .match_indices("\nPattern ")
        .map(|(at, _)| at + 1)
        .collect();
    let problems = compiled.diagnostics.iter().map(|one| {
        let entry = starts
            .partition_point(|&start| start <= one.span.start)
            .checked_sub(1);
        let found = entry.and_then(|entry| entries.get(entry));
        let help = one.help.as_ref().map(|help| format!("; {help}"));
        let problem = Problem {
            severity: match one.severity() {
                PatcSeverity::Error => Severity::Error,
                PatcSeverity::Warning => Severity::Warning,
            },
            location: found.map(|entry| entry.location).unwrap_or_default(),
            node: found.map_or_else(String::new, |entry| format!("of pattern {}", entry.name)),
            message: format!("{}: {}{}", one.code, one.message, help.unwrap_or_default()),
        };
        (entry, problem)
    });
    let problems: Vec<_> = problems.collect();
    let errors = (problems.iter()).filter(|(_, one)| one.severity == Severity::Error);
    Built {
        wrong: errors.filter_map(|(entry, _)| *entry).collect(),
        problems,
        image: compiled.image,
        text,
    }
}
