//! Views of a position as text and as SVG, compared with the files in `tests/views`.
//! `UPDATE_DOCS=1` rewrites them; look at the drawings in a browser then.

use std::process::Command;

use katachi_testkit::docs::expect_file;
use katachi_testkit::gtp::{ask, ok};
use tempfile::TempDir;

use crate::session::{client, file};

/// Black lives with two eyes above and has captured a stone below; White surrounds and faces.
const RECORD: &str = "(;GM[1]FF[4]SZ[9]KM[6.5]\
    AB[ba][da][ab][bb][cb][db]\
    AB[ag][bg][cg][dg][eg][fg][gg][hg][ig][gh][hi]\
    AW[ea][eb][ac][bc][cc][dc][ec][gd][hh]PL[B])";

/// What `-m` shows of the record.
fn shown(arguments: &[&str]) -> String {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("game.sgf"), RECORD).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["--patterns", "builtin", "-l", "game.sgf"])
        .args(arguments)
        .current_dir(folder.path())
        .env("KATACHI_CACHE", folder.path().join("cache"))
        .output()
        .expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn expect(name: &str, arguments: &[&str]) {
    let path = format!("engine/app/tests/views/{name}");
    if let Err(failed) = expect_file(&path, &shown(arguments)) {
        panic!("{}", failed.message().unwrap_or_default());
    }
}

#[test]
fn views_as_text() {
    expect("dragons.txt", &["-m", "dragons"]);
    expect("maps.txt", &["-m", "0x17"]);
    expect("numbers.txt", &["-m", "0x3e0"]);
}

#[test]
fn views_and_times_over_gtp() {
    let (_folder, file) = file("game.sgf", RECORD);
    let mut client = client("builtin");
    ok(&mut client, &format!("loadsgf {file}"));
    let text = ok(&mut client, "katachi-view dragons");
    let shown = shown(&["-m", "dragons"]);
    let lines: Vec<&str> = shown.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(text, lines.join("\n"));
    let black = ok(&mut client, "katachi-view value black");
    assert_ne!(ok(&mut client, "katachi-view value white"), black);
    let error = ask(&mut client, "katachi-view maps").expect_err("no view");
    assert!(
        error.starts_with("syntax error: expected territory"),
        "{error}"
    );
    let times = ok(&mut client, "katachi-times");
    let names = times
        .lines()
        .filter_map(|line| Some(line.split_once(' ')?.1));
    let names: Vec<&str> = names.collect();
    assert_eq!(
        (names[0], names[names.len() - 1]),
        ("strings", "all together")
    );
}

#[test]
fn views_as_drawings() {
    expect("dragons.svg", &["-m", "dragons", "--svg", "-"]);
    expect("moyo.svg", &["-m", "moyo", "--svg", "-"]);
    expect("value.svg", &["-m", "value", "--svg", "-"]);
}

/// What an option is, is drawn into its file; nothing else is printed.
#[test]
fn drawings_go_to_files() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("moyo.svg");
    let name = file.to_string_lossy();
    assert_eq!(shown(&["-m", "moyo", "--svg", &name]), "");
    let drawn = std::fs::read_to_string(&file).expect("a drawing");
    assert_eq!(drawn, shown(&["-m", "moyo", "--svg", "-"]));
    assert_eq!(drawn.matches("<svg ").count(), 2, "a plate with one board");
}

/// Every stone has the letter of its dragon, and the table beneath a line for each letter.
#[test]
fn each_dragon_has_a_letter_and_a_line() {
    let text = shown(&["-m", "dragons"]);
    let (board, table) = text.split_once("\n\n").expect("a table");
    let rows = board.lines().skip(2).take(9);
    let letters = rows.flat_map(|row| row.chars().skip(2).take(19));
    let mut letters: Vec<char> = letters.filter(char::is_ascii_alphabetic).collect();
    assert_eq!(letters.len(), 26, "{board}");
    letters.sort_unstable();
    letters.dedup();
    let mut named: Vec<char> = (table.lines().skip(1))
        .filter_map(|line| line.chars().next())
        .collect();
    named.sort_unstable();
    assert_eq!(letters, named);
}
