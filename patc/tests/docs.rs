//! The reference for pattern authors agrees with the compiler: its tables, its examples, and what
//! the tutorial shows of `patc`. `UPDATE_DOCS=1` rewrites what has been made.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use katachi_image::Role;
use katachi_testkit::docs::{expect_file, fences, read_file, replace_parts};
use libtest_mimic::Failed;
use patc::tables::table;
use patc::{Source, compile};

const REFERENCE: &str = "docs/pattern-language.md";

/// Tables stand between `<!-- table: NAME -->` and `<!-- end -->`.
#[test]
fn tables_are_those_of_the_compiler() -> Result<(), Failed> {
    let text = read_file(REFERENCE)?;
    let marks = ("<!-- table:", "-->", "<!-- end -->");
    let mut names = Vec::new();
    let new = replace_parts(&text, marks, |name| {
        names.push(name.to_owned());
        let table = table(name).ok_or_else(|| format!("there is no table `{name}`"))?;
        Ok(format!("\n{}\n", table.markdown()))
    })?;
    for table in patc::tables::tables() {
        // Mistakes are explained by the program itself.
        let expected = usize::from(table.name != "diagnostics");
        let found = names.iter().filter(|name| *name == table.name).count();
        if found != expected {
            return Err(format!(
                "table {}: expected {expected} times, found {found}",
                table.name
            )
            .into());
        }
    }
    expect_file(REFERENCE, &new)
}

/// Blocks marked `db` are databases without mistakes; those marked `db ROLE` are of another role.
#[test]
fn examples_compile() -> Result<(), Failed> {
    let text = read_file(REFERENCE)?;
    let mut count = 0;
    for fence in fences(&text) {
        let mut words = fence.info.split_whitespace();
        let role = match (words.next(), words.next()) {
            (Some("db"), None) => Role::Patterns,
            (Some("db"), Some(word)) if word == FILE => continue,
            (Some("db"), Some(word)) => {
                Role::by_name(word).ok_or_else(|| format!("no role {word}"))?
            }
            _ => continue,
        };
        count += 1;
        let line = text[..fence.body.start].lines().count() + 1;
        let name = format!("{REFERENCE}, block at line {line}");
        let compiled = compile(role, vec![Source::new(name, &text.as_bytes()[fence.body])]);
        if let Some(diagnostic) = compiled.diagnostics.first() {
            return Err(diagnostic.short(&compiled.sources).into());
        }
    }
    assert!(count >= 3, "{count} examples");
    Ok(())
}

/// The file that the tutorial edits.
const FILE: &str = "mine.db";

/// What a line of the tutorial's terminal answers.
fn run(line: &str, folder: &Path) -> Result<String, Failed> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["touch", file] => {
            std::fs::write(folder.join(file), "")?;
            Ok(String::new())
        }
        ["patc", arguments @ ..] => {
            let output = Command::new(env!("CARGO_BIN_EXE_patc"))
                .args(arguments)
                .current_dir(folder)
                .output()?;
            // A terminal shows the mistakes first, and the count below them.
            Ok(String::from_utf8([output.stderr, output.stdout].concat())?)
        }
        _ => Err(format!("the tutorial runs `{line}`, and this test does not know how").into()),
    }
}

/// Blocks marked `db mine.db` are what the file holds at that point, blocks marked `console` what
/// is typed, behind `$`, and answered. What the engine then does with the last of these files is
/// tested in `engine/app/tests/tutorial.rs`.
#[test]
fn the_tutorial_shows_what_patc_says() -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let text = read_file(REFERENCE)?;
    let (mut new, mut copied, mut commands) = (String::new(), 0, 0);
    for fence in fences(&text) {
        let body = &text[fence.body.clone()];
        if fence.info == format!("db {FILE}") {
            std::fs::write(folder.path().join(FILE), body)?;
        }
        if fence.info != "console" {
            continue;
        }
        new.push_str(&text[copied..fence.body.start]);
        copied = fence.body.end;
        for line in body.lines().filter_map(|line| line.strip_prefix("$ ")) {
            commands += 1;
            write!(new, "$ {line}\n{}", run(line, folder.path())?)?;
        }
    }
    new.push_str(&text[copied..]);
    assert!(commands > 5, "{commands} commands");
    expect_file(REFERENCE, &new)
}
