//! Tests of `joseki` with devices, pipes, links and full disks.
#![cfg(target_os = "linux")]

use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use katachi_testkit::process::{
    Running, ends, ends_on_full_output, ends_without_messages, fifo, run,
};
use tempfile::TempDir;

const TREE: &str = "(;SZ[19];B[pd]MA[mg])";
const TWO: &str = "(;SZ[19];B[pd]MA[mg];W[qf]MA[nh])";
const WRONG: &str = "(;SZ[19];B[pd]MA[mg];W[pd]MA[nh])";

fn joseki(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
    command.current_dir(folder.path()).args(arguments);
    command
}

fn write(folder: &TempDir, name: &str, text: &str) {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("written");
}

/// A tree, a tree with mistakes, a database, and games to mine.
fn scratch() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(&folder, "tree.sgf", TREE);
    write(&folder, "wrong.sgf", WRONG);
    for number in 0..3 {
        let game = format!(
            "(;SZ[19]PB[{number}];B[pd];W[qf];B[d{}])",
            ["d", "p", "e"][number]
        );
        write(&folder, &format!("games/{number}.sgf"), &game);
    }
    let ended = run(&mut joseki(
        &folder,
        &["compile", "tree.sgf", "-o", "joseki.db"],
    ));
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    folder
}

const MINE: [&str; 6] = ["mine", "games", "--min-games", "1", "--min-times", "1"];

#[test]
fn full_disks_are_errors() {
    let folder = scratch();
    for name in ["full.db", "full.kpat", "full.sgf"] {
        symlink("/dev/full", folder.path().join(name)).expect("a link");
    }
    for arguments in [
        &["compile", "tree.sgf", "-o", "full.db"][..],
        &["compile", "tree.sgf", "-o", "full.kpat"],
        &["decompile", "joseki.db", "-o", "full.sgf"],
        &[&MINE[..], &["-o", "full.sgf"]].concat(),
    ] {
        let ended = run(&mut joseki(&folder, arguments));
        assert_eq!(ended.status, Some(2), "{arguments:?}: {}", ended.stderr);
        let parts = ["joseki: cannot write full.", "No space left on device"];
        let said = parts.iter().all(|part| ended.stderr.contains(part));
        assert!(said, "{arguments:?}: {}", ended.stderr);
    }
    for arguments in [
        &["compile", "tree.sgf", "-o", "other.db"][..],
        &["compile", "tree.sgf", "--check"],
        &["decompile", "joseki.db"],
        &["show", "tree.sgf"],
        &["show", "--svg", "tree.sgf"],
        &["measure", "joseki.db", "games"],
        &[&MINE[..], &["-o", "mined.sgf"]].concat(),
    ] {
        ends_on_full_output(&mut joseki(&folder, arguments), 2);
    }
    // The database is written all the same.
    let database = std::fs::read_to_string(folder.path().join("other.db"));
    assert!(database.expect("written").contains("Pattern "));
}

#[test]
fn messages_that_nobody_hears_change_nothing() {
    let folder = scratch();
    for (arguments, status) in [
        (&["compile", "wrong.sgf", "-o", "x.db"][..], 1),
        (&["compile", "none.sgf", "--check"], 1),
        (&["show", "wrong.sgf"], 1),
        (&["decompile", "tree.sgf"], 1),
        (&["mine", "none", "-o", "x.sgf"], 2),
    ] {
        ends_without_messages(&mut joseki(&folder, arguments), status);
    }
}

#[test]
fn links_stay() {
    let folder = scratch();
    let link = folder.path().join("link.db");
    symlink("real.db", &link).expect("a link");
    let ended = run(&mut joseki(
        &folder,
        &["compile", "tree.sgf", "-o", "link.db"],
    ));
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert!(link.symlink_metadata().expect("there").is_symlink());
    assert!(folder.path().join("real.db").is_file());
}

#[test]
fn inputs_are_limited() {
    let folder = scratch();
    let zeros = folder.path().join("zeros.db");
    symlink("/dev/zero", &zeros).expect("a link");
    for (arguments, status) in [
        (&["compile", "/dev/zero", "--check"][..], 1),
        (&["show", "/dev/zero"], 2),
        (&["decompile", "zeros.db"], 1),
        (&["measure", "zeros.db", "games"], 2),
    ] {
        ends(&mut joseki(&folder, arguments), status, "found a device");
    }
    // A pipe among the games is counted, and the program does not wait for it.
    fifo(&folder.path().join("games/pipe.sgf"));
    let ended = run(&mut joseki(
        &folder,
        &[&MINE[..], &["-o", "mined.sgf"]].concat(),
    ));
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert!(
        ended.stdout.contains("1 skipped: cannot be read"),
        "{}",
        ended.stdout
    );
}

#[test]
fn watching_goes_on_whatever_happens() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    write(&folder, "far/tree.sgf", TREE);
    std::fs::create_dir(at("near")).expect("a folder");
    symlink("../far/tree.sgf", at("near/tree.sgf")).expect("a link");
    let arguments = ["compile", "--watch", "near/tree.sgf", "-o", "out.db"];
    let watching = Running::start(&mut joseki(&folder, &arguments), Stdio::piped());
    watching.expect(&["near/tree.sgf: 1 patterns", "1 patterns, "]);
    write(&folder, "far/tree.sgf", TWO);
    watching.expect(&["near/tree.sgf: 2 patterns", "2 patterns, "]);
    std::fs::remove_dir_all(at("near")).expect("removed");
    watching.expect(&["near/tree.sgf: error: ", "errors: nothing is written, "]);
    write(&folder, "near/tree.sgf", TREE);
    watching.expect(&["near/tree.sgf: 1 patterns", "1 patterns, "]);
    std::fs::remove_file(at("near/tree.sgf")).expect("removed");
    watching.expect(&["near/tree.sgf: error: ", "errors: nothing is written, "]);
    fifo(&at("near/tree.sgf"));
    std::fs::remove_file(at("near/tree.sgf")).expect("removed");
    write(&folder, "near/tree.sgf", TWO);
    watching.expect(&["near/tree.sgf: 2 patterns", "2 patterns, "]);
}
