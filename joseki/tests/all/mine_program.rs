//! Tests of `joseki mine` and `joseki measure` as programs: their output and their errors.

use std::path::Path;
use std::process::Command;

/// Runs `joseki`; returns the status and all output.
fn joseki(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = crate::program::run(folder, args);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn folder_of_games() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    // Forty games that differ outside the corner.
    for number in 0..40_u8 {
        let far = [b'a' + number % 8, b'k' + number / 8].map(char::from);
        let text = format!(
            "(;SZ[19]DT[{}];B[pd];W[qf];B[nc];W[rd];B[qc];W[{}{}])",
            1980 + u16::from(number),
            far[0],
            far[1]
        );
        std::fs::write(games.join(format!("{number}.sgf")), text).unwrap();
    }
    std::fs::write(games.join("broken.sgf"), "(;SZ[19];B[pd];W[pd])").unwrap();
    folder
}

#[test]
fn games_become_trees_that_compile_and_predict_them() {
    let folder = folder_of_games();
    let run = |args: &[&str]| joseki(folder.path(), args);
    let (status, text) = run(&["mine", "games", "--by-first-move", "-o", "trees"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("40 games of 41 files"), "{text}");
    assert!(text.contains("1 skipped: illegal moves"), "{text}");
    assert!(text.contains("hoshi.sgf: 5 patterns"), "{text}");
    let (status, text) = run(&["compile", "trees/hoshi.sgf", "-o", "joseki.db"]);
    assert_eq!(
        (status, text.as_str()),
        (Some(0), "trees/hoshi.sgf: 5 patterns\n")
    );
    let (status, text) = run(&["measure", "joseki.db", "games", "--moves", "5"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("covered: 200, 100.0 %"), "{text}");
    assert!(text.contains("proposed: 200, 100.0 %"), "{text}");
    let (status, text) = run(&["mine", "games", "--fuseki", "19", "-o", "openings.dbz"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("openings.dbz: 5 moves"), "{text}");
}

#[test]
fn the_same_games_give_the_same_bytes() {
    let folder = folder_of_games();
    let mut outputs = Vec::new();
    for threads in ["1", "2", "5"] {
        let output = Command::new(env!("CARGO_BIN_EXE_joseki"))
            .args(["mine", "games", "-o", "tree.sgf"])
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success());
        outputs.push(std::fs::read(folder.path().join("tree.sgf")).unwrap());
    }
    assert!(outputs.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn what_cannot_be_mined_is_refused() {
    let folder = folder_of_games();
    for (args, expected) in [
        (
            &["mine", "nowhere", "-o", "x.sgf"][..],
            "found nothing at nowhere",
        ),
        (
            &["mine", "games", "-o", "x.txt"],
            "expected the name of a tree that ends in .sgf",
        ),
        (
            &["mine", "games", "--fuseki", "19", "-o", "x.sgf"],
            "a book that ends in .dbz",
        ),
        (
            &["mine", "games", "--fuseki", "9", "-o", "x.dbz"],
            "expected games on 9 lines",
        ),
        (
            &["mine", "games", "--fuseki", "2", "-o", "x.dbz"],
            "expected a size from 5 to 25",
        ),
        (
            &[
                "mine", "games", "--least", "9", "--reach", "8", "-o", "x.sgf",
            ],
            "at most --reach",
        ),
        (
            &["mine", "games", "--reach", "12", "-o", "x.sgf"],
            "from 1 to 11",
        ),
        (
            &["mine", "games", "--cover", "2", "-o", "x.sgf"],
            "expected a share from 0 to 1",
        ),
        (
            &["mine", "games", "--hold-back", "1", "-o", "x.sgf"],
            "1 is not in 2..",
        ),
        (
            &["measure", "nothing.db", "games"],
            "cannot read the database nothing.db",
        ),
    ] {
        let (status, text) = joseki(folder.path(), args);
        assert_eq!(status, Some(2), "{args:?}: {text}");
        assert!(text.contains(expected), "{args:?}: {text}");
    }
    let (status, text) = joseki(
        folder.path(),
        &["mine", "games", "--min-games", "100", "-o", "x.sgf"],
    );
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("lower --min-games"), "{text}");
    assert!(!folder.path().join("x.sgf").exists());
}
