//! Tests of `katachi-tools census` and `katachi-tools compare` as programs.

use std::path::Path;
use std::process::{Command, Output};

use katachi_testkit::{Trial, trial};
use libtest_mimic::Failed;

use crate::common::command;

type Test = fn() -> Result;
type Result<T = ()> = std::result::Result<T, Failed>;

/// Small games on 9x9.
const GAMES: [(&str, &str); 2] = [
    ("a.sgf", "(;SZ[9];B[ee];W[ef];B[df];W[ff];B[de];W[fe])"),
    ("b.sgf", "(;SZ[9];B[cc];W[cd];B[dd];W[dc];B[db];W[ec])"),
];

const MINE: &str = "attribute_map general

Pattern Hane

OX
.*

:8,-,value(10)

Pattern Stretch

OX
*.

:8,-,value(8)
";

pub fn trials() -> Vec<Trial> {
    let trials: [(&str, Test); 4] = [
        ("a_census_writes_its_files", a_census_writes_its_files),
        ("a_teacher_judges_candidates", a_teacher_judges_candidates),
        ("an_edit_changes_moves", an_edit_changes_moves),
        ("what_is_missing_is_named", what_is_missing_is_named),
    ];
    let mut trials: Vec<Trial> = (trials.into_iter())
        .map(|(name, test)| Trial::test(name, test))
        .collect();
    trials.push(trial(
        "revisions_of_a_repository",
        katachi_testkit::program("git"),
        |_| revisions_of_a_repository(),
    ));
    trials
}

fn folder() -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    let games = folder.path().join("games");
    std::fs::create_dir(&games)?;
    for (name, text) in GAMES {
        std::fs::write(games.join(name), text)?;
    }
    std::fs::write(folder.path().join("mine.db"), MINE)?;
    Ok(folder)
}

fn tools(folder: &Path, arguments: &[&str]) -> Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi-tools"));
    let output = command
        .args(arguments)
        .current_dir(folder)
        .env("KATACHI_CACHE", folder.join("cache"))
        .output()?;
    Ok(output)
}

/// What a command prints if it succeeds.
fn printed(folder: &Path, arguments: &[&str]) -> Result<String> {
    let output = tools(folder, arguments)?;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    Ok(String::from_utf8(output.stdout)?)
}

fn a_census_writes_its_files() -> Result {
    let folder = folder()?;
    let path = folder.path();
    let files = ["--csv", "c.csv", "--html", "c.html", "--resume", "c.state"];
    let census = ["census", "mine.db", "games"];
    let arguments: Vec<&str> = census.into_iter().chain(files).collect();
    let text = printed(path, &arguments)?;
    assert!(
        text.starts_with("2 games, 12 positions, depth constraint"),
        "{text}"
    );
    assert!(
        text.contains("mine (patterns): 2 patterns, 2 fit"),
        "{text}"
    );
    let rows = std::fs::read_to_string(path.join("c.csv"))?;
    assert_eq!(rows.lines().count(), 3, "{rows}");
    let again = printed(path, &arguments)?;
    let tables =
        [&text, &again].map(|text| text.split_once('\n').map(|(_, table)| table.to_owned()));
    assert_eq!(tables[0], tables[1], "nothing is counted twice");
    assert!(std::fs::read_to_string(path.join("c.html"))?.contains("Hane"));
    Ok(())
}

fn a_teacher_judges_candidates() -> Result {
    let folder = folder()?;
    let teacher = command("teacher", "1");
    let arguments = [
        "census", "mine.db", "games", "--depth", "move", "--level", "1",
    ];
    let arguments: Vec<&str> = arguments
        .into_iter()
        .chain(["--teacher", &teacher])
        .collect();
    let text = printed(folder.path(), &arguments)?;
    assert!(text.contains("points"), "{text}");
    let arguments = ["census", "mine.db", "games", "--teacher", &teacher];
    let output = tools(folder.path(), &arguments)?;
    let error = String::from_utf8(output.stderr)?;
    assert!(
        error.contains("--teacher: expected --depth move"),
        "{error}"
    );
    Ok(())
}

fn an_edit_changes_moves() -> Result {
    let folder = folder()?;
    let path = folder.path();
    std::fs::write(path.join("new.db"), MINE.replace("value(8)", "value(20)"))?;
    let compare = [
        "compare",
        "--patterns",
        "mine.db",
        "--patterns",
        "new.db",
        "games",
    ];
    let teacher = command("teacher", "1");
    let more = ["--level", "1", "--html", "edit.html", "--teacher", &teacher];
    let arguments: Vec<&str> = compare.into_iter().chain(more).collect();
    let text = printed(path, &arguments)?;
    assert!(
        text.contains("- Stretch mine.db:10\n  + Stretch new.db:10"),
        "{text}"
    );
    assert!(text.contains("the new moves gain"), "{text}");
    assert!(std::fs::read_to_string(path.join("edit.html"))?.contains("<svg"));
    let same = [
        "compare",
        "--patterns",
        "mine.db",
        "--patterns",
        "mine.db",
        "games",
    ];
    assert_eq!(
        printed(path, &same)?,
        "no pattern differs; no move changes\n"
    );
    Ok(())
}

fn what_is_missing_is_named() -> Result {
    let folder = folder()?;
    for (arguments, expected) in [
        (
            ["census", "mine.db", "nothing"].as_slice(),
            "found nothing at nothing",
        ),
        (
            &["compare", "--patterns", "mine.db", "games"],
            "expected --patterns twice, for the old and the new databases, found it 1 times",
        ),
        (
            &[
                "compare",
                "--patterns",
                "no.db",
                "--patterns",
                "mine.db",
                "games",
            ],
            "--patterns no.db: ",
        ),
        (
            &["census", "mine.db", "games", "--depth", "deep"],
            "expected diagram",
        ),
        (
            &["census", "mine.db", "games", "--size", "19"],
            "found none",
        ),
    ] {
        let output = tools(folder.path(), arguments)?;
        assert!(!output.status.success());
        let error = String::from_utf8(output.stderr)?;
        assert!(error.contains(expected), "{expected}: {error}");
    }
    Ok(())
}

fn revisions_of_a_repository() -> Result {
    let folder = folder()?;
    let path = folder.path();
    let git = |arguments: &[&str]| -> Result {
        let mut command = Command::new("git");
        let name = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
        let output = command
            .args(name)
            .args(arguments)
            .current_dir(path)
            .output()?;
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {error}");
        Ok(())
    };
    git(&["init", "-q"])?;
    std::fs::create_dir(path.join("db"))?;
    std::fs::rename(path.join("mine.db"), path.join("db/mine.db"))?;
    git(&["add", "db"])?;
    git(&["commit", "-q", "-m", "first"])?;
    std::fs::write(
        path.join("db/mine.db"),
        MINE.replace("value(8)", "value(20)"),
    )?;
    let compare = |old: &str, new: &str| {
        let arguments = [
            "compare",
            "--patterns",
            old,
            "--patterns",
            new,
            "games",
            "--level",
            "1",
        ];
        printed(path, &arguments)
    };
    let text = compare("HEAD:db", "db")?;
    assert!(text.contains("+ Stretch mine.db:10"), "{text}");
    let text = compare("HEAD:db/mine.db", "HEAD:db")?;
    assert_eq!(text, "no pattern differs; no move changes\n");
    let output = tools(
        path,
        &[
            "compare",
            "--patterns",
            "HEAD:no",
            "--patterns",
            "db",
            "games",
        ],
    )?;
    let error = String::from_utf8(output.stderr)?;
    assert!(
        error.contains("expected files at no in HEAD, found none"),
        "{error}"
    );
    Ok(())
}
