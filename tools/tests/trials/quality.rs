//! Tests of `katachi-tools quality`: fake engines and teachers, and `KataGo` on a few positions.
//!
//! The fake teachers count columns: Black leads by the columns of its stones less those of White's.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use katachi_testkit::{Trial, shared, trial};
use libtest_mimic::Failed;

use crate::common::command;

type Test = fn() -> Result;
type Result<T = ()> = std::result::Result<T, Failed>;

/// The first moves of games on 7x7; the third and fourth are judged.
const GAMES: [(&str, &str); 3] = [
    ("a.sgf", "(;SZ[7];B[cc];W[ee];B[ec];W[ce];B[bb])"),
    ("b.sgf", "(;SZ[7];B[dd];W[cb];B[eb];W[ff];B[fe])"),
    ("c.sgf", "(;SZ[7];B[cd];W[ed];B[];W[dc];B[de])"),
];

pub fn trials() -> Vec<Trial> {
    let trials: [(&str, Test); 7] = [
        (
            "losses_are_differences_of_leads",
            losses_are_differences_of_leads,
        ),
        ("teachers_that_search", teachers_that_search),
        (
            "a_run_goes_on_where_it_was_killed",
            a_run_goes_on_where_it_was_killed,
        ),
        (
            "engines_that_fail_are_counted",
            engines_that_fail_are_counted,
        ),
        ("passes_and_illegal_moves", passes_and_illegal_moves),
        ("the_worst_moves_are_a_record", the_worst_moves_are_a_record),
        (
            "what_cannot_be_measured_is_an_error",
            what_cannot_be_measured_is_an_error,
        ),
    ];
    let mut trials: Vec<Trial> = (trials.into_iter())
        .map(|(name, test)| Trial::test(name, test))
        .collect();
    let need = shared("peer/katago-1.17.2/katago")
        .and_then(|katago| Ok((katago, shared("data/games/pro19/gosei.tgz")?)));
    trials.push(trial(
        "katago_judges_professionals",
        need,
        |(katago, archive)| katago_judges_professionals(&katago, &archive),
    ));
    trials
}

fn folder() -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("games"))?;
    for (name, text) in GAMES {
        std::fs::write(folder.path().join("games").join(name), text)?;
    }
    Ok(folder)
}

/// Runs the program in a folder, with rows to `rows.csv` and `rows.json`.
fn run(folder: &Path, engines: &[&str], teacher: &str, arguments: &str) -> Result<Output> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi-tools"));
    command.arg("quality").args(["--teacher", teacher]);
    for engine in engines {
        command.args(["--engine", engine]);
    }
    if !arguments.contains("--moves") {
        command.args(["--moves", "3-4"]);
    }
    command
        .args(["--csv", "rows.csv", "--json", "rows.json", "--size", "7"])
        .args(arguments.split_whitespace())
        .arg("games")
        .current_dir(folder)
        .stdin(Stdio::null());
    Ok(command.output()?)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The output of a run that succeeds, and the rows by the names of their columns.
type Rows = Vec<std::collections::BTreeMap<String, String>>;

fn done(folder: &Path, engines: &[&str], teacher: &str, arguments: &str) -> Result<(Output, Rows)> {
    let output = run(folder, engines, teacher, arguments)?;
    if !output.status.success() {
        return Err(text(&output.stderr).into());
    }
    let rows = csv::Reader::from_path(folder.join("rows.csv"))?
        .deserialize()
        .collect::<std::result::Result<Rows, csv::Error>>()?;
    Ok((output, rows))
}

fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "expected {part:?} in:\n{text}");
}

/// The column of a point, from 1; a pass has none.
fn column(vertex: &str) -> f64 {
    let letter = vertex
        .bytes()
        .next()
        .filter(|_| !vertex.eq_ignore_ascii_case("pass"));
    letter.map_or(0.0, |letter| {
        f64::from(letter.to_ascii_uppercase() - b'A' + 1)
    })
}

/// In these positions nothing is captured, so a loss is a difference of columns.
fn assert_losses(rows: &Rows) -> Result {
    for row in rows {
        let loss: f64 = row["loss"].parse()?;
        let expected = column(&row["played"]) - column(&row["answer"]);
        assert!((loss - expected).abs() < 0.01, "{row:?}");
    }
    Ok(())
}

fn losses_are_differences_of_leads() -> Result {
    let folder = folder()?;
    let engines = [command("good", "1"), command("endless", "2")];
    let engines = engines.each_ref().map(String::as_str);
    let teacher = command("teacher", "1");
    let (output, rows) = done(folder.path(), &engines, &teacher, "")?;
    assert_eq!(rows.len(), 6);
    assert_losses(&rows)?;
    let color = |row: &std::collections::BTreeMap<String, String>| {
        if row["number"] == "3" {
            "black"
        } else {
            "white"
        }
    };
    assert!(rows.iter().all(|row| row["color"] == color(row)));
    let table = text(&output.stdout);
    assert_has(
        &table,
        "3 positions, judged by Fake teacher:1 (kata-raw-nn)\n",
    );
    assert_has(
        &text(&output.stderr),
        "3 of 400 positions found: 3 games of 3 files",
    );
    // The mean of the table and of the rows are one.
    let json: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("rows.json"))?)?;
    for engine in [1, 2] {
        let of_engine = rows
            .iter()
            .filter(|row| row["engine"] == engine.to_string());
        let losses: Vec<f64> = of_engine
            .map(|row| row["loss"].parse())
            .collect::<std::result::Result<_, _>>()?;
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        let report = &json["report"]["engines"][engine - 1];
        let reported = report["loss"]["mean"].as_f64().ok_or("no mean")?;
        assert!((reported - mean).abs() < 1e-9, "{reported} {mean}");
        assert_eq!(report["loss"]["moves"], 3);
        let line = table
            .lines()
            .find(|line| line.starts_with(&format!("engine {engine}   ")));
        let shown = line.and_then(|line| line.split_whitespace().nth(2));
        assert_eq!(shown, Some(format!("{mean:.2}").as_str()), "{table}");
    }
    // Rows and files are the same with more jobs, apart from times.
    let without_time = |rows: &Rows| -> Rows {
        let mut rows = rows.clone();
        for row in &mut rows {
            row.remove("seconds");
        }
        rows
    };
    let seeded = [command("good", "%n")];
    let seeded = seeded.each_ref().map(String::as_str);
    let (_, one) = done(folder.path(), &seeded, &teacher, "--jobs 1")?;
    let (_, three) = done(folder.path(), &seeded, &teacher, "--jobs 3")?;
    assert_eq!(without_time(&one), without_time(&three));
    Ok(())
}

fn teachers_that_search() -> Result {
    let folder = folder()?;
    let engine = command("good", "1");
    // Whichever side a program speaks for, the losses are the same.
    for behaviour in ["analyst", "analyst-black", "analyst-white"] {
        let teacher = command(behaviour, "1");
        let (output, rows) = done(folder.path(), &[&engine], &teacher, "--visits 20")?;
        assert_losses(&rows)?;
        assert_has(&text(&output.stdout), "(kata-analyze, 20 visits)");
    }
    Ok(())
}

fn a_run_goes_on_where_it_was_killed() -> Result {
    let folder = folder()?;
    let cache = folder.path().join("cache");
    let (good, teacher) = (command("good", "1"), command("teacher", "1"));
    let (_, rows) = done(folder.path(), &[&good], &teacher, "--cache cache")?;
    let whole = std::fs::read_to_string(&cache)?;
    assert_eq!(whole.matches("\nmove\t").count(), 3, "{whole}");
    // A killed run leaves some answers and half a row. They are used: the marked one shows it.
    let first = whole
        .lines()
        .position(|line| line.starts_with("move\t"))
        .ok_or("no move")?;
    let kept: Vec<&str> = whole.lines().take(first + 1).collect();
    let marked = kept
        .join("\n")
        .replace(kept[first].split('\t').nth(3).ok_or("no answer")?, "G7");
    std::fs::write(&cache, format!("{marked}\nlead\thalf"))?;
    let (_, again) = done(folder.path(), &[&good], &teacher, "--cache cache")?;
    assert_eq!(again.iter().filter(|row| row["answer"] == "G7").count(), 1);
    assert_losses(&again)?;
    assert_eq!(rows.len(), again.len());
    let end = std::fs::read_to_string(&cache)?;
    assert!(end.starts_with(&marked) && !end.contains("half"), "{end}");
    // With all answers there, nobody is asked; another engine is.
    let (_, last) = done(folder.path(), &[&good], &teacher, "--cache cache")?;
    assert_eq!(std::fs::read_to_string(&cache)?, end);
    assert_eq!(last, again);
    done(
        folder.path(),
        &[&command("good", "2")],
        &teacher,
        "--cache cache",
    )?;
    let more = std::fs::read_to_string(&cache)?;
    assert_eq!(more.matches("\nmove\t").count(), 6, "{more}");
    Ok(())
}

fn engines_that_fail_are_counted() -> Result {
    let folder = folder()?;
    let good = command("good", "1");
    let teacher = command("teacher", "1");
    // It refuses the moves of records from the fourth on, so it has no answer to later ones.
    let (output, rows) = done(
        folder.path(),
        &[&command("picky", "1"), &good],
        &teacher,
        "--moves 5-5",
    )?;
    assert_has(&text(&output.stdout), "engine 1: 3 failed, not judged\n");
    assert_has(
        &text(&output.stderr),
        "games/a.sgf, move 5: Fake picky:1: skipped: the engine",
    );
    let failed = rows.iter().filter(|row| row["outcome"] == "failed");
    assert!(
        failed
            .clone()
            .all(|row| row["engine"] == "1" && row["loss"].is_empty())
    );
    assert_eq!((failed.count(), rows.len()), (3, 6));
    // A teacher that dies is started again; what it should judge is skipped.
    let (output, rows) = done(folder.path(), &[&good], &command("mute-teacher", "1"), "")?;
    assert_has(&text(&output.stdout), "engine 1: 3 failed, not judged\n");
    assert_has(&text(&output.stderr), "skipped: the teacher: the engine");
    assert!(
        rows.iter()
            .all(|row| row["outcome"] == "failed" && !row["answer"].is_empty())
    );
    Ok(())
}

fn passes_and_illegal_moves() -> Result {
    let folder = folder()?;
    let teacher = command("teacher", "1");
    for (behaviour, remark, outcome) in [
        ("passing", "engine 1: 3 passes\n", "judged"),
        (
            "giving-up",
            "engine 1: 3 resigned, judged as passes\n",
            "judged",
        ),
        ("taken", "engine 1: 3 not legal, not judged\n", "illegal"),
        ("nonsense", "engine 1: 3 not legal, not judged\n", "illegal"),
    ] {
        let (output, rows) = done(folder.path(), &[&command(behaviour, "1")], &teacher, "")?;
        assert_has(&text(&output.stdout), remark);
        assert_eq!(rows.len(), 3);
        for row in &rows {
            assert_eq!(row["outcome"], outcome);
            if outcome == "judged" {
                // A pass gains no column.
                assert!((row["loss"].parse::<f64>()? - column(&row["played"])).abs() < 0.01);
            }
        }
    }
    let (output, _) = done(folder.path(), &[&command("taken", "1")], &teacher, "")?;
    assert_has(&text(&output.stderr), ": the point is occupied\n");
    Ok(())
}

fn the_worst_moves_are_a_record() -> Result {
    let folder = folder()?;
    // All stones of this engine are in the first column.
    let arguments = "--worst worst.sgf --worst-count 2";
    let (_, rows) = done(
        folder.path(),
        &[&command("low", "1")],
        &command("teacher", "1"),
        arguments,
    )?;
    let mut losses: Vec<f64> = rows
        .iter()
        .map(|row| row["loss"].parse())
        .collect::<std::result::Result<_, _>>()?;
    losses.sort_by(|a, b| b.total_cmp(a));
    let record = std::fs::read_to_string(folder.path().join("worst.sgf"))?;
    let parsed = katachi_sgf::parse(record.as_bytes())?;
    let games: Vec<_> = parsed.collection.roots().collect();
    assert_eq!(games.len(), 2);
    for (game, loss) in games.iter().zip(losses) {
        let last = game
            .main_line()
            .find(|node| node.has_variations())
            .ok_or("no position")?;
        let label = last.value("LB").ok_or("no label")?.text();
        assert!(
            label.starts_with('a') && label.ends_with(&format!(":{:.1}", -loss)),
            "{label}"
        );
        assert_eq!(last.children().count(), 2);
        let comment = last.value("C").ok_or("no comment")?.text();
        assert_has(&comment, &format!("It loses {loss:.1} points."));
        assert!(comment.starts_with("games/"), "{comment}");
    }
    Ok(())
}

fn what_cannot_be_measured_is_an_error() -> Result {
    let folder = folder()?;
    let (good, teacher) = (command("good", "1"), command("teacher", "1"));
    let error = |engine: &str, teacher: &str, arguments: &str| -> Result<String> {
        let output = run(folder.path(), &[engine], teacher, arguments)?;
        if output.status.success() {
            return Err(format!("no error: {arguments}").into());
        }
        Ok(text(&output.stderr))
    };
    std::fs::write(folder.path().join("other"), "(;SZ[9])\n")?;
    for (engine, teacher, arguments, expected) in [
        (
            &good,
            &good,
            "",
            "the teacher `Fake good:1` knows neither `kata-raw-nn` nor `kata-analyze`",
        ),
        (&good, &teacher, "--visits 10", "knows neither"),
        (
            &command("weak", "1"),
            &teacher,
            "--part 2/1",
            "expected a part such as 1/7",
        ),
        (
            &good,
            &teacher,
            "--moves 9-8",
            "expected two numbers of moves from 1",
        ),
        (
            &good,
            &teacher,
            "--moves 100-200",
            "expected games of at least 100 moves in part 1/1",
        ),
        (
            &good,
            &teacher,
            "--cache other",
            "other:1: expected the head of a cache, found `(;SZ[9])`",
        ),
        (&good, &teacher, "--jobs 0", "--jobs: expected at least 1"),
        (
            &good,
            &teacher,
            "none",
            "found nothing at none; check the name",
        ),
        (
            &"/no/engine".to_owned(),
            &teacher,
            "",
            "could not start the engine `/no/engine`",
        ),
    ] {
        assert_has(&error(engine, teacher, arguments)?, expected);
    }
    Ok(())
}

fn katago_judges_professionals(katago: &Path, archive: &Path) -> Result {
    let folder = tempfile::tempdir()?;
    let games = katachi_testkit::archived(archive, "sgf")?;
    std::fs::create_dir(folder.path().join("games"))?;
    for (number, bytes) in games.values().take(12).enumerate() {
        std::fs::write(folder.path().join(format!("games/{number}.sgf")), bytes)?;
    }
    let home = katago.parent().ok_or("katago has a folder")?;
    // KataGo draws its moves and turns positions by chance: with these seeds, always the same way.
    let teacher = format!(
        "'{}' gtp -model '{}' -config '{}' -override-config nnRandSeed=1,searchRandSeed=1",
        katago.display(),
        home.join("b6c96.bin.gz").display(),
        home.join("gtp.cfg").display()
    );
    // KataGo's own moves next to random ones, judged by its network and by a short search.
    let engines = [teacher.clone(), command("good", "1")];
    let engines = engines.each_ref().map(String::as_str);
    for options in ["", "--visits 5"] {
        let arguments = format!("--size 19 --moves 20-60 --positions 12 {options}");
        let output = Command::new(env!("CARGO_BIN_EXE_katachi-tools"))
            .args(["quality", "--json", "rows.json", "--teacher", &teacher])
            .args(engines.iter().flat_map(|engine| ["--engine", engine]))
            .args(arguments.split_whitespace())
            .arg("games")
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .output()?;
        assert!(output.status.success(), "{}", text(&output.stderr));
        let json: serde_json::Value =
            serde_json::from_slice(&std::fs::read(folder.path().join("rows.json"))?)?;
        let engines = &json["report"]["engines"];
        let mean = |engine: usize| engines[engine]["loss"]["mean"].as_f64().unwrap_or(f64::NAN);
        // A random move in the opening of a professional game loses about ten points.
        assert!(mean(0).abs() < 4.0 && mean(1) > mean(0) + 4.0, "{engines}");
        assert_eq!(engines[1]["loss"]["moves"], 12);
    }
    Ok(())
}
