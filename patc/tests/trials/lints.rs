//! Tests the lints on GNU Go's databases: they find exactly what `docs/lints.md` lists, as many of
//! each kind in each database, at the listed places.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use katachi_image::{Kind, PROFILES, Role};
use katachi_testkit::{Trial, shared, trial, workspace_root};
use libtest_mimic::Failed;
use patc::{Code, Compiled, Severity, Source, compile};

/// Marks the beginning of the list in the document.
const BEGIN: &str = "<!-- finds -->\n";

/// Marks its end.
const END: &str = "<!-- end -->";

fn read(folder: &Path, name: &str) -> Result<Source, Failed> {
    let file = format!("{name}.db");
    Ok(Source::new(
        file.as_str(),
        std::fs::read(folder.join(&file))?,
    ))
}

/// The name of the pattern in which a byte of a source stands.
fn pattern_at(source: &Source, offset: usize) -> &str {
    let end = offset + source.text()[offset..].find('\n').unwrap_or_default();
    let starts = source.text()[..end].rmatch_indices("\nPattern ");
    let start = starts.map(|(at, word)| at + word.len()).next();
    let name = start.and_then(|at| source.text()[at..].split_whitespace().next());
    name.unwrap_or_default()
}

/// Collects all warnings except those about questions that the engine cannot answer: `patc stats`
/// counts these.
fn finds(compiled: &Compiled, into: &mut BTreeMap<(Code, String), Vec<String>>) {
    let found = compiled.diagnostics.iter();
    for diagnostic in found.filter(|diagnostic| diagnostic.code != Code::Unanswered) {
        let source = &compiled.sources[diagnostic.source.0];
        let (start, line) = (
            diagnostic.span.start,
            source.location(diagnostic.span.start).line,
        );
        let name = pattern_at(source, start);
        let places = into.entry((diagnostic.code, source.name().to_owned()));
        places.or_default().push(format!("{name} {line}"));
    }
}

fn list(folder: &Path) -> Result<String, Failed> {
    let mut found = BTreeMap::new();
    // The engine reads the two main files as one database.
    let main = vec![read(folder, "patterns")?, read(folder, "patterns2")?];
    finds(&compile(Role::Patterns, main), &mut found);
    let others = PROFILES
        .iter()
        .filter(|profile| profile.kind == Kind::General && !profile.name.starts_with("patterns"))
        // GNU Go's joseki are trees, which have no `.db`.
        .filter(|profile| profile.role != Role::Joseki);
    for profile in others {
        let source = read(folder, profile.name)?;
        let compiled = compile(profile.role, vec![source]);
        assert_eq!(compiled.count(Severity::Error), 0, "{}", profile.name);
        finds(&compiled, &mut found);
    }
    let mut text = String::new();
    let mut last = None;
    for ((code, file), places) in &found {
        if last != Some(code) {
            writeln!(text, "\n{code}, {}:\n", code.title())?;
            last = Some(code);
        }
        writeln!(text, "- `{file}`, {}: {}", places.len(), places.join(", "))?;
    }
    text.push('\n');
    Ok(text)
}

fn documented(folder: &Path) -> Result<(), Failed> {
    let path = workspace_root().join("docs/lints.md");
    let document = std::fs::read_to_string(&path)?;
    let (head, rest) = document.split_once(BEGIN).ok_or("a list of finds")?;
    let (stands, tail) = rest.split_once(END).ok_or("the end of the list")?;
    let found = list(folder)?;
    if std::env::var_os("UPDATE_LINTS").is_some() {
        std::fs::write(&path, format!("{head}{BEGIN}{found}{END}{tail}"))?;
        return Ok(());
    }
    assert_eq!(
        found, stands,
        "UPDATE_LINTS=1 writes the list; look at what is new before you commit it"
    );
    Ok(())
}

/// Our own databases cause no warnings.
fn ours() -> Result<(), Failed> {
    let folder = workspace_root().join("patterns");
    for (name, role) in [
        ("opening", Role::Fuseki),
        ("shapes", Role::Patterns),
        ("edge", Role::Endgame),
        ("attack", Role::Attack),
        ("defense", Role::Defense),
        ("conn", Role::Conn),
        ("eyes", Role::Eyes),
    ] {
        let compiled = compile(role, vec![read(&folder, name)?]);
        let found = compiled.diagnostics.iter();
        let found: Vec<_> = found.map(|d| d.short(&compiled.sources)).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let folder = shared("peer/gnugo-3.8/patterns");
    vec![
        trial("finds_in_gnu_go_are_documented", folder, |folder| {
            documented(&folder)
        }),
        trial("own_databases_are_clean", Ok(()), |()| ours()),
    ]
}
