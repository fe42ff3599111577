//! Tests of `patc dump`, `verify` and `diff` as programs.

use std::path::Path;
use std::process::{Command, Output};

const OLD: &str = "attribute_map general

Pattern Hane
?X?
.O*
...
:8,OX,shape(1)
?A?
bO*
...
;lib(A)>1 && !(lib(b)==0 || ko(b))
>if (lib(A)==2) antisuji(*); else replace(*,b);

Pattern Gone
X*
:8,-

Pattern Same
XO*
:8,-,value(3)
";

/// One pattern has another diagram, one another constraint; one pattern is missing, one is new.
const NEW: &str = "attribute_map general

Pattern Same
XO*
...
:8,-,value(3)

Pattern Hane
?X?
.O*
...
:8,OX,shape(2)
?A?
bO*
...
;lib(A)>2
>if (lib(A)==2) antisuji(*); else replace(*,b);

Pattern New
O*
:8,-
";

const EYES: &str = "\
Pattern 10

+--
|.!
|X

:1111

Pattern 20

 x
<.>
-

:0112
";

const WEIGHTS: &str = "\
oOo
O*O
oO?

:0

?X%
?*%
%%%

:100,ocap1,near
:20,near
";

const BOOK: &str = "board_size 5
A 3 cc
B 12 bdccttdb
";

fn patc(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patc"));
    let command = command.current_dir(folder).args(arguments);
    command.output().expect("the program runs")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// A folder with the images of both versions.
fn images() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, source) in [("old", OLD), ("new", NEW)] {
        std::fs::write(folder.path().join(format!("{name}.db")), source).expect("written");
        let built = patc(folder.path(), &["build", "--quiet", &format!("{name}.db")]);
        assert!(built.status.success(), "{built:?}");
    }
    folder
}

#[test]
fn dump_gives_a_source_for_the_same_image() {
    let folder = images();
    let dumped = patc(folder.path(), &["dump", "old.kpat"]);
    assert_eq!(dumped.status.code(), Some(0));
    let dumped = text(&dumped);
    for line in [
        "# source: old.db",
        "# old.db:3",
        "Pattern Hane",
        ";lib(A)>1 && !(lib(b)==0 || ko(b))",
        ">if (lib(A)==2) antisuji(*); else replace(*,b);",
    ] {
        assert!(
            dumped.lines().any(|found| found == line),
            "{line}\n{dumped}"
        );
    }
    std::fs::write(folder.path().join("again.db"), dumped).expect("written");
    let built = patc(folder.path(), &["build", "--quiet", "again.db"]);
    assert!(built.status.success(), "{built:?}");
    let difference = patc(folder.path(), &["diff", "old.kpat", "again.kpat"]);
    assert_eq!(
        text(&difference),
        "0 added, 0 removed, 0 changed, 3 the same\n"
    );
    assert_eq!(difference.status.code(), Some(0));
}

#[test]
fn diff_tells_what_changed() {
    let folder = images();
    let difference = patc(folder.path(), &["diff", "old.kpat", "new.kpat"]);
    assert_eq!(difference.status.code(), Some(1));
    let expected = "\
the order of the patterns is another one
removed Gone (old.db:14)
added New (new.db:19)
changed Hane (new.db:8)
  colon line
    - :8,OX,shape(1)
    + :8,OX,shape(2)
  constraint
    - lib(A)>1 && !(lib(b)==0 || ko(b))
    + lib(A)>2
changed Same (new.db:3)
  diagram
    - XO*
    + XO*
    + ...
1 added, 1 removed, 2 changed, 0 the same
";
    assert_eq!(text(&difference), expected);
}

#[test]
fn verify_says_ok_or_why_not() {
    let folder = images();
    let mut bytes = std::fs::read(folder.path().join("old.kpat")).expect("read");
    if let Some(last) = bytes.last_mut() {
        *last ^= 1;
    }
    std::fs::write(folder.path().join("damaged.kpat"), bytes).expect("written");
    let verified = patc(folder.path(), &["verify", "new.kpat", "old.kpat"]);
    assert_eq!(verified.status.code(), Some(0));
    assert_eq!(text(&verified), "new.kpat: ok\nold.kpat: ok\n");
    let verified = patc(
        folder.path(),
        &["verify", "damaged.kpat", "old.db", "new.kpat", "none.kpat"],
    );
    assert_eq!(verified.status.code(), Some(1));
    let verified = text(&verified);
    let lines: Vec<&str> = verified.lines().collect();
    assert!(
        lines[0].starts_with("damaged.kpat: the checksum does not fit"),
        "{verified}"
    );
    assert!(
        lines[1].starts_with("old.db: expected a .kpat image"),
        "{verified}"
    );
    assert_eq!(lines[2], "new.kpat: ok");
    assert!(lines[3].starts_with("none.kpat: cannot read"), "{verified}");
}

/// Builds `old` from the text and `new` from the text with one edit; `ending` is that of the files.
fn versions(role: &str, text: &str, (from, to): (&str, &str), ending: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(text.matches(from).count(), 1);
    for (name, text) in [("old", text), ("new", &text.replace(from, to))] {
        let file = format!("{name}.{ending}");
        std::fs::write(folder.path().join(&file), text).expect("written");
        build(&folder, role, &file);
    }
    folder
}

fn build(folder: &tempfile::TempDir, role: &str, file: &str) {
    let built = patc(folder.path(), &["build", "--quiet", "--role", role, file]);
    assert!(built.status.success(), "{built:?}");
}

/// Checks that the dump compiles to an equal image; returns the dump without its header.
fn dump(folder: &tempfile::TempDir, role: &str, same: usize) -> String {
    let dumped = text(&patc(folder.path(), &["dump", "old.kpat"]));
    let header = text(&patc(folder.path(), &["dump", "--header", "old.kpat"]));
    std::fs::write(folder.path().join("again.db"), &dumped).expect("written");
    build(folder, role, "again.db");
    let difference = patc(folder.path(), &["diff", "old.kpat", "again.kpat"]);
    assert_eq!(
        text(&difference),
        format!("0 added, 0 removed, 0 changed, {same} the same\n")
    );
    assert_eq!(difference.status.code(), Some(0));
    assert_eq!(
        text(&patc(folder.path(), &["verify", "old.kpat"])),
        "old.kpat: ok\n"
    );
    assert!(header.lines().all(|line| line.starts_with('#')));
    let body = dumped.strip_prefix(&header);
    body.expect("the header first").to_owned()
}

#[test]
fn eye_shapes_are_drawn_again() {
    let folder = versions("eyes", EYES, (":0112", ":0122"), "db");
    let expected = "


# old.db:1
Pattern 10

+--
|.!
|X

:1111


# old.db:9
Pattern 20

 x
<.>
-

:0112
";
    assert_eq!(dump(&folder, "eyes", 2), expected);
    let difference = patc(folder.path(), &["diff", "old.kpat", "new.kpat"]);
    let expected = "\
changed shape 20 (new.db:9)
  value
    - 0112
    + 0122
0 added, 0 removed, 1 changed, 1 the same
";
    assert_eq!(text(&difference), expected);
    let stats = text(&patc(folder.path(), &["stats", "old.kpat"]));
    assert!(stats.contains("shapes by value\n  0112              1\n  1111              1\n"));
    assert_eq!(
        stats,
        text(&patc(folder.path(), &["stats", "--role", "eyes", "old.db"]))
    );
}

#[test]
fn rules_are_found_for_weights() {
    let folder = versions("monte_carlo", WEIGHTS, (":20,near", ":20,far"), "db");
    let dumped = dump(&folder, "monte_carlo", 1107);
    assert!(
        dumped.contains("\n.X.\n.*.\n...\n\n:20,near,ocap2+\n:100,near,ocap1+\n:20,near\n"),
        "{dumped}"
    );
    assert!(dumped.contains("OOO\nO*O\nOOO\n\n:0\n"), "{dumped}");
    let header = text(&patc(folder.path(), &["dump", "--header", "old.kpat"]));
    assert!(
        header.contains("\n# neighbourhoods and situations by weight\n#   0 "),
        "{header}"
    );
    let difference = text(&patc(folder.path(), &["diff", "old.kpat", "new.kpat"]));
    assert!(
        difference.contains(
            "\nchanged neighbourhood .X. .*. ... in 224 of 256 situations
  weights
    - :1,far
    - :20,ocap2+
    - :20,ocap0
    + :20,far
    + :1,ocap2+
    + :1,ocap0
"
        ),
        "{difference}"
    );
    let stats = text(&patc(folder.path(), &["stats", "old.kpat"]));
    let of_source = text(&patc(
        folder.path(),
        &["stats", "--role", "monte_carlo", "old.db"],
    ));
    // The image has no rules to count.
    assert_eq!(format!("rules               3\n{stats}"), of_source);
}

#[test]
fn books_are_printed_in_the_readable_form() {
    let folder = versions("book", BOOK, ("bdccttdb", "bdccttdc"), "dbz");
    let expected = "
attribute_map value_only


# old.dbz:2
Pattern A

+-----+
|.....|
|.....|
|..*..|
|.....|
|.....|
+-----+

:8,-,value(3)


# old.dbz:3
Pattern B

+-----+
|.....|
|...X.|
|..X..|
|.*...|
|.....|
+-----+

:8,-,value(12)
";
    assert_eq!(dump(&folder, "book", 2), expected);
    let difference = text(&patc(folder.path(), &["diff", "old.kpat", "new.kpat"]));
    assert!(
        difference.starts_with("changed B (new.dbz:3)\n  position\n    - +-----+\n"),
        "{difference}"
    );
    assert!(difference.ends_with("\n0 added, 0 removed, 1 changed, 1 the same\n"));
    let stats = text(&patc(folder.path(), &["stats", "old.kpat"]));
    assert_eq!(stats, text(&patc(folder.path(), &["stats", "old.dbz"])));
}

#[test]
fn images_of_two_kinds_are_not_compared() {
    let folder = versions("eyes", EYES, (":0112", ":0122"), "db");
    std::fs::write(folder.path().join("book.dbz"), BOOK).expect("written");
    build(&folder, "book", "book.dbz");
    let difference = patc(folder.path(), &["diff", "old.kpat", "book.kpat"]);
    assert_eq!(difference.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&difference.stderr),
        "patc: expected two images of one kind, found eye shapes and positions\n"
    );
}
