//! `katachi test`: tests beside patterns that hold, and all the ways in which they do not.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::program;

/// Patterns with tests that hold.
const GOOD: &str = "\
attribute_map general

Pattern Push

OX
.*

:8,-,value(40)

OX
a*

;lib(a)==0

# patc: test fires, lib(a) is 0, lib(a)+2 is 2, plays
# |O...
# |O...
# |OX..
# |.*..
# +----

# patc: test O is white, board 9, misses, silent
# .X
# .*

# patc: test game game.sgf move 3 at E4 fires


Pattern Tight

OX
.*

:8,X

aX
.*

;lib(a)<3

# patc: test fires, lib(a)<3 is 1
# .X..
# .OX.
# ..*.
# ....

# patc: test refused, silent, lib(a)<3 is 0, lib(a) is 5, avoids A1
# .....
# .O...
# .OX..
# ..*..
";

/// Black to play at E4, between D5 and E5.
const GAME: &str = "(;SZ[9];B[de];W[ee];B[ef];W[aa])";

fn test(folder: &Path, arguments: &[&str]) -> Output {
    program::katachi(folder)
        .arg("test")
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("katachi starts")
}

/// A folder with a database and a game.
fn folder(source: &str) -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    write("mine.db", source).expect("written");
    write("game.sgf", GAME).expect("written");
    folder
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The report about a database with this change.
fn failing(old: &str, new: &str) -> String {
    assert!(GOOD.contains(old), "{old}");
    let folder = folder(&GOOD.replacen(old, new, 1));
    let output = test(folder.path(), &["mine.db"]);
    assert_eq!(output.status.code(), Some(1), "{new}: {}", out(&output));
    out(&output)
}

#[test]
fn tests_that_hold_pass() {
    let folder = folder(GOOD);
    let output = test(folder.path(), &["mine.db"]);
    assert_eq!(out(&output), "mine.db: 14 passed, 0 failed\n");
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    let output = test(folder.path(), &["--all", "mine.db"]);
    let all = "Push: 7 passed, 0 failed\nTight: 7 passed, 0 failed\nmine.db: 14 passed, 0 failed\n";
    assert_eq!(out(&output), all);
}

#[test]
fn one_pattern_is_tested_alone() {
    // The values of the other pattern's tests are asked, too, and must not be mixed up.
    let folder = folder(&GOOD.replacen("lib(a) is 5", "lib(a) is 4", 1));
    let output = test(folder.path(), &["--only", "Push", "mine.db"]);
    assert_eq!(out(&output), "mine.db: 7 passed, 0 failed\n");
    let output = test(folder.path(), &["--only", "Tight", "mine.db"]);
    let found = out(&output);
    assert!(found.contains("lib(a) is 5, expected 4"), "{found}");
    assert!(found.ends_with("mine.db: 6 passed, 1 failed\n"), "{found}");
    let output = test(folder.path(), &["--only", "Tihgt", "mine.db"]);
    let message = "katachi: --only: expected a pattern with tests, found Tihgt\n";
    assert_eq!(
        (output.status.code(), err(&output).as_str()),
        (Some(1), message)
    );
}

#[test]
fn failures_say_where_and_what() {
    for (old, new, expected) in [
        (
            "lib(a) is 0",
            "lib(a) is 1",
            "Push: 6 passed, 1 failed, line 15: lib(a) is 0, expected 1\n",
        ),
        (
            ";lib(a)==0",
            ";lib(a)==1",
            "line 15: does not fire: constraint: lib(a)==1 is 0, lib(a) is 0, line",
        ),
        (
            "# |OX..",
            "# |O...",
            "does not fire: 3 of 4 points, B2 expected X",
        ),
        (
            "# |OX..",
            "# |O...",
            "the diagram does not fit: 3 of 4 points, B2 expected X, expected `lib(a) is 0`",
        ),
        (
            "2, plays",
            "2, avoids",
            "line 15: plays B1, expected another move than B1",
        ),
        ("2, plays", "2, plays A1", "line 15: plays B1, expected A1"),
        ("misses, silent", "fires", "line 22: does not fire: "),
        (
            "refused, silent",
            "misses",
            "Tight: 5 passed, 1 failed, line 47: the diagram fits (",
        ),
        (
            "move 3 at E4",
            "move 9 at E4",
            "expected move 9 of game.sgf, found 4 moves",
        ),
        (
            "move 3 at E4",
            "move 3 at T1",
            "expected a vertex from A1 to J9",
        ),
        (
            "game game.sgf",
            "game none.sgf",
            "cannot open or parse 'none.sgf'",
        ),
        (
            "plays\n",
            "playz\n",
            "tests with mistakes: 1, line 15: expected what must happen, found `playz` (did you mean `plays`?)\n",
        ),
    ] {
        let found = failing(old, new);
        assert!(found.contains(expected), "{new}: {found}");
    }
    let folder = folder(&GOOD.replace("lib(a) is 0", "lib(a) is 1"));
    let message = err(&test(folder.path(), &["mine.db"]));
    assert_eq!(message, "katachi: 1 of 14 tests failed\n");
}

/// Every expectation fails if it is turned round.
#[test]
fn expectations_can_fail() {
    for (old, new) in [
        ("fires, lib(a) is 0", "silent, lib(a) is 0"),
        ("fires, lib(a) is 0", "refused, lib(a) is 0"),
        ("fires, lib(a) is 0", "misses, lib(a) is 0"),
        ("misses, silent", "refused"),
        ("refused, silent", "fires"),
        ("lib(a)<3 is 1", "lib(a)<3 is 0"),
        ("lib(a) is 5", "lib(a) is 3"),
        ("E4 fires", "E4 silent"),
    ] {
        assert!(failing(old, new).contains(" 1 failed, "), "{new}");
    }
}

#[test]
fn reports_for_programs() {
    let folder = folder(&GOOD.replace("lib(a) is 0", "lib(a) is 1"));
    let output = test(
        folder.path(),
        &["--json", "--junit", "report.xml", "mine.db"],
    );
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    let lines: Vec<Value> = (text.lines())
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 14);
    let failed: Vec<&Value> = lines
        .iter()
        .filter(|line| line["passed"] == false)
        .collect();
    let [failed] = failed.as_slice() else {
        panic!("{failed:?}");
    };
    for (key, value) in [
        ("database", "mine"),
        ("pattern", "Push"),
        ("file", "mine.db"),
        ("expectation", "lib(a) is 1"),
        ("message", "lib(a) is 0, expected 1"),
    ] {
        assert_eq!(failed[key], value);
    }
    assert_eq!(failed["line"], 15);
    let report = std::fs::read_to_string(folder.path().join("report.xml")).expect("a report");
    for part in [
        r#"<testsuite name="mine" tests="14" failures="1">"#,
        r#"classname="mine.Push" name="line 15: lib(a) is 1" file="mine.db" line="15""#,
        r#"<failure message="lib(a) is 0, expected 1"/>"#,
        r#"name="line 41: lib(a)&lt;3 is 1""#,
    ] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    assert_eq!(report.matches("<testcase ").count(), 14);
}

/// A file that a list names is tested as what the list says, among the databases of the list.
#[test]
fn a_listed_file_has_the_role_of_its_list() {
    let folder = folder(&GOOD.replace("O is white, board 9, misses, silent", "works, fires"));
    let list = "[[database]]\nname = 'mine'\nrole = 'attack'\n";
    std::fs::write(folder.path().join("databases.toml"), list).expect("written");
    let output = test(folder.path(), &["mine.db"]);
    let text = out(&output);
    // In a database of moves for reading, `works` is known.
    assert!(!text.contains("mistakes"), "{text}");
    assert!(text.contains("the diagram does not fit"), "{text}");
}

#[test]
fn what_has_no_tests_is_refused() {
    let folder = folder(GOOD);
    for (argument, expected) in [
        ("none.db", "test: expected a folder"),
        (
            "builtin",
            "expected a folder or a .db file with tests beside its patterns, found built in",
        ),
        ("game.sgf", ": 0 passed"),
    ] {
        let output = test(folder.path(), &[argument]);
        let found = err(&output) + &out(&output);
        let is_empty = argument == "game.sgf";
        assert_eq!(output.status.success(), is_empty, "{found}");
        assert!(found.contains(expected) || is_empty, "{found}");
    }
}

/// A handicap of two stones, one of which stands; the corner points need not be drawn.
const HANDICAP: &str = "\
attribute_map value_only

Pattern Corner

|...
|.*.
|O..
+---

:/,-,value(20)

# patc: test board 9, handicap 2, fires
# |......
# |......
# |.*....
# |......
# +------

# patc: test board 9, handicap 1, refused
# |......
# |......
# |.*...O
# |......
# +------

# patc: test board 9, misses
# |......
# |......
# |.*....
# |.O....
# +------

# patc: test board 9, handicap 1, fires
# |......
# |......
# |.*...O
# |......
# +------
";

#[test]
fn patterns_of_free_handicaps_are_tested_as_they_are_drawn() {
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("handicap.db"), HANDICAP).expect("written");
    let output = test(folder.path(), &["handicap.db"]);
    assert_eq!(
        out(&output),
        "Corner: 3 passed, 1 failed, line 33: does not fire: fits; its constraint fails, or it has \
         more than the 0 stones to come\nhandicap.db: 3 passed, 1 failed\n"
    );
}
