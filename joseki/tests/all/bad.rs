//! Tests the messages of `joseki compile` about bad files, word for word: every `tests/bad/*.sgf`
//! with its `.expected`, once for each way of compiling. An existing output must stay untouched if
//! the exit status is 1.
//!
//! `UPDATE_BAD=1 cargo test -p katachi-joseki --test all bad::` writes the current messages; read
//! the difference before you commit it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The output before the program runs.
const OLD: &str = "# an older database\n";

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let files = folder.read_dir().expect("a folder");
    let mut cases: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    cases.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    cases.sort();
    assert!(cases.len() >= 9, "{cases:?}");
    cases
}

/// A folder with an old output from long ago.
fn folder() -> (tempfile::TempDir, SystemTime) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out.db");
    std::fs::write(&output, OLD).expect("a file");
    let long_ago = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let file = std::fs::File::options().append(true).open(&output);
    file.and_then(|file| file.set_modified(long_ago))
        .expect("a time");
    (folder, long_ago)
}

/// Compiles a file; returns the messages and the exit status.
fn said(arguments: &[&str], place: impl FnOnce(&Path)) -> String {
    let (folder, time) = folder();
    place(folder.path());
    let arguments = [&["compile"], arguments, &["-o", "out.db"]].concat();
    let ran = crate::program::run(folder.path(), &arguments);
    let output = folder.path().join("out.db");
    let new = std::fs::read_to_string(&output).expect("the output");
    let is_old = new == OLD && output.metadata().expect("the output").modified().ok() == Some(time);
    let status = ran.status.code().expect("an exit status");
    assert_eq!(is_old, status != 0, "{arguments:?}");
    let files = folder.path().read_dir().expect("a folder").count();
    assert_eq!(files, 2, "no file is left behind");
    let mut said = String::from_utf8(ran.stderr).expect("UTF-8");
    let patterns = new.matches("\nPattern ").count();
    _ = match status {
        0 => writeln!(said, "exit status 0, {patterns} patterns written"),
        _ => writeln!(said, "exit status {status}, nothing written"),
    };
    said
}

#[test]
fn bad_files_word_for_word() {
    let mut different = Vec::new();
    for case in cases() {
        let name = case
            .file_name()
            .and_then(|name| name.to_str())
            .expect("a name");
        let mut found = String::new();
        for option in [None, Some("--strict"), Some("--salvage")] {
            let title = option.unwrap_or("as it is");
            let arguments: Vec<&str> = option.into_iter().chain([name]).collect();
            let said = said(&arguments, |folder| {
                std::fs::copy(&case, folder.join(name)).expect("a copy");
            });
            _ = write!(found, "== {title}\n{said}");
        }
        let beside = case.with_extension("expected");
        if std::env::var_os("UPDATE_BAD").is_some() {
            std::fs::write(&beside, &found).expect("written");
        } else if std::fs::read_to_string(&beside).unwrap_or_default() != found {
            different.push(format!("{name}:\n{found}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn folders_and_missing_files() {
    let said = said(&["trees.sgf"], |folder| {
        std::fs::create_dir(folder.join("trees.sgf")).expect("a folder");
    });
    assert_eq!(
        said,
        "trees.sgf: error: expected an SGF file, found a folder; name the files in it\n\
         exit status 1, nothing written\n"
    );
    let (folder, _) = folder();
    let ran = crate::program::run(folder.path(), &["compile", "--check", "none.sgf"]);
    assert_eq!(ran.status.code(), Some(1));
    let error = String::from_utf8(ran.stderr).expect("UTF-8");
    assert!(
        error.starts_with("none.sgf: error: expected an SGF file that can be read, found: "),
        "{error}"
    );
}

/// Two files have the same line of moves under one prefix.
#[test]
fn names_differ_between_files() {
    let (folder, _) = folder();
    for name in ["a.sgf", "b.sgf"] {
        std::fs::write(folder.path().join(name), "(;SZ[19]\n;B[pd]MA[mg])").expect("a file");
    }
    let ran = crate::program::run(
        folder.path(),
        &["compile", "--prefix", "T", "a.sgf", "b.sgf", "-o", "out.db"],
    );
    assert_eq!(ran.status.code(), Some(1));
    let error = String::from_utf8(ran.stderr).expect("UTF-8");
    assert!(
        error.starts_with(
            "b.sgf:2:1: error: expected names that differ between the files, found T1dd"
        ),
        "{error}"
    );
}
