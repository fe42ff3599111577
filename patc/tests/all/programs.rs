//! Tests of the commands for authors: the real program, its files, its pipes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A source in bad layout.
const UNTIDY: &str = "attribute_map general\r
Pattern Hane   the usual one\r
# it blocks\r
?X?\tfrom above\r
.O*\r
...   \r
:8 , OX ,shape( 1 ) , value(3),\r
\r
\r
?A?
bO*
...
;lib( A )>1&&olib(b) == 0
;||ko( b );
# done
";

const TIDY: &str = "attribute_map general


Pattern Hane  the usual one
# it blocks

?X?    from above
.O*
...

:8,OX,shape(1),value(3)

?A?
bO*
...

;lib(A)>1 && olib(b)==0
; || ko(b)
# done
";

fn patc(folder: &Path, arguments: &[&str]) -> Output {
    pipe(folder, arguments, "")
}

fn pipe(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_patc"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("patc starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A program that does not read its input closes the pipe.
    drop(stdin.write_all(input.as_bytes()));
    drop(stdin);
    child.wait_with_output().expect("patc ends")
}

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn content(folder: &TempDir, name: &str) -> String {
    text(&std::fs::read(folder.path().join(name)).expect("a file"))
}

#[test]
fn fmt_changes_files_in_place() {
    let folder = folder(&[("a.db", UNTIDY), ("b.db", TIDY)]);
    let check = patc(folder.path(), &["fmt", "--check", "a.db", "b.db"]);
    assert_eq!(
        (check.status.code(), text(&check.stdout)),
        (Some(1), "a.db\n".to_owned())
    );
    assert_eq!(content(&folder, "a.db"), UNTIDY);
    let done = patc(folder.path(), &["fmt", "a.db", "b.db"]);
    assert_eq!(text(&done.stderr), "");
    assert_eq!(text(&done.stdout), "a.db: formatted\n");
    assert_eq!(content(&folder, "a.db"), TIDY);
    let check = patc(folder.path(), &["fmt", "--check", "a.db", "b.db"]);
    assert_eq!(
        (check.status.code(), text(&check.stdout)),
        (Some(0), String::new())
    );
}

#[test]
fn fmt_serves_editors_through_pipes() {
    let folder = folder(&[]);
    let done = pipe(folder.path(), &["fmt", "-"], UNTIDY);
    assert_eq!(
        (done.status.code(), text(&done.stdout)),
        (Some(0), TIDY.to_owned())
    );
    // A file that cannot be parsed gives no output, so an editor keeps its text.
    let broken = TIDY.replace("ko(b)", "ko(b");
    let done = pipe(
        folder.path(),
        &["fmt", "--message-format", "short", "-"],
        &broken,
    );
    assert_eq!(
        (done.status.code(), text(&done.stdout)),
        (Some(1), String::new())
    );
    assert!(
        text(&done.stderr).starts_with("<stdin>:18:8: error[P0609]"),
        "{}",
        text(&done.stderr)
    );
}

#[test]
fn fmt_leaves_alone_what_it_cannot_read() {
    let broken = UNTIDY.replace("Pattern Hane", "Patern Hane");
    let folder = folder(&[("a.db", &broken), ("b.db", UNTIDY), ("eyes.db", "")]);
    let done = patc(folder.path(), &["fmt", "a.db", "b.db"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(
        text(&done.stderr).contains("error["),
        "{}",
        text(&done.stderr)
    );
    assert_eq!(content(&folder, "a.db"), broken);
    assert_eq!(content(&folder, "b.db"), TIDY);
    // Mistakes that do not hide what a line is do not prevent formatting.
    let wrong = UNTIDY.replace("ko( b )", "koo( q )");
    let done = pipe(folder.path(), &["fmt", "-"], &wrong);
    assert_eq!(text(&done.stdout), TIDY.replace("ko(b)", "koo(q)"));
    std::fs::write(folder.path().join("book.dbz"), "").expect("a file");
    let other = patc(folder.path(), &["fmt", "book.dbz"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        text(&other.stderr).contains("a compressed book"),
        "{}",
        text(&other.stderr)
    );
}

#[test]
fn eye_shapes_and_weights_are_laid_out_and_shown() {
    let eyes = "# eyes\r\n\n\n\n# two\nPattern 100\n!.!   \n# between\n:1111\nPattern 110\n\n\n|.\n -\n\n\n:1111";
    let weights = "\n# eyes\nO?O\n\nO*O\nO?O\n:0\n:3,near  \n...\n.*.\n...\n\n\n:7\n";
    let folder = folder(&[("eyes.db", eyes), ("mc_a.db", weights)]);
    let done = patc(folder.path(), &["fmt", "eyes.db", "mc_a.db"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert_eq!(
        content(&folder, "eyes.db"),
        "# eyes\n\n\n# two\nPattern 100\n\n!.!\n# between\n:1111\n\n\nPattern 110\n\n|.\n -\n\n:1111\n"
    );
    assert_eq!(
        content(&folder, "mc_a.db"),
        "# eyes\nO?O\nO*O\nO?O\n\n:0\n:3,near\n\n...\n.*.\n...\n\n:7\n"
    );
    let check = patc(folder.path(), &["fmt", "--check", "eyes.db", "mc_a.db"]);
    assert_eq!(
        (check.status.code(), text(&check.stdout)),
        (Some(0), String::new())
    );
    let shown = patc(folder.path(), &["show", "100", "eyes.db"]);
    assert!(
        text(&shown.stdout).starts_with("100 (eyes.db:5)\n\n!.!\n"),
        "{}{}",
        text(&shown.stdout),
        text(&shown.stderr)
    );
    let none = patc(folder.path(), &["show", "x", "mc_a.db"]);
    assert!(
        text(&none.stderr).contains("which have no names"),
        "{}",
        text(&none.stderr)
    );
}

#[test]
#[cfg(unix)]
fn fmt_keeps_permissions_and_follows_links() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("real.db", UNTIDY)]);
    let real: PathBuf = folder.path().join("real.db");
    let private = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(&real, private).expect("permissions");
    std::os::unix::fs::symlink("real.db", folder.path().join("link.db")).expect("a link");
    assert!(patc(folder.path(), &["fmt", "link.db"]).status.success());
    assert_eq!(content(&folder, "real.db"), TIDY);
    let mode = std::fs::metadata(&real)
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    let link = std::fs::symlink_metadata(folder.path().join("link.db")).expect("a link");
    assert!(link.is_symlink());
}

/// Two patterns: one with a symmetry, one with labels, constraint and action.
const SHAPES: &str = "attribute_map general


Pattern Cut
# between two stones

X.X    side
.*.

:|,B


Pattern Peep

.O?
*XX
---

:8,e,shape(-2)

aOb
*XX
---

;olib(a)>1 && (ko(b) || !olib(b))

>antisuji(a);
";

#[test]
fn show_draws_the_orientations_that_differ() {
    let folder = folder(&[("a.db", SHAPES)]);
    let shown = patc(folder.path(), &["show", "Cut", "a.db"]);
    let expected = "Cut (a.db:4)
:|,B
symmetry |: 4 orientations are tried

0      1     2      3
X.X    .X    .*.    X.
.*.    *.    X.X    .*
       .X           X.
";
    assert_eq!(
        (shown.status.code(), text(&shown.stdout)),
        (Some(0), expected.to_owned())
    );
    let shown = patc(folder.path(), &["show", "--width", "15", "P*", "a.db"]);
    let shown = text(&shown.stdout);
    assert!(
        shown.starts_with("Peep (a.db:13)\n:8,e,shape(-2)\nsymmetry 8: 8 orientations are tried\n"),
        "{shown}"
    );
    assert!(
        shown.contains(
            "\n0      1\n.O?    |*.\n*XX    |XO\n---    |X?\n\naOb    |*a\n*XX    |XO\n---    |Xb\n"
        ),
        "{shown}"
    );
    assert!(
        shown.ends_with("\n;olib(a)>1 && (ko(b) || !olib(b))\n\n>antisuji(a);\n"),
        "{shown}"
    );
    let both = patc(folder.path(), &["show", "Peep,C?t", "a.db"]);
    assert_eq!(text(&both.stdout).matches(" (a.db:").count(), 2);
}

#[test]
fn show_suggests_a_name() {
    let folder = folder(&[("a.db", SHAPES)]);
    let shown = patc(folder.path(), &["show", "Peeep", "a.db"]);
    assert_eq!(
        (shown.status.code(), text(&shown.stdout)),
        (Some(2), String::new())
    );
    let message = "patc: expected the name of a pattern, found 'Peeep': did you mean 'Peep'?\n";
    assert_eq!(text(&shown.stderr), message);
}

#[test]
fn show_writes_a_drawing() {
    let folder = folder(&[("a.db", SHAPES)]);
    let shown = patc(folder.path(), &["show", "--svg", "*", "a.db"]);
    let svg = text(&shown.stdout);
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width="),
        "{svg}"
    );
    assert!(svg.trim_end().ends_with("</svg>"));
    // Each element is closed, and code is escaped.
    assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
    assert_eq!(
        svg.matches("<text ").count(),
        svg.matches("</text>").count()
    );
    assert!(svg.contains("olib(a)&gt;1 &amp;&amp; (ko(b)"), "{svg}");
    // Black stones: two of Cut in four orientations, two of Peep in eight.
    assert_eq!(svg.matches("fill=\"#1b1b1b\"").count(), 2 * 4 + 2 * 8);
    assert!(!svg.contains("href"), "nothing else is needed");
}

#[test]
fn rotate_and_mirror_are_taken_back() {
    let folder = folder(&[("a.db", SHAPES)]);
    let once = patc(folder.path(), &["rotate", "1", "a.db"]);
    let once = text(&once.stdout);
    assert!(
        once.contains("\n# between two stones\n\n.X    side\n*.\n.X\n\n:-,B\n"),
        "{once}"
    );
    assert!(
        once.contains("\n|*.\n|XO\n|X?\n\n:8,e,shape(-2)\n\n|*a\n|XO\n|Xb\n\n;olib(a)>1"),
        "{once}"
    );
    let back = pipe(folder.path(), &["rotate", "3", "-"], &once);
    assert_eq!(text(&back.stdout), SHAPES);
    for axis in ["-", "|", "/", "\\", "rising", "vertical"] {
        let once = patc(folder.path(), &["mirror", axis, "a.db"]);
        assert_ne!(text(&once.stdout), SHAPES, "{axis}");
        let back = pipe(folder.path(), &["mirror", axis, "-"], &text(&once.stdout));
        assert_eq!(text(&back.stdout), SHAPES, "{axis}");
    }
}

#[test]
fn rotate_takes_names_and_writes_files() {
    let folder = folder(&[("a.db", SHAPES), ("bad.db", "Pattern A\nO*\n")]);
    let done = patc(
        folder.path(),
        &["rotate", "2", "a.db", "--only", "C*", "-o", "b.db"],
    );
    assert_eq!(
        (done.status.code(), text(&done.stdout)),
        (Some(0), String::new())
    );
    assert_eq!(
        content(&folder, "b.db"),
        SHAPES.replace("X.X    side\n.*.", ".*.    side\nX.X")
    );
    let done = patc(
        folder.path(),
        &["mirror", "horizontal", "-i", "b.db", "--only", "Cut"],
    );
    assert!(done.status.success());
    assert_eq!(content(&folder, "b.db"), SHAPES);
    let wrong = patc(folder.path(), &["rotate", "2", "a.db", "--only", "Cat"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("did you mean 'Cut'?"));
    let wrong = patc(folder.path(), &["rotate", "2", "-i", "bad.db"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        text(&wrong.stderr).contains("P0208"),
        "{}",
        text(&wrong.stderr)
    );
    assert_eq!(content(&folder, "bad.db"), "Pattern A\nO*\n");
}

#[test]
fn check_takes_each_file_of_a_folder_for_a_database() {
    let broken = SHAPES.replace(":|,B", ":9,B");
    // Two files that define the same names: duplicates only if they are one database.
    let folder = folder(&[
        ("a.db", SHAPES),
        ("aa.db", &broken),
        ("b.db", SHAPES),
        ("notes.txt", "x"),
    ]);
    let whole = patc(folder.path(), &["check", "."]);
    assert_eq!(whole.status.code(), Some(1));
    assert_eq!(
        text(&whole.stdout),
        "./a.db: 2 patterns, 0 errors, 0 warnings
./aa.db: 1 patterns, 1 errors, 0 warnings
./b.db: 2 patterns, 0 errors, 0 warnings
3 databases, 1 errors, 0 warnings
"
    );
    assert!(
        text(&whole.stderr).contains("error[P0401]"),
        "{}",
        text(&whole.stderr)
    );
    // Without a terminal there is no progress bar.
    assert!(!text(&whole.stderr).contains('\r'));
    let each = patc(folder.path(), &["check", "--each", "a.db", "b.db"]);
    assert_eq!(each.status.code(), Some(0));
    assert!(text(&each.stdout).ends_with("2 databases, 0 errors, 0 warnings\n"));
    let one = patc(folder.path(), &["check", "a.db", "b.db"]);
    assert_eq!(text(&one.stdout), "4 patterns, 0 errors, 4 warnings\n");
    assert!(text(&one.stderr).contains("P0702"));
    let empty = tempfile::tempdir().expect("a folder");
    let none = patc(empty.path(), &["check", "."]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn build_writes_an_image_beside_each_source() {
    let folder = folder(&[("a.db", SHAPES), ("bad.db", "Pattern A\nO*\n")]);
    let built = patc(folder.path(), &["build", "."]);
    assert_eq!(built.status.code(), Some(1));
    assert!(
        text(&built.stdout).starts_with("./a.kpat: 2 patterns, "),
        "{}",
        text(&built.stdout)
    );
    assert!(folder.path().join("a.kpat").is_file());
    assert!(!folder.path().join("bad.kpat").exists());
    let wrong = patc(folder.path(), &["build", "-o", "x.kpat", "."]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(!folder.path().join("x.kpat").exists());
}

/// A pattern with tests, formatted.
const TESTED: &str = "\
Pattern Hane

?X?
.O*

:8,-

# patc: test fires
# .X.
# .O*

# patc: test misses
# ...
# .O*
# a side comment would be part of the drawing


# Above the next one.

Pattern Next

?X?
XO*

:8,-
";

#[test]
fn tests_stay_with_their_patterns() {
    let messy = TESTED
        .replace(":8,-\n\n# patc", ":8,-\n# patc")
        .replace("*\n\n# patc", "*\n\n\n\n# patc")
        .replace("\n\n\n# Above", "\n\n# Above");
    assert_ne!(messy, TESTED);
    for text in [TESTED, &messy] {
        let formatted = pipe(Path::new("."), &["fmt", "-"], text);
        assert_eq!(String::from_utf8_lossy(&formatted.stdout), TESTED);
    }
}

/// The engine runs the tests: any program of its name beside patc or on the PATH.
#[cfg(unix)]
#[test]
fn tests_are_run_by_the_engine() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempDir::new().expect("a folder");
    // Beside this copy of patc there is no engine.
    let program = folder.path().join("patc");
    std::fs::copy(env!("CARGO_BIN_EXE_patc"), &program).expect("copied");
    let run = |path: &Path| {
        Command::new(&program)
            .args(["test", "--json", "mine.db"])
            .env("PATH", path)
            .output()
            .expect("patc starts")
    };
    let none = run(Path::new("/nowhere"));
    assert_eq!(none.status.code(), Some(2));
    let message = String::from_utf8_lossy(&none.stderr).into_owned();
    assert!(
        message.starts_with("patc: expected the program katachi beside patc"),
        "{message}"
    );
    for status in [0, 1] {
        let engine = folder.path().join("bin").join("katachi");
        std::fs::create_dir_all(folder.path().join("bin")).expect("a folder");
        let script = format!("#!/bin/sh\necho \"$@\"\nexit {status}\n");
        std::fs::write(&engine, script).expect("written");
        let all = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(&engine, all).expect("allowed");
        let found = run(&folder.path().join("bin"));
        assert_eq!(
            String::from_utf8_lossy(&found.stdout),
            "test --json mine.db\n"
        );
        assert_eq!(found.status.code(), Some(status));
    }
    // Watching runs them too, if there are any and the database has no errors.
    let source = folder.path().join("mine.db");
    let source = source.to_str().expect("a path");
    std::fs::write(source, TESTED).expect("written");
    let mut command = Command::new(&program);
    command.args(["watch", source]);
    command.env("PATH", folder.path().join("bin"));
    let watching = Watching::spawn(command);
    let checked = format!("{source}: 2 patterns, 0 errors");
    watching.expect(&[&checked, &format!("test {source}")]);
}

/// Files whose names say different roles are databases of their own; those of one role are one.
#[test]
fn check_tells_roles_apart() {
    let eyes = "Pattern 1\n\n!*\n\n:0011\n";
    let folder = folder(&[
        ("eyes.db", eyes),
        ("patterns.db", SHAPES),
        ("patterns2.db", SHAPES),
    ]);
    let files = ["check", "eyes.db", "patterns.db", "patterns2.db"];
    let found = patc(folder.path(), &files);
    let out = text(&found.stdout);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[..2],
        [
            "eyes.db: 1 eye shapes, 0 errors, 0 warnings",
            // The names of the second file are those of the first one.
            "patterns.db + patterns2.db: 4 patterns, 0 errors, 4 warnings",
        ],
        "{out}"
    );
    assert!(lines[2].starts_with("2 databases, 0 errors, 4 "), "{out}");
    assert_eq!(lines.len(), 3, "no table after few warnings: {out}");
}

#[test]
fn check_sums_up_many_warnings() {
    let pattern = |number: usize| {
        let name = format!(
            "Pattern A{}\n\n?X?\n.O*\n\n:8,-,shape({number})\n\n",
            number / 2
        );
        name + "?a?\n.b*\n\n;lib(a)>1\n\n"
    };
    let patterns: String = (0..20).map(pattern).collect();
    let source = format!("attribute_map general\n\n{patterns}");
    let found = pipe(Path::new("."), &["check", "-"], &source);
    let out = text(&found.stdout);
    let expected = "20 patterns, 0 errors, 30 warnings
    20 P0505 a label that is never used
    10 P0702 a name used twice
";
    assert_eq!(out, expected);
    let shown = text(&found.stderr);
    assert!(shown.contains("--> <stdin>:"), "{shown}");
    let quiet = pipe(Path::new("."), &["check", "--quiet", "-"], &source);
    assert_eq!(text(&quiet.stdout), "20 patterns, 0 errors, 30 warnings\n");
}

#[test]
fn diff_compares_sources() {
    let changed = SHAPES.replace(":|,B", ":8,B");
    let comment = format!("# a comment\n\n{SHAPES}");
    let folder = folder(&[
        ("a.db", SHAPES),
        ("b.db", &changed),
        ("c.db", &comment),
        ("bad.db", "Pattern A\nO*\n"),
    ]);
    let diff = |arguments: &[&str]| {
        let all: Vec<&str> = [&["diff"], arguments].concat();
        let found = patc(folder.path(), &all);
        (
            found.status.code(),
            text(&found.stdout),
            text(&found.stderr),
        )
    };
    let (status, out, _) = diff(&["a.db", "b.db"]);
    assert_eq!(status, Some(1));
    assert!(out.contains("Cut") && out.contains('|'), "{out}");
    assert_eq!(diff(&["a.db", "c.db"]).0, Some(0));
    let built = patc(folder.path(), &["build", "--quiet", "b.db"]);
    assert!(built.status.success());
    assert_eq!(diff(&["a.db", "b.kpat"]).1, out, "an image and its source");
    let (status, _, message) = diff(&["a.db", "bad.db"]);
    assert_eq!(status, Some(2));
    assert!(
        message.starts_with("patc: bad.db:1:9: error[P0208]"),
        "{message}"
    );
    // As git calls it: with names of temporary files, and `/dev/null` for what does not exist.
    let (status, shown, _) = diff(&[
        "--git",
        "shapes.db",
        "a.db",
        "1a",
        "100644",
        "b.db",
        "2b",
        "100644",
    ]);
    let expected = out.replace("b.db", "shapes.db");
    assert_eq!((status, shown), (Some(0), format!("shapes.db\n{expected}")));
    let (status, shown, _) = diff(&[
        "--git",
        "shapes.db",
        "/dev/null",
        ".",
        ".",
        "b.db",
        "2b",
        "100644",
    ]);
    assert_eq!(status, Some(0));
    assert!(shown.contains("added"), "{shown}");
    let (status, shown, _) = diff(&[
        "--git",
        "shapes.db",
        "a.db",
        "1a",
        "100644",
        "bad.db",
        "2b",
        "100644",
    ]);
    assert_eq!(status, Some(0));
    let mistake = "the new version cannot be compared: shapes.db:1:9: error[P0208]";
    assert!(shown.contains(mistake), "{shown}");
}

/// `git diff` with patc as the driver of a repository.
#[test]
fn git_shows_changes_of_patterns() {
    let folder = folder(&[("a.db", SHAPES), (".gitattributes", "*.db diff=patc\n")]);
    let driver = format!(
        "diff.patc.command={} diff --git",
        env!("CARGO_BIN_EXE_patc")
    );
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(["-c", &driver, "-c", "user.name=A", "-c", "user.email=a@b"])
            .args(arguments)
            .current_dir(folder.path())
            .output();
        output.ok().filter(|output| output.status.success())
    };
    // Without git there is nothing to show.
    if git(&["init", "--quiet"]).is_none() {
        return;
    }
    for arguments in [&["add", "."][..], &["commit", "--quiet", "-m", "one"]] {
        git(arguments).expect("git works");
    }
    let new = SHAPES.replace(":|,B", ":8,B");
    std::fs::write(folder.path().join("a.db"), new).expect("written");
    let shown = text(&git(&["diff"]).expect("git shows it").stdout);
    assert!(
        shown.starts_with("a.db\n") && shown.contains("Cut"),
        "{shown}"
    );
}

/// A running `patc watch` with the lines it prints.
struct Watching {
    child: std::process::Child,
    lines: std::sync::mpsc::Receiver<String>,
}

impl Watching {
    fn start(folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_patc"));
        command.arg("watch").args(arguments).current_dir(folder);
        Self::spawn(command)
    }

    fn spawn(mut command: Command) -> Self {
        use std::io::BufRead;
        let mut child = command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("patc starts");
        let (send, lines) = std::sync::mpsc::channel();
        let out = child.stdout.take().expect("a pipe");
        let errors = child.stderr.take().expect("a pipe");
        let streams: [Box<dyn std::io::Read + Send>; 2] = [Box::new(out), Box::new(errors)];
        for stream in streams {
            let send = send.clone();
            std::thread::spawn(move || {
                let lines = std::io::BufReader::new(stream).lines();
                for line in lines.map_while(Result::ok) {
                    drop(send.send(line));
                }
            });
        }
        Self { child, lines }
    }

    /// Waits for lines with these beginnings, in any order, since the two streams are not
    /// synchronised.
    fn expect(&self, starts: &[&str]) {
        let limit = std::time::Duration::from_secs(20);
        let mut missing = starts.to_vec();
        let mut seen = Vec::new();
        while !missing.is_empty() {
            let line = self.lines.recv_timeout(limit);
            let line = line.unwrap_or_else(|_| panic!("expected {missing:?}, found {seen:?}"));
            missing.retain(|start| !line.starts_with(start));
            seen.push(line);
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn watch_checks_what_is_saved() {
    let folder = folder(&[("a.db", SHAPES)]);
    // As editors do it: a new file is written and renamed.
    let save = |name: &str, text: &str| {
        let (new, old) = (folder.path().join("new.tmp"), folder.path().join(name));
        std::fs::write(&new, text).expect("a file");
        std::fs::rename(&new, &old).expect("renamed");
    };
    let watching = Watching::start(folder.path(), &[".", "--message-format", "short"]);
    watching.expect(&["./a.db: 2 patterns, 0 errors, 0 warnings, "]);
    save("a.db", &SHAPES.replace(":|,B", ":9,B"));
    watching.expect(&[
        "./a.db:10:2: error[P0401]",
        "./a.db: 1 patterns, 1 errors, 0 warnings, ",
    ]);
    // Or in place.
    std::fs::write(folder.path().join("a.db"), SHAPES).expect("a file");
    watching.expect(&["./a.db: 2 patterns, 0 errors"]);
    // A new file is checked at once; an unchanged one is not checked again.
    save("b.db", TIDY);
    let next = watching
        .lines
        .recv_timeout(std::time::Duration::from_secs(20));
    let next = next.expect("a line");
    assert!(next.starts_with("./b.db: 1 patterns, 0 errors"), "{next}");
}

#[test]
fn watch_waits_for_a_file() {
    let folder = folder(&[]);
    let watching = Watching::start(folder.path(), &["a.db"]);
    watching.expect(&["patc: cannot read a.db"]);
    std::fs::write(folder.path().join("a.db"), SHAPES).expect("a file");
    watching.expect(&["a.db: 2 patterns, 0 errors"]);
}

#[test]
#[cfg(unix)]
fn watch_ends_on_request() {
    use std::os::unix::process::ExitStatusExt;
    let folder = folder(&[("a.db", SHAPES)]);
    let mut watching = Watching::start(folder.path(), &["a.db"]);
    watching.expect(&["a.db: 2 patterns"]);
    let id = watching.child.id().to_string();
    // Not SIGINT: shells start background processes with that signal ignored.
    let sent = Command::new("kill")
        .args(["-TERM", &id])
        .status()
        .expect("kill");
    assert!(sent.success());
    let status = watching.child.wait().expect("an end");
    assert_eq!(status.signal(), Some(15));
}

#[test]
fn completions_and_manual_pages_name_all_commands() {
    let folder = folder(&[]);
    let commands = [
        "build", "check", "fmt", "mirror", "rotate", "show", "stats", "watch",
    ];
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&patc(folder.path(), &["completions", shell]).stdout);
        for command in commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    let page = text(&patc(folder.path(), &["man"]).stdout);
    assert!(page.contains(".TH patc 1"), "{page}");
    let done = patc(folder.path(), &["man", "man1"]);
    assert!(done.status.success(), "{}", text(&done.stderr));
    for command in commands {
        let page = content(&folder, &format!("man1/patc-{command}.1"));
        assert!(page.contains("Examples:"), "{page}");
    }
}

#[test]
fn a_reader_that_leaves_is_no_crash() {
    let pattern = SHAPES
        .split_once("\n\n\n")
        .map_or("", |(_, patterns)| patterns);
    let many = format!("attribute_map general\n\n\n{}", pattern.repeat(200));
    let folder = folder(&[("a.db", &many)]);
    // The output exceeds a pipe's capacity, and nobody reads it.
    let mut child = Command::new(env!("CARGO_BIN_EXE_patc"))
        .args(["show", "--quiet", "*", "a.db"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("patc starts");
    drop(child.stdout.take());
    let done = child.wait_with_output().expect("an end");
    assert_eq!(text(&done.stderr), "");
    assert!(!done.status.success());
}

/// Warnings can be dropped and raised from the command line.
#[test]
fn warnings_are_allowed_and_denied() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("mine.db");
    let text = "attribute_map general\n\nPattern Cut\n\nXOX\n.*.\n\n:8,B\n";
    std::fs::write(&file, text).expect("a file");
    let run = |command: &str, options: &[&str]| {
        let mut patc = Command::new(env!("CARGO_BIN_EXE_patc"));
        let patc = patc.arg(command).arg(&file).args(options);
        patc.output().expect("an answer")
    };
    let says = |output: &Output, what: &str| String::from_utf8_lossy(&output.stderr).contains(what);
    let plain = run("check", &[]);
    assert!(plain.status.success() && says(&plain, "warning[P0804]"));
    let allowed = run("check", &["--allow", "P0804"]);
    assert!(allowed.status.success() && !says(&allowed, "P0804"));
    let denied = run("build", &["--allow", "P0804", "--deny", "P0804"]);
    assert_eq!(denied.status.code(), Some(1));
    assert!(says(&denied, "error[P0804]"));
    assert!(!folder.path().join("mine.kpat").exists());
    let wrong = run("check", &["--deny", "P0301"]);
    assert!(says(
        &wrong,
        "expected the code of a warning, found 'P0301'"
    ));
}
