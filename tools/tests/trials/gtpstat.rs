//! Tests of `gtpstat`: fake engines, GNU Go and our own engine on good and bad game records.

use std::path::Path;
use std::process::{Command, Stdio};

use katachi_testkit::{Trial, program, shared, trial};
use libtest_mimic::Failed;

use crate::common::command;

type Test = fn() -> Result;
type Result<T = ()> = std::result::Result<T, Failed>;

const GAME: &str = "(;SZ[7]KM[5.5];B[cc];W[ee];B[ec];W[];B[ce])";

pub fn trials() -> Vec<Trial> {
    let trials: [(&str, Test); 5] = [
        ("each_position_is_a_row", each_position_is_a_row),
        ("bad_records_are_passed_over", bad_records_are_passed_over),
        (
            "engines_that_fail_are_started_again",
            engines_that_fail_are_started_again,
        ),
        ("positions_are_chosen", positions_are_chosen),
        (
            "what_cannot_be_asked_is_an_error",
            what_cannot_be_asked_is_an_error,
        ),
    ];
    let mut trials: Vec<Trial> = (trials.into_iter())
        .map(|(name, test)| Trial::test(name, test))
        .collect();
    let need =
        program("gnugo").and_then(|gnugo| Ok((gnugo, shared("data/games/dan9/ogs-dan-9x9.tgz")?)));
    trials.push(trial("gnugo_over_an_archive", need, |(gnugo, archive)| {
        gnugo_over_an_archive(&gnugo, &archive)
    }));
    trials
}

/// Runs the program in a folder; returns its output and the rows of `rows.csv`.
fn run(folder: &Path, engine: &str, arguments: &str) -> Result<(String, Vec<Vec<String>>)> {
    let output = Command::new(env!("CARGO_BIN_EXE_gtpstat"))
        .args(["--engine", engine, "--csv", "rows.csv", "--svg", "plot.svg"])
        .args(
            arguments
                .split_whitespace()
                .map(|word| word.replace('~', " ")),
        )
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_path(folder.join("rows.csv"))?;
    let mut rows = Vec::new();
    for row in reader.records() {
        rows.push(row?.iter().map(str::to_owned).collect());
    }
    Ok((String::from_utf8_lossy(&output.stdout).into_owned(), rows))
}

fn folder(files: &[(&str, &str)]) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text)?;
    }
    Ok(folder)
}

fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "expected {part:?} in:\n{text}");
}

fn each_position_is_a_row() -> Result {
    let folder = folder(&[("a.sgf", GAME)])?;
    let commands = "--commands reg_genmove,turn~%c,cputime,final_score a.sgf";
    let (summary, rows) = run(folder.path(), &command("good", "1"), commands)?;
    let header = [
        "file",
        "move",
        "color",
        "played",
        "reg_genmove %c",
        "agreement",
        "turn %c",
        "cputime",
        "final_score",
    ];
    assert_eq!(rows[0], header);
    let fields = |row: usize, range: std::ops::Range<usize>| rows[row][range].join(" ");
    assert_eq!(rows.len(), 6);
    assert_eq!(fields(1, 0..4), "a.sgf 1 B C5");
    assert_eq!(fields(4, 0..4), "a.sgf 4 W pass");
    for (number, row) in rows.iter().enumerate().skip(1) {
        let color = if number % 2 == 1 { "black" } else { "white" };
        assert_eq!(row[6], color);
        let agrees = row[4].eq_ignore_ascii_case(&row[3]);
        assert_eq!(row[5], if agrees { "1" } else { "0" });
        // This engine's clock counts its moves; it thought about one here.
        assert_eq!(row[7], "1.000");
    }
    // The stones before each move: none, B, BW, BWB, and the same after the pass.
    let scores: Vec<&str> = rows[1..].iter().map(|row| row[8].as_str()).collect();
    assert_eq!(scores, ["0", "B+1", "0", "B+1", "B+1"]);
    assert_has(
        &summary,
        "records         1\nskipped         0\npositions       5\n",
    );
    assert_has(&summary, "final_score (mean)\n  all          0.60 ± ");
    let plot = std::fs::read_to_string(folder.path().join("plot.svg"))?;
    assert_eq!(plot.matches("<circle").count(), 4);
    Ok(())
}

fn bad_records_are_passed_over() -> Result {
    let folder = folder(&[
        ("1.sgf", "no record"),
        ("2.sgf", "(;SZ[7];B[aa];W[aa])"),
        ("3.sgf", "(;SZ[7:9];B[aa])"),
        ("4.sgf", GAME),
        ("5.sgf", "(;SZ[7];B[zz])"),
    ])?;
    std::fs::write(folder.path().join("6.tgz"), "no archive")?;
    let arguments = "--commands turn~%c . none.sgf";
    let (summary, rows) = run(folder.path(), &command("good", "1"), arguments)?;
    assert_eq!(rows.len(), 6);
    assert_has(&summary, "records         1\nskipped         6\n");
    for part in [
        "1.sgf: 1:10: expected a game tree",
        "2.sgf: 1:14: move 2, white A7: the point is occupied",
        "3.sgf: 1:2: expected a square board",
        "5.sgf: 1:10: expected a point",
        "6.tgz: ",
        "none.sgf: ",
    ] {
        assert_has(&summary, part);
    }
    Ok(())
}

fn engines_that_fail_are_started_again() -> Result {
    let folder = folder(&[("a.sgf", GAME), ("b.sgf", GAME)])?;
    // The engine dies whenever it should score.
    let commands = "--commands reg_genmove,final_score,turn~%c .";
    let (summary, rows) = run(folder.path(), &command("mute", "1"), commands)?;
    assert_eq!(rows.len(), 11);
    for row in &rows[1..] {
        assert!(row[6].starts_with("! the engine"), "{row:?}");
        assert!(!row[4].is_empty() && !row[7].starts_with('!'), "{row:?}");
    }
    assert_has(&summary, "engine restarts 10\n");
    assert_has(&summary, "  failed       10\n");
    // An engine that refuses a record's moves spoils only that record.
    let (summary, rows) = run(
        folder.path(),
        &command("picky", "1"),
        "--commands turn~%c .",
    )?;
    assert_eq!(rows.len(), 9);
    assert_has(
        &summary,
        "a.sgf: the engine refused `play white pass`: I do not like this move",
    );
    assert_has(&summary, "skipped         2\n");
    Ok(())
}

fn positions_are_chosen() -> Result {
    let folder = folder(&[("a.sgf", GAME)])?;
    let numbers = |options: &str| -> Result<String> {
        let arguments = format!("--commands turn~%c {options} a.sgf");
        let (_, rows) = run(folder.path(), &command("good", "1"), &arguments)?;
        Ok(rows[1..].iter().map(|row| row[1].as_str()).collect())
    };
    assert_eq!(numbers("--min 2 --max 4")?, "234");
    assert_eq!(numbers("--every 2")?, "135");
    assert_eq!(numbers("--min 2 --every 3")?, "25");
    assert_eq!(numbers("--min 9")?, "");
    Ok(())
}

fn what_cannot_be_asked_is_an_error() -> Result {
    let folder = folder(&[("a.sgf", GAME)])?;
    let error = |engine: &str, arguments: &str| -> Result<String> {
        match run(folder.path(), engine, arguments) {
            Ok(_) => Err(format!("no error: {arguments}").into()),
            Err(error) => Ok(error.message().unwrap_or_default().to_owned()),
        }
    };
    let good = command("good", "1");
    assert_has(
        &error(&good, "--commands fly a.sgf")?,
        "lacks the command `fly`",
    );
    assert_has(
        &error(&good, "--every 0 a.sgf")?,
        "--every: expected at least 1",
    );
    assert_has(
        &error(&good, "--commands , a.sgf")?,
        "--commands: expected a command",
    );
    assert_has(
        &error("/no/engine", "a.sgf")?,
        "could not start the engine `/no/engine`",
    );
    Ok(())
}

fn gnugo_over_an_archive(gnugo: &Path, archive: &Path) -> Result {
    // Three games are enough here; the whole archive has 1,593.
    let folder = tempfile::tempdir()?;
    let games = katachi_testkit::archived(archive, "sgf")?;
    for (number, bytes) in games.values().take(3).enumerate() {
        std::fs::write(folder.path().join(format!("{number}.sgf")), bytes)?;
    }
    let engine = format!("{} --mode gtp --level 1", gnugo.display());
    let arguments = "--commands reg_genmove,estimate_score,cputime --every 5 .";
    let (summary, rows) = run(folder.path(), &engine, arguments)?;
    assert!(rows.len() > 10, "{summary}");
    assert_has(&summary, "records         3\nskipped         0\n");
    let agree = rows[1..].iter().filter(|row| row[5] == "1").count();
    assert!(
        agree > 0 && agree < rows.len() - 1,
        "{agree} of {}",
        rows.len()
    );
    for row in &rows[1..] {
        let seconds: f64 = row[7].parse()?;
        assert!(seconds < 60.0 && row[6].contains("upper bound"), "{row:?}");
    }
    Ok(())
}
