//! Influence over GTP and on the command line.

use std::process::Command;

use katachi_testkit::gtp::{fails, ok};
use tempfile::TempDir;

use crate::session::client;

#[test]
fn initial_influence_prints_gnu_gos_tables() {
    let mut client = client("builtin");
    for command in ["boardsize 5", "clear_board", "play black c3"] {
        ok(&mut client, command);
    }
    // The numbers that GNU Go prints for a stone of full strength.
    let expected = "  7.71  10.21  17.36  10.21   7.71 \n \
                    10.21  24.51  41.67  24.51  10.21 \n \
                    17.36  41.67 100.00  41.67  17.36 \n \
                    10.21  24.51  41.67  24.51  10.21 \n  \
                    7.71  10.21  17.36  10.21   7.71 ";
    let mut ask = |what: &str| ok(&mut client, &format!("initial_influence white {what}"));
    assert_eq!(ask("black_influence").trim(), expected.trim());
    let nothing = ("  0.00 ".repeat(5) + "\n").repeat(5);
    assert_eq!(ask("white_influence").trim(), nothing.trim());
    // As in GNU Go, more may follow the name.
    let regions = ask("influence_regions_now");
    let rows: Vec<&str> = regions.lines().map(str::trim).collect();
    assert_eq!(rows[2], "-3 -3 -4 -3 -3");
    assert_eq!(
        fails(&mut client, "initial_influence green x"),
        "invalid color: expected black or white, found `green x`"
    );
    let failure = fails(&mut client, "initial_influence white strength");
    assert!(
        failure.starts_with("unknown influence data: expected white_influence,"),
        "{failure}"
    );
}

/// Standard output and standard error of a run, and whether it succeeds.
fn run(folder: &TempDir, arguments: &[&str]) -> (String, String, bool) {
    let output = Command::new(env!("CARGO_BIN_EXE_katachi"))
        .args(["--patterns", "builtin"])
        .args(arguments)
        .current_dir(folder.path())
        .env("KATACHI_CACHE", folder.path().join("cache"))
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        text(&output.stdout),
        text(&output.stderr),
        output.status.success(),
    )
}

#[test]
fn views_of_a_record() {
    let folder = TempDir::new().expect("a folder");
    let record = "(;SZ[5]AB[ab][bb][cb][db][eb]AW[ad][bd][cd][dd][ed]PL[B])";
    std::fs::write(folder.path().join("game.sgf"), record).expect("a file");
    let shown = |what: &str| run(&folder, &["-l", "game.sgf", "-m", what]);
    let (text, _, fine) = shown("territory");
    assert!(fine);
    let expected = "territory, black to move: Black (x) 5, White (o) 5\n   A B C D E\n \
                    5 x x x x x 5\n \
                    4 X X X X X 4\n \
                    3 . . + . . 3\n \
                    2 O O O O O 2     WHITE (O) has captured 0 stones\n \
                    1 o o o o o 1     BLACK (X) has captured 0 stones\n   A B C D E\n";
    assert_eq!(text, expected);
    // GNU Go's mask for territory and numbers.
    let (both, _, _) = shown("0x29");
    assert!(both.starts_with(expected.trim_end()), "{both}");
    let numbers = both
        .lines()
        .skip_while(|line| !line.starts_with("influence"))
        .nth(3);
    assert_eq!(numbers, Some("    0    0    0    0    0"));
    let (_, error, fine) = shown("views");
    assert!(
        !fine && error.contains("expected territory, moyo, area, influence"),
        "{error}"
    );
    let (_, error, fine) = run(&folder, &["doctor", "-m", "moyo"]);
    assert!(
        !fine && error.contains("--moyo has no effect here"),
        "{error}"
    );
}
