//! Tests that the time and memory of `sgfsheet` and `gtpstat` grow only in proportion to their
//! input, even on records that no player makes.
//!
//! A program of its own: what it measures must not be disturbed by other tests.

#![cfg(unix)]

use std::process::Command;

use katachi_testkit::scaling::expect_near_linear;

/// An engine that answers every command with a point.
const ENGINE: &str = "sh -c 'while read -r line; do echo = D4; echo; done'";

/// Runs both programs on records of growing size.
fn records(n: usize, record: impl Fn(usize) -> String) {
    let folder = tempfile::tempdir().expect("a folder");
    let sheet = env!("CARGO_BIN_EXE_sgfsheet");
    let statistics = env!("CARGO_BIN_EXE_gtpstat");
    for (program, arguments) in [
        (sheet, &["-o", "sheet.html"][..]),
        (statistics, &["--engine", ENGINE, "--max", "3"]),
    ] {
        expect_near_linear(n, |size| {
            let file = folder.path().join(format!("{size}.sgf"));
            if !file.exists() {
                std::fs::write(&file, record(size)).expect("a record");
            }
            let mut command = Command::new(program);
            command.current_dir(folder.path()).arg(file).args(arguments);
            command
        });
    }
}

#[test]
fn passes_and_rectangles_of_stones() {
    records(50_000, |size| {
        format!("(;SZ[9]{})", ";B[];W[]".repeat(size))
    });
    records(50_000, |size| {
        format!("(;SZ[25]{})", "AB[aa:yx]".repeat(size))
    });
}

#[test]
fn deep_trees_comments_and_properties() {
    records(50_000, |size| {
        format!("(;SZ[9]{}{})", "(;B[]".repeat(size), ")".repeat(size))
    });
    records(200_000, |size| {
        format!("(;SZ[9]C[{}])", "hello ".repeat(size))
    });
    records(50_000, |size| {
        let names = (0..size).map(|number| {
            let letter = |place: u32| char::from(b'A' + (number / 26_usize.pow(place) % 26) as u8);
            format!("{}{}{}{}[x]", letter(0), letter(1), letter(2), letter(3))
        });
        format!("(;SZ[9]{};B[aa])", names.collect::<String>())
    });
}
