//! Decompiles a database of corner patterns into an SGF tree that compiles to the same patterns.
//!
//! [`read`] turns checked patterns into entries, [`tree`] builds a tree of entries. [`decompile`]
//! does both, then compiles the tree and compares each pattern, so its result is proved to be
//! right.

mod read;
mod tree;

use std::collections::BTreeMap;

use katachi_sgf::{Collection, write};
use patc::Compiled;

use crate::compile::{Options, compile};
use crate::entry::Entry;

pub use read::read;
pub use tree::tree;

/// The result of decompiling a database.
#[derive(Clone, Debug)]
pub struct Decompiled {
    /// The tree as text; it has the patterns without a problem.
    pub sgf: String,
    /// The patterns of the tree, in the order of both database and tree.
    pub entries: Vec<Entry>,
    /// The patterns that a tree cannot express, in the order of the database.
    pub problems: Vec<Unfit>,
}

/// A pattern that a tree cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The number of its source.
    pub source: usize,
    /// The place of its name, as a byte of the source.
    pub at: usize,
    /// The pattern's name.
    pub name: String,
    /// What was expected, what was found, what to do.
    pub message: String,
}

/// Makes a tree of a database of the general dialect; for other databases, the tree is empty.
pub fn decompile(database: &Compiled) -> Decompiled {
    let mut problems = Vec::new();
    let mut entries = Vec::new();
    let mut places = BTreeMap::new();
    let Some(model) = database.model.general() else {
        return Decompiled {
            sgf: write(&Collection::new()),
            entries,
            problems,
        };
    };
    for pattern in &model.patterns {
        let unfit = |message| Unfit {
            source: pattern.source.0,
            at: pattern.span.start,
            name: pattern.name.clone(),
            message,
        };
        let entry = read(pattern, model.map, &database.sources);
        match entry.and_then(|entry| tree::check(&entry).map(|()| entry)) {
            Err(message) => problems.push(unfit(message)),
            Ok(entry) => {
                if places
                    .insert(entry.name.clone(), unfit(String::new()))
                    .is_some()
                {
                    let message = "expected names that differ, found this one again; rename it";
                    problems.push(unfit(message.to_owned()));
                } else {
                    entries.push(entry);
                }
            }
        }
    }
    let sgf = write(&tree(&entries));
    problems.extend(unproved(&sgf, &entries).filter_map(|(name, message)| {
        let place = places.get(name)?.clone();
        Some(Unfit { message, ..place })
    }));
    problems.sort_by_key(|one| (one.source, one.at));
    Decompiled {
        sgf,
        entries,
        problems,
    }
}

/// The entries that compiling the tree does not restore.
fn unproved<'a>(
    sgf: &str,
    entries: &'a [Entry],
) -> impl Iterator<Item = (&'a str, String)> + use<'a> {
    let options = Options {
        prefix: "D".to_owned(),
        ..Options::default()
    };
    let again = compile(sgf.as_bytes(), &options);
    let found: BTreeMap<String, Entry> = (again.entries.into_iter())
        .map(|entry| (entry.name.clone(), entry))
        .collect();
    entries.iter().filter_map(move |entry| {
        let same = found.get(&entry.name).is_some_and(|one| one.says(entry));
        (!same).then(|| {
            let message = "expected a pattern that a tree can give, found one that it does not give \
                           back: its region reaches too far into the other corners, or a label stands \
                           outside; keep it in a .db";
            (entry.name.as_str(), message.to_owned())
        })
    })
}
