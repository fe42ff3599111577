//! Tests that no program reads, writes or prints without this crate.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use katachi_testkit::workspace_root;

/// What bypasses the crate: reading without limits, writing that can leave half a file, printing
/// that panics.
const FORBIDDEN: [&str; 14] = [
    "fs::read(",
    "fs::read_to_string",
    "fs::read)",
    "fs::write",
    "fs::rename",
    "File::open",
    "File::create",
    "File::options",
    "OpenOptions",
    "read_to_end",
    "NamedTempFile",
    "println!",
    "print!",
    "read_line(",
];

/// The exceptions, with their reasons.
const ALLOWED: [(&str, &str, &str); 6] = [
    (
        "regression/src/report/mod.rs",
        "fs::write",
        "pages of a folder that is renamed as a whole",
    ),
    ("regression/src/report/mod.rs", "fs::rename", "that folder"),
    (
        "engine/databases/src/cache.rs",
        "File::open",
        "permissions of a file of our own",
    ),
    (
        "engine/sgf/src/files/archive.rs",
        "read_to_end",
        "counted there",
    ),
    ("tools/testkit", "", "for tests only"),
    ("engine/files", "", "the rules themselves"),
];

/// The sources of libraries and programs below a folder, without tests, benches, build scripts, and
/// examples, which stand for programs of others.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy().into_owned();
        let is_other = [
            "target", "tests", "benches", "examples", "tests.rs", "build.rs", "fuzz",
        ];
        if name.starts_with('.') || is_other.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The lines of a source that are neither comments nor tests.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut lines = (1..).zip(text.lines()).peekable();
    std::iter::from_fn(move || {
        let (number, line) = lines.next()?;
        let is_module = |(_, next): &(usize, &str)| next.ends_with('{');
        let are_tests = line == "#[cfg(test)]" && lines.peek().is_some_and(is_module);
        (!are_tests).then_some((number, line))
    })
    .filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The file of a module of tests (`#[cfg(test)] mod name;`) that this line of a source declares.
fn test_module(file: &Path, attribute: &str, line: &str) -> Option<PathBuf> {
    let name = line.strip_prefix("mod ")?.strip_suffix(';')?;
    let is_root = |name: &&str| file.ends_with(name);
    let folder = if ["mod.rs", "lib.rs", "main.rs"].iter().any(is_root) {
        file.parent()?.to_path_buf()
    } else {
        file.with_extension("")
    };
    (attribute == "#[cfg(test)]").then(|| folder.join(name).with_extension("rs"))
}

#[test]
fn nobody_goes_past_the_rules() {
    let root = workspace_root();
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 200, "only {} sources", files.len());
    let texts: Vec<(PathBuf, String)> = (files.into_iter())
        .map(|file| {
            let text = std::fs::read_to_string(&file).expect("a source");
            (file, text)
        })
        .collect();
    let tests: HashSet<PathBuf> = (texts.iter())
        .flat_map(|(file, text)| {
            let lines = text.lines().zip(text.lines().skip(1));
            lines.filter_map(move |(attribute, line)| test_module(file, attribute, line))
        })
        .collect();
    let mut wrong = Vec::new();
    for (file, text) in texts.iter().filter(|(file, _)| !tests.contains(file)) {
        let path = file.strip_prefix(&root).expect("below the root");
        for (number, line) in lines(text) {
            for word in FORBIDDEN.iter().filter(|word| line.contains(**word)) {
                let is_allowed = ALLOWED.iter().any(|(place, allowed, _)| {
                    path.starts_with(place) && (allowed.is_empty() || allowed == word)
                });
                if !is_allowed {
                    wrong.push(format!("{}:{number}: {word}", path.display()));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "expected katachi_files, found\n{}",
        wrong.join("\n")
    );
}
