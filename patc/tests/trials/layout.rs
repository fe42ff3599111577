//! Tests of `patc::format` and `patc::print` on GNU Go's databases and ours: the output has the
//! same meaning, formatting is idempotent, and no comment is lost.

use std::path::Path;

use katachi_image::Role;
use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;
use patc::format::{MAX_WIDTH, format};
use patc::model::Database;
use patc::syntax::lines::{LineKind, read};
use patc::{Source, compile, print};

/// The databases of the general dialect, by their roles.
const GNUGO: [&str; 15] = [
    "patterns",
    "patterns2",
    "fuseki",
    "endgame",
    "attack",
    "defense",
    "conn",
    "influence",
    "barriers",
    "aa_attackpats",
    "owl_attackpats",
    "owl_vital_apats",
    "owl_defendpats",
    "handicap",
    "oracle",
];

fn database(role: Role, text: &[u8]) -> Result<Database, Failed> {
    let compiled = compile(role, vec![Source::new("x.db", text)]);
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    Ok(compiled.model.general().ok_or("another dialect")?.clone())
}

fn same(role: Role, before: &[u8], after: &[u8]) -> Result<(), Failed> {
    let (before, after) = (database(role, before)?, database(role, after)?);
    for (one, two) in before.patterns.iter().zip(&after.patterns) {
        assert!(one.means(two), "{one:#?}\nbecame\n{two:#?}");
    }
    assert!(before.means(&after));
    Ok(())
}

/// The comment lines and side comments of a file, in order.
fn comments(text: &[u8]) -> Vec<String> {
    let source = Source::new("x.db", text);
    let comment = |line: &patc::syntax::lines::Line| {
        let text = source.display(line.span);
        let behind = match &line.kind {
            LineKind::Pattern { name, .. } => name.as_ref().map(|name| name.span.end),
            LineKind::Directive { argument, .. } => argument.as_ref().map(|word| word.span.end),
            LineKind::Separator => Some(line.span.start),
            _ => line.cells_end(),
        };
        let skipped = behind.map_or(text.len(), |end| end - line.span.start);
        text.get(skipped..).unwrap_or_default().trim().to_owned()
    };
    let comments = read(&source);
    let comments = comments.iter().map(comment);
    comments.filter(|comment| !comment.is_empty()).collect()
}

fn formats(path: &Path, role: Role) -> Result<(), Failed> {
    let before = std::fs::read(path)?;
    let name = path.to_string_lossy();
    let once = format(&Source::new(&*name, &*before)).map_err(|found| format!("{found:?}"))?;
    same(role, &before, &once)?;
    assert_eq!(comments(&before), comments(&once));
    let twice = format(&Source::new(&*name, &*once)).map_err(|found| format!("{found:?}"))?;
    assert_eq!(
        String::from_utf8_lossy(&once),
        String::from_utf8_lossy(&twice)
    );
    let text = String::from_utf8_lossy(&once);
    assert!(text.ends_with('\n') && !text.ends_with("\n\n") && !text.contains("\n\n\n\n"));
    for line in text.lines() {
        assert_eq!(line, line.trim_end());
        assert!(
            !line.starts_with([';', '>']) || line.len() <= MAX_WIDTH,
            "{line}"
        );
    }
    // Line ends make no difference.
    let text = String::from_utf8_lossy(&before);
    let with_cr: Vec<u8> = text.replace('\n', "\r\n").into_bytes();
    let same = format(&Source::new(&*name, with_cr)).map_err(|found| format!("{found:?}"))?;
    assert_eq!(
        String::from_utf8_lossy(&once),
        String::from_utf8_lossy(&same)
    );
    Ok(())
}

fn prints(path: &Path, role: Role) -> Result<(), Failed> {
    let before = std::fs::read(path)?;
    let printed = print::database(&database(role, &before)?).to_string();
    same(role, &before, printed.as_bytes())?;
    // Printed text is already formatted, except for long lines.
    let formatted =
        format(&Source::new("x.db", &*printed)).map_err(|found| format!("{found:?}"))?;
    let short = |text: &str| {
        let lines = text.lines();
        let lines = lines.filter(|line| !line.starts_with([';', '>']));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(short(&printed), short(&String::from_utf8_lossy(&formatted)));
    Ok(())
}

/// Checks that one of our own databases is formatted.
fn is_formatted(path: &Path) -> Result<(), Failed> {
    let before = std::fs::read(path)?;
    let name = path.to_string_lossy();
    let after = format(&Source::new(&*name, &*before)).map_err(|found| format!("{found:?}"))?;
    assert_eq!(
        String::from_utf8_lossy(&before),
        String::from_utf8_lossy(&after)
    );
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for name in GNUGO {
        let need = || {
            let path = shared(&format!("peer/gnugo-3.8/patterns/{name}.db"))?;
            let role = Role::by_name(name).ok_or("an unknown role")?;
            Ok((path, role))
        };
        trials.push(trial(&format!("formats_{name}"), need(), |(path, role)| {
            formats(&path, role)
        }));
        trials.push(trial(&format!("prints_{name}"), need(), |(path, role)| {
            prints(&path, role)
        }));
    }
    for (name, path) in crate::ours::ours() {
        trials.push(trial(&format!("ours_{name}"), Ok(path), |path| {
            is_formatted(&path)?;
            prints(&path, Role::by_name(name).unwrap_or(Role::Patterns))
        }));
    }
    trials
}
