//! The rows about tools and databases.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use katachi_gtp::Client;
use katachi_testkit::{Need, Trial, shared, trial, workspace_root};
use libtest_mimic::Failed;
use tempfile::TempDir;

use super::page::{Page, Row};

/// A program of the workspace: ours, or one that was built beside it.
fn built(name: &str) -> Need<PathBuf> {
    let katachi = Path::new(env!("CARGO_BIN_EXE_katachi"));
    let program = katachi.with_file_name(name);
    program
        .is_file()
        .then_some(program)
        .ok_or_else(|| format!("{name} has not been built"))
}

/// A tool: its name in GNU Go, and a command line here with a line that it prints.
fn tool(page: &Page, row: &Row, program: &Path) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    page.write_files(folder.path())?;
    let line = row.first(1)?;
    let output = Command::new(program)
        .args(line.split_whitespace().skip(1))
        .current_dir(folder.path())
        .env("KATACHI_PATTERNS", "builtin")
        .output()?;
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    let text = text.concat();
    let expected = page.grammar(row.first(2)?)?;
    if output.status.success() && text.lines().any(|line| expected.is_match(line)) {
        return Ok(());
    }
    Err(format!("{line}: expected {expected}, found {text}").into())
}

/// A file of this repository that stands for a tool.
fn file(path: &str) -> Result<(), Failed> {
    let there = workspace_root().join(path).exists();
    there
        .then_some(())
        .ok_or_else(|| format!("{path} is not there").into())
}

/// What `katachi-list_patterns` prints after these databases are loaded.
fn listed(patterns: &str) -> Result<String, Failed> {
    let ours = env!("CARGO_BIN_EXE_katachi");
    let mut client = Client::spawn(ours, ["gtp", "--patterns", patterns, "--seed", "1"])?;
    Ok(client.send("katachi-list_patterns")?.text().to_owned())
}

/// The databases that the row names are shipped, and they alone have its role.
fn shipped(row: &Row) -> Result<(), Failed> {
    let role = row.first(1)?;
    let all = listed("builtin")?;
    let found: Vec<&str> = (all.lines())
        .filter(|line| line.contains(&format!(" role {role} ")))
        .filter_map(|line| line.split(' ').next())
        .collect();
    let expected = row.code(2);
    if found == expected {
        return Ok(());
    }
    Err(format!("{role}: the page says {expected:?} are shipped, found {found:?}").into())
}

/// A database of GNU Go can be used here, in its role.
fn usable(row: &Row, folder: &Path) -> Result<(), Failed> {
    let role = format!(" role {} ", row.first(1)?);
    for name in row.code(0) {
        let file = folder.join(name);
        let all = listed(&file.display().to_string())?;
        if !all.contains(&role) {
            return Err(format!("{name}: expected{role}found {all}").into());
        }
    }
    Ok(())
}

/// Every database of GNU Go has a row.
fn all_have_rows(rows: &[Row], folder: &Path) -> Result<(), Failed> {
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !rows.iter().any(|row| row.code(0).contains(&name.as_str())) {
            return Err(format!("docs/gnugo.md has no row for the database {name}").into());
        }
    }
    Ok(())
}

pub fn trials(page: &Arc<Page>) -> Result<Vec<Trial>, Failed> {
    let mut trials = Vec::new();
    for row in page.tables("Tools")? {
        let name = format!("tool {}", row.first(0)?);
        let here = row.first(1)?.to_owned();
        if row.code(2).is_empty() {
            trials.push(Trial::test(name, move || file(&here)));
            continue;
        }
        let page = Arc::clone(page);
        let program = built(here.split(' ').next().unwrap_or_default());
        trials.push(trial(&name, program, move |program| {
            tool(&page, &row, &program)
        }));
    }
    let rows = page.tables("Databases")?;
    for row in &rows {
        let name = row.first(0)?;
        let of_ours = row.clone();
        trials.push(Trial::test(format!("database {name} shipped"), move || {
            shipped(&of_ours)
        }));
        let row = row.clone();
        let peer = shared("peer/gnugo-3.8/patterns");
        trials.push(trial(&format!("database {name}"), peer, move |folder| {
            usable(&row, &folder)
        }));
    }
    let peer = shared("peer/gnugo-3.8/patterns");
    trials.push(trial("all databases of GNU Go", peer, move |folder| {
        all_have_rows(&rows, &folder)
    }));
    Ok(trials)
}
