//! The commands for authors, run as they run them: the real program, its files, its pipes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Laid out by somebody in a hurry.
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
;lib( A )>1&&lib(b) == 0
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

;lib(A)>1 && lib(b)==0
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
    // Nothing comes out of what cannot be understood: an editor keeps its text.
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
    // Mistakes that do not hide what a line is are no hindrance.
    let wrong = UNTIDY.replace("ko( b )", "koo( q )");
    let done = pipe(folder.path(), &["fmt", "-"], &wrong);
    assert_eq!(text(&done.stdout), TIDY.replace("ko(b)", "koo(q)"));
    let other = patc(folder.path(), &["fmt", "eyes.db"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        text(&other.stderr).contains("eye shapes"),
        "{}",
        text(&other.stderr)
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
