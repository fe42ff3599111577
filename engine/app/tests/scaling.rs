//! Huge records and GTP sessions: time and memory grow only in proportion to their size.
//!
//! A program of its own: what it measures must not be disturbed by other tests.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use katachi_testkit::scaling::expect_near_linear;

fn katachi(folder: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_katachi"));
    program.args(["--seed", "1", "--level", "0"]);
    program.current_dir(folder).stdin(Stdio::null());
    program.env("KATACHI_CACHE", folder.join("cache"));
    program
}

/// Runs GTP sessions of growing size; `{size}` in a session stands for it.
fn sessions(n: usize, options: &[&str], session: impl Fn(&Path, usize) -> String) {
    let folder = tempfile::tempdir().expect("a folder");
    expect_near_linear(n, |size| {
        let input = folder.path().join(format!("{size}.gtp"));
        if !input.exists() {
            std::fs::write(&input, session(folder.path(), size) + "quit\n").expect("a session");
        }
        let mut program = katachi(folder.path());
        program.arg("gtp").args(options);
        program.stdin(File::open(&input).expect("the session"));
        program
    });
}

/// Loads records of growing size and asks what follows.
fn records(n: usize, commands: &str, record: impl Fn(usize) -> String) {
    sessions(n, &[], |folder, size| {
        let name = format!("{size}.sgf");
        std::fs::write(folder.join(&name), record(size)).expect("a record");
        format!("loadsgf {name}\n{commands}")
    });
}

const PASSES: &str = "play black pass\nplay white pass\n";

#[test]
fn passes_in_a_record() {
    let commands = "undo\nmove_history\nprintsgf out.sgf\nfinal_score\n";
    records(50_000, commands, |size| {
        format!("(;SZ[9]{})", ";B[];W[]".repeat(size))
    });
}

#[test]
fn passes_over_gtp() {
    sessions(25_000, &[], |_, size| PASSES.repeat(size));
    sessions(25_000, &["--positional-superko"], |_, size| {
        PASSES.repeat(size)
    });
}

const WRITTEN: [&str; 2] = ["--outfile", "game.sgf"];

#[test]
fn a_game_that_is_written_as_it_goes_on() {
    sessions(10_000, &WRITTEN, |_, size| PASSES.repeat(size));
}

#[test]
fn a_game_that_is_written_and_undone() {
    let undone = |_: &Path, size| PASSES.repeat(size) + &"undo\n".repeat(2 * size);
    sessions(5_000, &WRITTEN, undone);
}

#[test]
fn rectangles_of_stones() {
    records(50_000, "", |size| {
        format!("(;SZ[25]{})", "AB[aa:yx]".repeat(size))
    });
    records(50_000, "", |size| {
        format!("(;SZ[25]AB[aa]{})", "[aa:yx]".repeat(size))
    });
    records(2_000, "", |size| {
        format!("(;SZ[25]{})", ";AB[aa:yx];AE[aa:yx]".repeat(size))
    });
}

#[test]
fn names_and_lists_of_arguments() {
    sessions(50_000, &[], |_, size| {
        format!("katachi-explain {} D4\n", "x".repeat(size + 1))
    });
    let lists = |_: &Path, size| {
        let points = " D4".repeat(size);
        format!("set_free_handicap{points}\nrestricted_genmove black{points}\n")
    };
    sessions(50_000, &[], lists);
}
