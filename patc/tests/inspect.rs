//! `patc dump`, `verify` and `diff`, run as people run them.

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

/// The diagram of one pattern, the constraint of another, one pattern less, one more.
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
