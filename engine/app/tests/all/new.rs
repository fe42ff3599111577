//! `katachi new`: patterns of positions, and what is wrong with requests for them.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::program;

/// Black has played the two-stone head at E3; White's next move is a pass.
const GAME: &str = "(;SZ[9]GM[1];B[fd];W[ed];B[fe];W[ee];B[ef];W[];B[ec])";

/// A position without moves.
const POSITION: &str = "(;SZ[9]AB[aa][bb]AW[ab][hh]PL[W])";

fn katachi(folder: &Path, arguments: &[&str]) -> Output {
    program::katachi(folder)
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("katachi starts")
}

/// A folder with a game and a position.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    write("game.sgf", GAME).expect("written");
    write("position.sgf", POSITION).expect("written");
    folder
}

/// What `katachi new` prints.
fn out(folder: &Path, arguments: &[&str]) -> String {
    let output = katachi(folder, &[&["new"], arguments].concat());
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Why `katachi new` fails.
fn complaint(folder: &Path, arguments: &[&str]) -> String {
    let output = katachi(folder, &[&["new"], arguments].concat());
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn the_file_just_written_passes_its_tests() {
    let folder = folder();
    let folder = folder.path();
    let new = |name: &str, arguments: &[&str]| {
        let all = ["--from", "game.sgf", "--name", name, "--into", "mine.db"];
        out(folder, &[&all, arguments].concat())
    };
    assert_eq!(
        new("Head", &["--move", "7", "--value", "25"]),
        "mine.db:4: Head\n"
    );
    new("Turn", &["--move", "2"]);
    new("Other", &["--move", "7", "--at", "E3", "--region", "C1:G6"]);
    new(
        "Loose",
        &[
            "--move",
            "7",
            "--constraint",
            "lib(a)>1 && oplay_attack(*,a) == 5",
        ],
    );
    let output = katachi(folder, &["test", "mine.db"]);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(report, "mine.db: 4 passed, 0 failed\n");
    let text = std::fs::read_to_string(folder.join("mine.db")).expect("it is there");
    assert_eq!(text.matches("attribute_map").count(), 1);
    assert_eq!(text.matches(":8,-,value(25)").count(), 1);
}

#[test]
fn the_side_that_moves_is_o_and_edges_are_drawn() {
    let folder = folder();
    let text = out(
        folder.path(),
        &[
            "--from", "game.sgf", "--move", "2", "--name", "A", "--region", "D5:G9",
        ],
    );
    assert!(text.contains("\n# game.sgf, move 2: white E6.\n"), "{text}");
    assert!(
        text.contains("\n\n----\n....\n....\n....\n.*X.\n....\n\n"),
        "{text}"
    );
    assert!(
        text.contains("\n# ----\n# ....\n# ....\n# ....\n# .*a.\n"),
        "{text}"
    );
    assert!(
        text.contains("# patc: test O is white, board 9, fires\n"),
        "{text}"
    );
}

#[test]
fn a_position_needs_its_move() {
    let folder = folder();
    let text = out(
        folder.path(),
        &[
            "--from",
            "position.sgf",
            "--at",
            "B9",
            "--name",
            "A",
            "--region",
            "A7:C9",
            "--json",
        ],
    );
    let output: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(output["color"], "white");
    assert_eq!(output["region"], "A7:C9");
    let pattern = output["pattern"].as_str().expect("a text");
    assert!(
        pattern.contains("\n+---\n|X*.\n|OX.\n|...\n\n"),
        "{pattern}"
    );
}

#[test]
fn requests_that_cannot_be_met_say_what_to_do() {
    let folder = folder();
    let game = ["--from", "game.sgf", "--name", "A"];
    let cases: [(&[&str], &str); 12] = [
        (
            &["--move", "8"],
            "--move 8: expected 1 to 7, the moves of game.sgf",
        ),
        (
            &["--move", "0"],
            "--move 0: expected 1 to 7, the moves of game.sgf",
        ),
        (
            &["--move", "6"],
            "game.sgf, move 6: expected a move on the board, found a pass of white",
        ),
        (
            &[],
            "game.sgf: expected --move N, the move that becomes a pattern, or --at VERTEX",
        ),
        (
            &["--move", "7", "--region", "A1:B2"],
            "--region: expected a region with the move, E7, found A1:B2; take A1:E7",
        ),
        (
            &["--move", "7", "--region", "A1"],
            "--region: expected two opposite corners such as C3:G7, found 'A1'",
        ),
        (
            &["--move", "7", "--region", "A1:K3"],
            "--region: expected two opposite corners such as C3:G7, found 'A1:K3': expected a vertex from A1 to J9",
        ),
        (
            &["--move", "7", "--at", "Q9"],
            "--at: expected a vertex from A1 to J9",
        ),
        (
            &["--move", "7", "--at", "E6"],
            "game.sgf, move 7: expected a legal move of black, found E6: ",
        ),
        (
            &["--move", "7", "--color", "white"],
            "--color white: expected the side that plays, move 7 of game.sgf, black",
        ),
        (
            &["--move", "7", "--constraint", "lib(a)>9"],
            "expected a pattern that fires in its own position, game.sgf, move 7: black E7, found one that does not: does not fire: constraint: lib(a)>9 is 0",
        ),
        (
            &["--move", "7", "--role", "eyes"],
            "expected a database of patterns, found the role eyes",
        ),
    ];
    for (arguments, expected) in cases {
        let found = complaint(folder.path(), &[&game, arguments].concat());
        assert!(found.contains(expected), "{arguments:?}: {found}");
    }
    let found = complaint(
        folder.path(),
        &["--from", "game.sgf", "--move", "7", "--name", "two words"],
    );
    assert!(found.contains("expected a name of one word"), "{found}");
    let found = complaint(
        folder.path(),
        &["--from", "none.sgf", "--move", "7", "--name", "A"],
    );
    assert!(found.contains("cannot open or parse 'none.sgf'"), "{found}");
    std::fs::write(folder.path().join("bad.sgf"), "(;SZ[9];B[aa]\n;W[bb").expect("written");
    let found = complaint(
        folder.path(),
        &["--from", "bad.sgf", "--move", "2", "--name", "A"],
    );
    assert!(
        found.contains("cannot open or parse 'bad.sgf': 2:3: "),
        "{found}"
    );
}

#[test]
fn a_name_that_is_taken_is_refused_and_nothing_is_lost() {
    let folder = folder();
    let into = [
        "--from", "game.sgf", "--move", "7", "--name", "A", "--into", "mine.db",
    ];
    out(folder.path(), &into);
    let file = folder.path().join("mine.db");
    let before = std::fs::read(&file).expect("it is there");
    let found = complaint(folder.path(), &into);
    assert!(
        found.contains("mine.db:4: there is a pattern A already"),
        "{found}"
    );
    assert_eq!(std::fs::read(&file).expect("it is there"), before);
}

#[test]
fn a_sacrifice_gets_its_class() {
    let folder = folder();
    // White at J1 is in atari at once.
    std::fs::write(folder.path().join("snap.sgf"), "(;SZ[9]AB[hi]AW[aa]PL[W])").expect("written");
    let all = [
        "new", "--from", "snap.sgf", "--at", "J1", "--name", "A", "--region", "G1:J3",
    ];
    let output = katachi(folder.path(), &all);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("\n:8,s\n"), "{text}");
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(note.contains("so the pattern has class s"), "{note}");
    let found = complaint(folder.path(), &[&all[1..], &["--class", "-"]].concat());
    assert!(found.contains("does not fire"), "{found}");
}

#[test]
fn games_say_how_loose_it_may_be() {
    let folder = folder();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).expect("a folder");
    // The push at E7 with a stone of White at C3, at C4, or nowhere: the same for the pattern but
    // for G7.
    let stones = [
        "cc", "cd", "dc", "dd", "hb", "hc", "hd", "he", "hf", "hg", "hh", "bb",
    ];
    for (number, stone) in stones.iter().enumerate() {
        let text = format!("(;SZ[9];B[fd];W[ed];B[fe];W[ee];B[ef];W[{stone}];B[ec];W[aa];B[ii])");
        std::fs::write(games.join(format!("{number}.sgf")), text).expect("written");
    }
    let arguments = [
        "--from",
        "game.sgf",
        "--move",
        "7",
        "--region",
        "D4:F8",
        "--name",
        "A",
        "--generalise",
        "games",
        "--json",
        "--asked",
        "2",
    ];
    let text = out(folder.path(), &arguments);
    assert_eq!(out(folder.path(), &arguments), text);
    let output: Value = serde_json::from_str(&text).expect("JSON");
    let found = &output["generalised"];
    let sum = |of: &Value, kind: &str| {
        let halves = of.as_array().expect("two halves").iter();
        halves
            .map(|half| half[kind].as_u64().expect("a number"))
            .sum::<u64>()
    };
    // White's moves at D6 and D7 are in the rectangle.
    assert_eq!(
        (
            sum(&found["before"], "hits"),
            sum(&found["before"], "false_hits")
        ),
        (10, 0)
    );
    let pattern = output["pattern"].as_str().expect("a text");
    assert!(
        pattern.contains("\nPattern A\n") || pattern.starts_with("Pattern A\n"),
        "{pattern}"
    );
    let lines = out(folder.path(), &arguments[..10]);
    assert!(lines.starts_with("# "), "{lines}");
    std::fs::write(folder.path().join("whole.db"), lines).expect("written");
    let report = katachi(folder.path(), &["test", "whole.db"]);
    assert!(report.status.success());
    for (games, expected) in [
        (
            "none",
            "--generalise: expected files, folders or archives with records, found nothing at none",
        ),
        (
            "position.sgf",
            "--generalise: expected games from an empty board, found none",
        ),
    ] {
        let found = complaint(folder.path(), &[&arguments[..9], &[games]].concat());
        assert!(found.contains(expected), "{found}");
    }
    let found = complaint(
        folder.path(),
        &[&arguments[..10], &["--most-false", "101"]].concat(),
    );
    assert!(
        found.contains("--most-false: expected 0 to 100 percent, found 101"),
        "{found}"
    );
}
