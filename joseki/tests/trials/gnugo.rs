//! Tests GNU Go's seven trees: they give as many patterns as GNU Go's own compiler makes, and patc
//! accepts all of them.

use std::path::Path;

use katachi_joseki::{Naming, Options, compile, text};
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;

/// File, prefix, patterns.
const TREES: [(&str, &str, usize); 7] = [
    ("gogo", "JG", 107),
    ("hoshi_keima", "JHK", 733),
    ("hoshi_other", "JHO", 242),
    ("komoku", "JK", 449),
    ("sansan", "JS", 11),
    ("mokuhazushi", "JM", 13),
    ("takamoku", "JT", 67),
];

pub fn trials() -> Vec<Trial> {
    let trees = shared("peer/gnugo-3.8/patterns");
    vec![
        trial("all_trees", trees.clone(), |folder| all_trees(&folder)),
        trial("all_trees_come_back", trees.clone(), |folder| {
            come_back(&folder)
        }),
        trial("all_trees_are_shown", trees, |folder| shown(&folder)),
    ]
}

fn all_trees(folder: &Path) -> Result<(), Failed> {
    for (file, prefix, patterns) in TREES {
        let bytes = std::fs::read(folder.join(format!("{file}.sgf")))?;
        for naming in [Naming::Numbered, Naming::Path] {
            let options = Options {
                prefix: prefix.to_owned(),
                naming,
            };
            let compiled = compile(&bytes, &options);
            if compiled.has_errors() || compiled.entries.len() != patterns {
                let problems: Vec<String> =
                    compiled.problems.iter().map(ToString::to_string).collect();
                return Err(format!(
                    "{file}: {} patterns, {}",
                    compiled.entries.len(),
                    problems.join("\n")
                )
                .into());
            }
            let text = text::database(&compiled.entries, &[]).to_string();
            let checked = patc::analyze(
                katachi_image::Role::Patterns,
                vec![patc::Source::new(format!("{file}.db"), text.into_bytes())],
            );
            let errors: Vec<String> = (checked.diagnostics.iter())
                .filter(|one| one.severity() == patc::Severity::Error)
                .map(|one| one.short(&checked.sources))
                .collect();
            if !errors.is_empty()
                || checked.model.general().map_or(0, |one| one.patterns.len()) != patterns
            {
                return Err(format!("{file}: {}", errors.join("\n")).into());
            }
        }
    }
    Ok(())
}

/// Compiled, decompiled and compiled again, the trees give the same patterns.
fn come_back(folder: &Path) -> Result<(), Failed> {
    for (file, prefix, patterns) in TREES {
        let bytes = std::fs::read(folder.join(format!("{file}.sgf")))?;
        let options = Options {
            prefix: prefix.to_owned(),
            naming: Naming::Numbered,
        };
        let read = |bytes: &[u8], options: &Options| {
            let text = text::database(&compile(bytes, options).entries, &[]).to_string();
            patc::analyze(
                katachi_image::Role::Patterns,
                vec![patc::Source::new(format!("{file}.db"), text.into_bytes())],
            )
        };
        let first = read(&bytes, &options);
        let decompiled = katachi_joseki::decompile::decompile(&first);
        if let Some(problem) = decompiled.problems.first() {
            return Err(format!("{file}: {}: {}", problem.name, problem.message).into());
        }
        let options = Options {
            naming: Naming::Path,
            ..options
        };
        let second = read(decompiled.sgf.as_bytes(), &options);
        let means = first.model.general().zip(second.model.general());
        if !means.is_some_and(|(one, two)| one.means(two) && one.patterns.len() == patterns) {
            return Err(format!("{file}: another database").into());
        }
    }
    Ok(())
}

/// Each pattern of a tree is described once.
fn shown(folder: &Path) -> Result<(), Failed> {
    for (file, prefix, patterns) in TREES {
        let bytes = std::fs::read(folder.join(format!("{file}.sgf")))?;
        let options = Options {
            prefix: prefix.to_owned(),
            ..Options::default()
        };
        let (tree, compiled) = katachi_joseki::show::Tree::read(&bytes, &options);
        let branches = tree.branches(katachi_joseki::show::Limits::default());
        let text = katachi_joseki::show::text(&tree, &branches).to_string();
        let shown = |entry: &katachi_joseki::Entry| {
            let line = format!(" {}", entry.name);
            text.lines().filter(|one| one.ends_with(&line)).count()
        };
        if let Some(entry) = compiled.entries.iter().find(|entry| shown(entry) != 1) {
            return Err(format!("{file}: {} is shown {} times", entry.name, shown(entry)).into());
        }
        let summary = tree.summary(&branches);
        if !summary.contains(&format!("patterns: {patterns} (")) {
            return Err(format!("{file}: {summary}").into());
        }
    }
    Ok(())
}
