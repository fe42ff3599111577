//! Tests that the documentation for pattern authors agrees with the compiler: its tables and its
//! examples. `UPDATE_DOCS=1` rewrites the tables.

use katachi_image::Role;
use katachi_testkit::docs::{expect_file, fences, read_file, replace_parts};
use katachi_testkit::transcripts::pages;
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
        // `patc explain` covers the diagnostics, so that table is not in the documents.
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

/// Blocks marked `db` are databases without mistakes, in the role `patterns`; `db ROLE` names
/// another role. Files of transcripts (`db mine.db`) may have mistakes.
#[test]
fn examples_compile() -> Result<(), Failed> {
    let mut count = 0;
    for page in pages()? {
        let text = read_file(&page)?;
        for fence in fences(&text) {
            let mut words = fence.info.split_whitespace();
            let role = match (words.next(), words.next()) {
                (Some("db"), None) => Role::Patterns,
                (Some("db"), Some(word)) if word.contains('.') => continue,
                (Some("db"), Some(word)) => {
                    Role::by_name(word).ok_or_else(|| format!("no role {word}"))?
                }
                _ => continue,
            };
            count += 1;
            let line = text[..fence.body.start].lines().count() + 1;
            let name = format!("{page}, block at line {line}");
            let source = Source::new(name, &text.as_bytes()[fence.body]);
            let compiled = compile(role, vec![source]);
            if let Some(diagnostic) = compiled.diagnostics.first() {
                return Err(diagnostic.short(&compiled.sources).into());
            }
        }
    }
    assert!(count >= 3, "{count} examples");
    Ok(())
}
