//! Tests of `patc` with devices, pipes, links and full disks.
#![cfg(target_os = "linux")]

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use katachi_testkit::process::{
    Running, ends, ends_on_full_output, ends_without_messages, fifo, full, run, run_with,
};
use tempfile::TempDir;

const SOURCE: &str = "Pattern A\n\nXO*\n\n:8,-\n";
const WRONG: &str = "Pattern A\n\nXO*\n\n:8\n";

fn patc(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patc"));
    command.current_dir(folder.path()).args(arguments);
    command
}

fn scratch() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    write(&folder, "mine.db", SOURCE);
    write(&folder, "wrong.db", WRONG);
    folder
}

fn write(folder: &TempDir, name: &str, text: &str) {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("written");
}

#[test]
fn full_disks_are_errors() {
    let folder = scratch();
    assert_eq!(
        run(&mut patc(&folder, &["build", "mine.db"])).status,
        Some(0)
    );
    for arguments in [
        &["build", "-o", "/dev/full", "mine.db"][..],
        &["rotate", "1", "-o", "/dev/full", "mine.db"],
    ] {
        ends(
            &mut patc(&folder, arguments),
            2,
            "patc: cannot write /dev/full: No space left on device",
        );
    }
    for arguments in [
        &["build", "mine.db"][..],
        &["check", "mine.db"],
        &["completions", "bash"],
        &["diff", "mine.kpat", "mine.kpat"],
        &["dump", "mine.kpat"],
        &["dump", "--header", "mine.kpat"],
        &["explain"],
        &["explain", "P0301"],
        &["man"],
        &["rotate", "1", "mine.db"],
        &["show", "A", "mine.db"],
        &["show", "--svg", "A", "mine.db"],
        &["stats", "mine.db"],
        &["stats", "mine.kpat"],
        &["tables"],
        &["tables", "functions"],
        &["tables", "functions", "--format", "words"],
        &["verify", "mine.kpat"],
    ] {
        ends_on_full_output(&mut patc(&folder, arguments), 2);
    }
}

#[test]
fn messages_that_nobody_hears_change_nothing() {
    let folder = scratch();
    for (arguments, status) in [
        (&["check", "wrong.db"][..], 1),
        (&["check", "--message-format", "short", "wrong.db"], 1),
        (&["check", "--message-format", "json", "wrong.db"], 1),
        (&["check", "none.db"], 2),
    ] {
        ends_without_messages(&mut patc(&folder, arguments), status);
    }
}

#[test]
fn links_stay_and_pipes_are_written_through() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    symlink("real.kpat", at("link.kpat")).expect("a link");
    write(&folder, "real.db", "Pattern A\nXO*\n\n:8,-\n");
    symlink("real.db", at("link.db")).expect("a link");
    for arguments in [
        &["build", "-o", "link.kpat", "mine.db"][..],
        &["fmt", "link.db"],
    ] {
        let ended = run(&mut patc(&folder, arguments));
        assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    }
    for link in ["link.kpat", "link.db"] {
        assert!(at(link).symlink_metadata().expect("there").is_symlink());
    }
    assert_eq!(
        std::fs::read_to_string(at("real.db")).expect("a source"),
        SOURCE
    );
    fifo(&at("pipe"));
    let reader = std::thread::spawn({
        let pipe = at("pipe");
        move || std::fs::read(pipe).expect("through the pipe")
    });
    let ended = run(&mut patc(&folder, &["build", "-o", "pipe", "mine.db"]));
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    let image = std::fs::read(at("real.kpat")).expect("an image");
    assert_eq!(reader.join().expect("it reads"), image);
}

#[test]
fn inputs_are_limited() {
    let folder = scratch();
    for arguments in [
        &["check", "/dev/zero"][..],
        &["show", "A", "/dev/zero"],
        &["fmt", "/dev/zero"],
    ] {
        ends(&mut patc(&folder, arguments), 2, "found a device");
    }
    let ended = run(&mut patc(&folder, &["verify", "/dev/zero"]));
    assert_eq!(ended.status, Some(1), "{}", ended.stderr);
    assert!(ended.stdout.contains("found a device"), "{}", ended.stdout);
    let pipe = folder.path().join("pipe.db");
    fifo(&pipe);
    for (input, arguments) in [
        (Some("/dev/zero"), ["fmt", "-"]),
        (Some("/dev/zero"), ["check", "/dev/stdin"]),
        (None, ["check", "pipe.db"]),
    ] {
        let mut endless = Command::new("sh")
            .args(["-c", "exec cat /dev/zero > \"$0\""])
            .arg(if input.is_none() {
                &pipe
            } else {
                Path::new("/dev/null")
            })
            .spawn()
            .expect("a shell");
        let zeros = Command::new("cat")
            .arg(input.unwrap_or("/dev/null"))
            .stdout(Stdio::piped())
            .spawn();
        let mut zeros = zeros.expect("cat");
        let mut command = patc(&folder, &arguments);
        command.env("KATACHI_INPUT_LIMIT", "2");
        let stdin = zeros.stdout.take().expect("a pipe");
        let ended = run_with(&mut command, stdin.into(), Stdio::piped(), Stdio::piped());
        for child in [&mut endless, &mut zeros] {
            let _ = child.kill();
            let _ = child.wait();
        }
        assert_eq!(ended.status, Some(2), "{arguments:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains("at most 2 MiB"),
            "{arguments:?}: {}",
            ended.stderr
        );
    }
}

fn watch(folder: &TempDir, path: &str, stderr: Stdio) -> Running {
    let mut command = patc(folder, &["watch", "--message-format", "short", path]);
    Running::start(&mut command, stderr)
}

#[test]
fn watching_goes_on_whatever_happens() {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    write(&folder, "sources/mine.db", SOURCE);
    write(&folder, "elsewhere/far.db", SOURCE);
    symlink("../elsewhere/far.db", at("sources/link.db")).expect("a link");
    let watching = watch(&folder, "sources", Stdio::piped());
    watching.expect(&["sources/mine.db: 1 patterns, 0 errors"]);
    // The target of a link.
    write(&folder, "elsewhere/far.db", WRONG);
    watching.expect(&["sources/link.db: 0 patterns, 1 errors"]);
    // The folder disappears and returns.
    std::fs::remove_dir_all(at("sources")).expect("removed");
    watching.expect(&["patc: cannot read sources"]);
    write(&folder, "sources/mine.db", SOURCE);
    watching.expect(&["sources/mine.db: 1 patterns, 0 errors"]);
    write(&folder, "sources/new.db", SOURCE);
    watching.expect(&["sources/new.db: 1 patterns, 0 errors"]);
}

#[test]
fn watching_a_pipe_or_a_full_disk_goes_on() {
    let folder = scratch();
    let watching = watch(&folder, "mine.db", Stdio::piped());
    watching.expect(&["mine.db: 1 patterns"]);
    // At once: between removing and making it, a slow machine would see that there is no file.
    fifo(&folder.path().join("pipe"));
    std::fs::rename(folder.path().join("pipe"), folder.path().join("mine.db")).expect("renamed");
    watching.expect(&["patc: cannot read mine.db: expected a regular file, found a pipe"]);
    std::fs::remove_file(folder.path().join("mine.db")).expect("removed");
    write(&folder, "mine.db", &SOURCE.replace('A', "B"));
    watching.expect(&["mine.db: 1 patterns"]);
    drop(watching);
    let watching = watch(&folder, "mine.db", full());
    watching.expect(&["mine.db: 1 patterns"]);
    write(&folder, "mine.db", WRONG);
    watching.expect(&["mine.db: 0 patterns, 1 errors"]);
    write(&folder, "mine.db", SOURCE);
    watching.expect(&["mine.db: 1 patterns, 0 errors"]);
}
