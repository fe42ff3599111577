//! Tests that the compiler's time and memory grow only in proportion to the input, even on
//! databases that no author writes.
//!
//! A program of its own: what it measures must not be disturbed by other tests.

use std::process::Command;

use katachi_testkit::scaling::expect_near_linear;

const HEAD: &str = "attribute_map general\n\n";

/// Runs `patc check` on databases of growing size.
fn check(n: usize, database: impl Fn(usize) -> String) {
    let folder = tempfile::tempdir().expect("a folder");
    expect_near_linear(n, |size| {
        let file = folder.path().join(format!("{size}.db"));
        if !file.exists() {
            std::fs::write(&file, HEAD.to_owned() + &database(size)).expect("a database");
        }
        let mut program = Command::new(env!("CARGO_BIN_EXE_patc"));
        program.arg("check").arg(file);
        program
    });
}

/// A pattern of these rows.
fn pattern(name: &str, rows: &str) -> String {
    format!("Pattern {name}\n\n{rows}\n:8,-\n\n")
}

#[test]
fn rows_of_a_diagram() {
    check(20_000, |size| {
        pattern("High", &("?.*O\n".repeat(size) + "?.*O\n"))
    });
    check(20_000, |size| {
        pattern("Broken", &("..%\n".repeat(size) + "..*\n"))
    });
    let ragged = |size| {
        let rows = (0..size).map(|row| ".".repeat(1 + row % 97) + "\n");
        pattern("Ragged", &(rows.collect::<String>() + "*O\n"))
    };
    check(5_000, ragged);
}

#[test]
fn patterns_of_one_name() {
    check(5_000, |size| pattern("Same", "..*\n.O.\n").repeat(size + 1));
}

#[test]
fn unknown_functions() {
    let database = |size| {
        let one = pattern("Unknown", "..*\n.O.\n") + ".a*\n.O.\n\n;libx(a)>1\n\n";
        one.repeat(size + 1)
    };
    check(2_000, database);
}

#[test]
fn comments_and_long_constraints() {
    let comment = |size| "# hello\n".repeat(size) + &pattern("Plain", "..*\n.O.\n");
    check(50_000, comment);
    let constraint = |size| {
        let lines = ";lib(a)>1 &&\n".repeat(size);
        pattern("Long", "..*\n.O.\n") + ".a*\n.O.\n\n" + &lines + ";lib(a)>1\n"
    };
    check(10_000, constraint);
}
