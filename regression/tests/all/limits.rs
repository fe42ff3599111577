//! Tests that the results of suites have limits, even for suites that no author writes.

#![cfg(unix)]

use std::fmt::Write;
use std::process::Command;

use katachi_regress::Results;

/// An engine that answers every command with a point.
const ENGINE: &str = "sh -c 'while read -r number rest; do case $number in [0-9]*) ;; *) number= ;; esac; \
                      echo \"=$number D4\"; echo; done'";

#[test]
fn a_position_made_of_many_commands_is_stored_in_part() {
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("long.tst");
    let mut text = "boardsize 9\n".to_owned();
    for number in 1..=1500 {
        // Writing to a string does not fail.
        let _ = writeln!(text, "play black pass\n{number} reg_genmove black\n#? [D4]");
    }
    std::fs::write(&suite, text).expect("a suite");
    let results = folder.path().join("results.jsonl");
    let mut program = Command::new(env!("CARGO_BIN_EXE_regress"));
    program.args(["--quiet", "--engine", ENGINE, "--json"]);
    let ran = program.arg(&results).arg(&suite).output().expect("it runs");
    let results = Results::read(&results).unwrap_or_else(|error| panic!("{error}: {ran:?}"));
    let lengths: Vec<usize> = (results.tests.iter())
        .map(|result| result.setup.len())
        .collect();
    assert_eq!(lengths.len(), 1500);
    assert_eq!((lengths[0], lengths[998], lengths[999]), (2, 1000, 1001));
    assert_eq!(lengths[1499], 1001);
    let last = results.tests[1499].setup.last();
    let last = last.expect("a last line");
    assert!(last.contains("left out"), "{last}");
}
