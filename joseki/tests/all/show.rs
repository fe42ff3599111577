//! Tests of `joseki show`: word for word where a person reads it, by counts for long output.

use std::path::Path;

use katachi_joseki::show::{Limits, Tree, svg, text};
use katachi_joseki::{Options, compile};

const CORNER: &str = include_str!("../show/corner.sgf");

fn options() -> Options {
    Options {
        prefix: "T".to_owned(),
        ..Options::default()
    }
}

fn tree(sgf: &str) -> Tree {
    let (tree, compiled) = Tree::read(sgf.as_bytes(), &options());
    assert_eq!(compiled.problems, []);
    tree
}

#[test]
fn branches_as_text() {
    let tree = tree(CORNER);
    let branches = tree.branches(Limits::default());
    let names: Vec<String> = (compile(CORNER.as_bytes(), &options()).entries.into_iter())
        .map(|entry| entry.name)
        .collect();
    let mut expected = include_str!("../show/corner.expected").to_owned();
    for (number, name) in names.iter().enumerate() {
        expected = expected.replace(&format!("NAME{number}"), name);
    }
    let found = text(&tree, &branches).to_string();
    assert_eq!(found, expected, "{found}");
    assert_eq!(
        tree.summary(&branches),
        "branches: 2, moves: at most 5, patterns: 5 (1 urgent, 1 standard, 1 lesser, 1 minor, 1 wrong)"
    );
}

#[test]
fn nodes_are_found_by_their_moves() {
    let tree = tree(CORNER);
    let count = |path: &str, depth| {
        let limits = Limits { depth };
        let branches = tree.branches_of_path(path, limits).expect("a path");
        (branches.len(), tree.summary(&branches))
    };
    assert_eq!(count("D4", None).0, 2);
    assert_eq!(count("W D4, B F3", None).0, 1);
    assert_eq!(count("w d4,f3,c6,pass", None).0, 1);
    assert_eq!(
        count("d4,f3", Some(1)).1,
        "branches: 1, moves: at most 3, patterns: 3 (1 urgent, 1 standard, 1 wrong)"
    );
    for (path, message) in [
        (
            "D4, D7",
            "expected a move of the tree after W D4, found D7; there follows B F3, B C6",
        ),
        (
            "B D4",
            "expected a move of the tree after the root, found B D4; there follows W D4",
        ),
        (
            "D4, C6, C7",
            "expected a move of the tree after W D4, B C6, found C7; there follows nothing",
        ),
        (
            "D4, Z77",
            "expected moves such as `B Q16, W O17`, found `Z77`",
        ),
        (
            "D4 D5 D6",
            "expected moves such as `B Q16, W O17`, found `D4 D5 D6`",
        ),
    ] {
        let error = tree.branches_of_path(path, Limits::default());
        assert_eq!(error.expect_err(path).to_string(), message);
    }
    assert!(tree.branch_of_pattern("Kakari").is_some());
    assert!(tree.branch_of_pattern("Nothing").is_none());
}

/// A stone that is captured and played again, set-up stones, a tree in several corners, a node with
/// an error.
#[test]
fn odd_trees() {
    let text = |sgf: &str| {
        let (tree, _) = Tree::read(sgf.as_bytes(), &options());
        text(&tree, &tree.branches(Limits::default())).to_string()
    };
    let again = text("(;SZ[9]AB[ha][ib];W[ia]SQ[gd];B[hb];W[ii];B[ia]SQ[gd];W[aa];B[aa]SQ[cc])");
    assert!(again.contains("  X  1 |"), "{again}");
    assert!(again.contains("     4 at J9"), "{again}");
    assert_eq!(text(""), "");
    assert_eq!(text("(;SZ[19])").lines().count(), 25);
}

#[test]
fn a_drawing_for_each_branch() {
    let tree = tree(CORNER);
    let drawing = svg(&tree, &tree.branches(Limits::default()));
    assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    assert_eq!(drawing.matches("class=\"go-board\"").count(), 2);
    assert_eq!(
        drawing.matches("<svg").count(),
        drawing.matches("</svg>").count()
    );
    for words in ["1. WD4(U) BF3(J) WC6(N)", "2. WD4(U) BC6(j)"] {
        assert!(drawing.contains(words), "{drawing}");
    }
    // Each pattern where it is first shown, and the legend.
    for words in [
        ">1 urgent ",
        "the region of the last pattern",
        "classes: U urgent, J",
    ] {
        assert!(drawing.contains(words), "{words}: {drawing}");
    }
    // The lower left corner of twelve rows and eight columns, with its coordinates.
    assert!(drawing.contains("viewBox=\"0 188 212 308\""), "{drawing}");
    // Without branches there are no boards.
    assert!(svg(&tree, &[]).starts_with("<svg "));
}

#[test]
fn the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let joseki = |arguments: &[&str]| crate::program::said(folder.path(), arguments);
    let write = |name: &str, text: &str| {
        std::fs::write(Path::new(folder.path()).join(name), text).expect("a file");
    };
    write("corner.sgf", CORNER);
    let (status, shown, errors) = joseki(&["show", "corner.sgf", "--depth", "1"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert!(shown.contains("patterns below: 4"), "{shown}");
    assert_eq!(
        joseki(&["compile", "corner.sgf", "-o", "corner.db"]).0,
        Some(0)
    );
    // A database is shown as the tree that it decompiles to, in the upper right corner.
    let (status, shown, _) = joseki(&["show", "corner.db", "--pattern", "Kakari"]);
    assert_eq!(status, Some(0));
    assert!(shown.starts_with("1. B Q16, W R14\n"), "{shown}");
    let (status, _, errors) = joseki(&["show", "corner.db", "--pattern", "Kakarri"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("did you mean `Kakari`?"), "{errors}");
    // Errors are reported, the rest is shown.
    write(
        "bad.sgf",
        "(;SZ[19];B[pd]SQ[mg](;W[pd]SQ[mg])(;W[nc]SQ[kf]))",
    );
    let (status, shown, errors) = joseki(&["show", "bad.sgf"]);
    assert_eq!(status, Some(1));
    assert!(errors.starts_with("bad.sgf:1:22: error: "), "{errors}");
    assert!(shown.contains("2. after B Q16: W O17"), "{shown}");
    let (status, _, errors) = joseki(&["show", "."]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("found a folder"), "{errors}");
}
