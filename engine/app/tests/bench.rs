//! `katachi bench`: signatures show whether the engine's answers have changed.

use std::process::Command;

/// Name and signature of each part.
fn signatures(arguments: &[&str]) -> Vec<(String, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command.args(["bench", "--patterns", "builtin", "--step", "100"]);
    let output = command.args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let rows = text.lines().skip(2).map(|row| {
        let words: Vec<&str> = row.split_whitespace().collect();
        (words[0].to_owned(), words[words.len() - 1].to_owned())
    });
    rows.collect()
}

#[test]
fn signatures_change_with_what_the_engine_answers() {
    // A low level takes less time.
    let low = ["--level", "4"];
    let first = signatures(&low);
    let names: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
    let parts = ["matches", "reading", "connections", "worms", "moves", "all"];
    assert_eq!(names, parts);
    assert_eq!(
        signatures(&["--level", "4", "--seed", "1"]),
        first,
        "1 is the usual seed"
    );
    // The seed determines the playouts, which only moves depend on.
    let differ = |other: Vec<(String, String)>| -> Vec<String> {
        let pairs = first.iter().zip(other);
        let changed = pairs.filter(|(one, other)| **one != *other);
        changed.map(|(one, _)| one.0.clone()).collect()
    };
    assert_eq!(
        differ(signatures(&["--level", "4", "--seed", "2"])),
        ["moves", "all"]
    );
    let shallow = differ(signatures(&["--level", "1"]));
    assert!(shallow.contains(&"reading".to_owned()), "{shallow:?}");
    assert!(!shallow.contains(&"matches".to_owned()), "{shallow:?}");
}
