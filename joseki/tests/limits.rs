//! Tests of trees that are larger or deeper than any author's: their cost, and what is refused.
//!
//! A program of its own: what it measures must not be disturbed by other tests.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use katachi_joseki::show::{Limits, Tree, text};
use katachi_joseki::{Compiled, Options, Severity, compile};
use katachi_testkit::scaling::{Usage, expect_near_linear};

fn compiled(tree: &str) -> Compiled {
    compile(tree.as_bytes(), &Options::default())
}

fn errors(compiled: &Compiled) -> Vec<String> {
    let errors = compiled.problems.iter();
    let errors = errors.filter(|one| one.severity == Severity::Error);
    errors.map(ToString::to_string).collect()
}

/// Alternating passes, each a variation of the one before, with `more` in each node.
fn nested(count: usize, more: &str) -> String {
    let mut tree = "(;SZ[19]".to_owned();
    for number in 0..count {
        let side = if number % 2 == 0 { 'B' } else { 'W' };
        // Writing to a string does not fail.
        let _ = write!(tree, "(;{side}[]{more}");
    }
    tree + &")".repeat(count + 1)
}

/// A line of passes, each with a variation of one move.
fn comb(count: usize) -> String {
    let mut tree = "(;SZ[19]".to_owned();
    for _ in 0..count {
        tree.push_str("(;B[pd]SQ[nf])(;B[]");
    }
    tree + &")".repeat(count + 1)
}

#[test]
fn set_up_stones_are_taken_off_again_behind_their_variation() {
    // The first variation removes the root's set-up stone; the second one still has it.
    let tree = "(;SZ[19]AB[qd](;AE[qd];W[pc]SQ[nf])(;W[pc]SQ[nf]))";
    let both = compiled(tree);
    assert_eq!(errors(&both), [""; 0]);
    let only = compiled("(;SZ[19]AB[qd](;W[pc]SQ[nf]))");
    assert_eq!(both.entries.len(), 2);
    assert_eq!(both.entries[1].name, only.entries[0].name);
    assert_eq!(both.entries[1].cells, only.entries[0].cells);
    assert_ne!(both.entries[0].cells, only.entries[0].cells);
}

#[test]
fn captured_stones_come_back_behind_their_variation() {
    let tree = "(;SZ[9]AB[ab]AW[aa](;B[ba]SQ[cc];W[cc])(;W[ba]SQ[cc]))";
    let compiled = compiled(tree);
    assert_eq!(errors(&compiled), [""; 0]);
    let stones = |entry: usize| {
        let cells = compiled.entries[entry].cells.iter();
        cells
            .filter(|cell| **cell != katachi_joseki::Cell::Empty)
            .count()
    };
    assert_eq!((stones(0), stones(1)), (2, 2));
}

#[test]
fn a_pattern_too_deep_is_refused_by_its_number_of_moves() {
    let deep = |moves: usize| compiled(&nested(moves, "").replacen("))", "(;B[pd]SQ[nf])))", 1));
    assert_eq!(errors(&deep(499)), [""; 0]);
    let errors = errors(&deep(500));
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].contains("at most 500 moves from the root, found one at move 501"),
        "{}",
        errors[0]
    );
    assert!(errors[0].ends_with("... (501 moves))"), "{}", errors[0]);
}

#[test]
fn set_ups_too_deep_are_refused_by_their_number() {
    let errors = errors(&compiled(&nested(1001, "AB[aa]")));
    assert_eq!(errors.len(), 1);
    assert!(
        errors[0].contains("at most 1000 nodes with set-up stones"),
        "{}",
        errors[0]
    );
}

#[test]
fn of_many_problems_the_first_are_reported_and_the_others_counted() {
    let variation = "(;B[aa];W[aa])";
    let tree = format!("(;SZ[19]{})", variation.repeat(1500));
    let errors = errors(&compiled(&tree));
    assert_eq!(errors.len(), 1001);
    assert!(errors[1000].contains("found 500 more"), "{}", errors[1000]);
}

#[test]
fn what_lies_too_deep_is_not_shown_and_counted() {
    let tree = nested(600, "");
    let (tree, _) = Tree::read(tree.as_bytes(), &Options::default());
    let branches = tree.branches(Limits::default());
    let summary = tree.summary(&branches);
    assert!(
        summary.ends_with("left out: 100 nodes that lie deeper than 500 moves"),
        "{summary}"
    );
    let text = text(&tree, &branches).to_string();
    assert!(text.contains("... (500 moves)"), "{text}");
}

/// Runs the program on trees of growing size.
fn scaling(command: &[&str], n: usize, tree: impl Fn(usize) -> String) -> Usage {
    let folder = tempfile::tempdir().expect("a folder");
    expect_near_linear(n, |size| {
        let file = folder.path().join(format!("{size}.sgf"));
        if !file.exists() {
            std::fs::write(&file, tree(size)).expect("a tree");
        }
        let mut program = Command::new(env!("CARGO_BIN_EXE_joseki"));
        program.current_dir(folder.path());
        let (first, rest) = command.split_first().expect("a command");
        program.arg(first).arg(Path::new(&file)).args(rest);
        program
    })
}

const COMPILE: [&str; 3] = ["compile", "-o", "out.db"];

#[test]
fn deep_trees_cost_little_a_node() {
    for command in [&COMPILE[..], &["show"]] {
        let n = 25_000;
        let usage = scaling(command, n, |size| nested(size, ""));
        let each = usage.memory / (4 * n as u64);
        assert!(each < 500, "{command:?}: {each} bytes a node");
    }
}

#[test]
fn problems_of_deep_nodes_cost_no_more_than_those_of_others() {
    let tree = |size| nested(size, "LB[aa:x]SQ[ai]C[t]");
    scaling(&COMPILE, 25_000, tree);
    scaling(&["show"], 25_000, tree);
}

#[test]
fn patterns_beside_a_long_line_cost_no_more_than_others() {
    scaling(&COMPILE, 10_000, comb);
    scaling(&["show"], 10_000, comb);
}

#[test]
fn rectangles_of_stones_and_marks_cost_no_more_than_their_text() {
    let stones = |size| format!("(;SZ[25]{})", "AB[aa:yx]".repeat(size));
    scaling(&COMPILE, 50_000, stones);
    let marks = |size| format!("(;SZ[25];B[ab]SQ{})", "[aa:yx]".repeat(size));
    scaling(&COMPILE, 50_000, marks);
}
