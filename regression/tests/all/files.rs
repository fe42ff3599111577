//! Tests of `regress` with devices, pipes, links and full disks.
#![cfg(target_os = "linux")]

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use katachi_testkit::process::{ends, ends_on_full_output, ends_without_messages, fifo, run};
use tempfile::TempDir;

/// An engine that answers everything with one word.
const ENGINE: &str = "sh -c 'while read -r id rest; do printf \"=%s Word\\n\\n\" \"$id\"; \
                      case \"$rest\" in quit*) exit;; esac; done'";

fn regress(folder: &TempDir, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_regress"));
    command.current_dir(folder.path()).args(arguments);
    command
}

/// A suite with one passing and one failing test, and its results.
fn scratch() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(
        at("one.tst"),
        "1 name\n#? [Word]\n\n2 version\n#? [Other]\n",
    )
    .expect("a suite");
    let arguments = ["--engine", ENGINE, "--json", "one.jsonl", "one.tst"];
    let ended = run(&mut regress(&folder, &arguments));
    assert_eq!(ended.status, Some(1), "{}{}", ended.stdout, ended.stderr);
    folder
}

#[test]
fn full_disks_are_errors() {
    let folder = scratch();
    for arguments in [
        &["--engine", ENGINE, "--json", "/dev/full", "one.tst"][..],
        &["merge", "-o", "/dev/full", "one.jsonl"],
    ] {
        ends(
            &mut regress(&folder, arguments),
            2,
            "cannot write /dev/full: No space left on device",
        );
    }
    for arguments in [
        &["--engine", ENGINE, "--json", "new.jsonl", "one.tst"][..],
        &["--engine", ENGINE, "--against", ENGINE, "one.tst"],
        &["compare", "one.jsonl", "one.jsonl"],
        &["merge", "-o", "all.jsonl", "one.jsonl"],
        &["bless", "--dry-run", "one.jsonl", "one.tst"],
        &["report", "one.jsonl", "pages"],
    ] {
        ends_on_full_output(&mut regress(&folder, arguments), 2);
    }
    // The results are in the file all the same.
    let results = std::fs::read_to_string(folder.path().join("new.jsonl")).expect("results");
    assert_eq!(results.lines().count(), 3, "{results}");
}

#[test]
fn messages_that_nobody_hears_change_nothing() {
    let folder = scratch();
    for (arguments, status) in [
        (&["--engine", ENGINE, "one.tst"][..], 1),
        (&["--engine", ENGINE, "none.tst"], 2),
        (&["compare", "none.jsonl", "one.jsonl"], 2),
    ] {
        ends_without_messages(&mut regress(&folder, arguments), status);
    }
}

#[test]
fn links_and_permissions_stay() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    std::fs::rename(at("one.tst"), at("real.tst")).expect("renamed");
    symlink("real.tst", at("one.tst")).expect("a link");
    let mode = |mode| std::fs::Permissions::from_mode(mode);
    std::fs::set_permissions(at("real.tst"), mode(0o640)).expect("permissions");
    symlink("real.jsonl", at("link.jsonl")).expect("a link");
    for arguments in [
        &["bless", "one.jsonl", "one.tst"][..],
        &["merge", "-o", "link.jsonl", "one.jsonl"],
    ] {
        let ended = run(&mut regress(&folder, arguments));
        assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    }
    let suite = std::fs::read_to_string(at("real.tst")).expect("a suite");
    assert!(suite.contains("#? [Other]*"), "{suite}");
    let about = at("real.tst").metadata().expect("there");
    assert_eq!(about.permissions().mode() & 0o777, 0o640);
    for link in ["one.tst", "link.jsonl"] {
        assert!(at(link).symlink_metadata().expect("there").is_symlink());
    }
    assert!(at("real.jsonl").is_file());
}

#[test]
fn results_go_through_a_pipe_once() {
    let folder = scratch();
    let pipe = folder.path().join("pipe");
    fifo(&pipe);
    let reader = std::thread::spawn(move || std::fs::read_to_string(pipe).expect("results"));
    let arguments = ["--engine", ENGINE, "--json", "pipe", "one.tst"];
    let ended = run(&mut regress(&folder, &arguments));
    assert_eq!(ended.status, Some(1), "{}", ended.stderr);
    let results = reader.join().expect("it reads");
    assert_eq!(results.lines().count(), 3, "{results}");
}

#[test]
fn inputs_are_limited() {
    let folder = scratch();
    for arguments in [
        &["compare", "/dev/zero", "one.jsonl"][..],
        &["merge", "-o", "all.jsonl", "/dev/zero"],
        &["report", "/dev/zero", "pages"],
        &["--engine", ENGINE, "--list", "/dev/zero"],
        &["--engine", ENGINE, "--timings", "/dev/zero", "one.tst"],
    ] {
        ends(&mut regress(&folder, arguments), 2, "found a device");
    }
}
