//! Tests of `joseki compile --watch`: saved trees are compiled; a tree with errors changes nothing.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use katachi_testkit::process::Running;

fn start(folder: &Path, arguments: &[&str]) -> Running {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
    command.args(["compile", "--watch"]).args(arguments);
    Running::start(command.current_dir(folder), Stdio::piped())
}

const TREE: &str = "(;SZ[19];B[pd]MA[mg])";

#[test]
fn what_is_saved_is_compiled() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("tree.sgf");
    // As editors do it: a new file is written and renamed.
    let save = |text: &str| {
        let new = folder.path().join("new.tmp");
        std::fs::write(&new, text).expect("a file");
        std::fs::rename(&new, &tree).expect("renamed");
    };
    let output = || std::fs::read_to_string(folder.path().join("out.db")).expect("the output");
    save(TREE);
    let watching = start(folder.path(), &["tree.sgf", "-o", "out.db"]);
    watching.expect(&["tree.sgf: 1 patterns", "1 patterns, "]);
    assert_eq!(output().matches("\nPattern ").count(), 1);
    save("(;SZ[19];B[pd]MA[mg];W[qf]MA[nh])");
    watching.expect(&["tree.sgf: 2 patterns", "2 patterns, "]);
    let good = output();
    assert_eq!(good.matches("\nPattern ").count(), 2);
    // Or in place; and with a mistake.
    std::fs::write(&tree, "(;SZ[19];B[pd]MA[mg];W[pd]MA[nh])").expect("a file");
    watching.expect(&["tree.sgf:1:21: error: ", "errors: nothing is written, "]);
    assert_eq!(output(), good);
    // A removed file is an error until it returns.
    std::fs::remove_file(&tree).expect("removed");
    watching.expect(&["tree.sgf: error: ", "errors: nothing is written, "]);
    save(TREE);
    watching.expect(&["tree.sgf: 1 patterns", "1 patterns, "]);
    assert_eq!(output().matches("\nPattern ").count(), 1);
}

/// Other files of the folder do not matter, nor does a save that changes nothing.
#[test]
fn other_files_do_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let tree = folder.path().join("tree.sgf");
    std::fs::write(&tree, TREE).expect("a file");
    let watching = start(folder.path(), &["tree.sgf", "--check"]);
    watching.expect(&["tree.sgf: 1 patterns", "1 patterns, "]);
    std::fs::write(folder.path().join("other.sgf"), "(;").expect("a file");
    std::fs::write(&tree, TREE).expect("a file");
    std::fs::write(&tree, "(;SZ[19];B[pd]MA[mg];W[qf]MA[nh])").expect("a file");
    let line = watching.lines.recv_timeout(Duration::from_secs(20));
    assert!(
        line.as_ref().is_ok_and(|line| !line.contains("other")),
        "{line:?}"
    );
}
