//! Tests of `twogtp`, `gtpstat`, `sgfsheet` and `katachi-tools` with devices, pipes, links and full
//! disks.
#![cfg(target_os = "linux")]

use std::os::unix::fs::symlink;
use std::process::Command;

use katachi_testkit::Trial;
use katachi_testkit::process::{ends, ends_on_full_output, ends_without_messages, fifo, run};
use tempfile::TempDir;

use crate::common::command;

const TWOGTP: &str = env!("CARGO_BIN_EXE_twogtp");
const GTPSTAT: &str = env!("CARGO_BIN_EXE_gtpstat");
const SGFSHEET: &str = env!("CARGO_BIN_EXE_sgfsheet");
const TOOLS: &str = env!("CARGO_BIN_EXE_katachi-tools");

const GAME: &str = "(;SZ[7]KM[5.5];B[cc];W[ee];B[ec];W[cd];B[ce])";

pub fn trials() -> Vec<Trial> {
    let tests: [(&str, fn()); 6] = [
        ("full_disks_are_errors", full_disks_are_errors),
        (
            "messages_that_nobody_hears_change_nothing",
            messages_that_nobody_hears_change_nothing,
        ),
        ("links_stay", links_stay),
        ("rows_go_through_a_pipe", rows_go_through_a_pipe),
        ("inputs_are_limited", inputs_are_limited),
        (
            "folders_are_made_before_the_work",
            folders_are_made_before_the_work,
        ),
    ];
    tests
        .map(|(name, test)| Trial::panicking(name, test))
        .into()
}

fn scratch() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("a.sgf"), GAME).expect("a record");
    folder
}

fn program(folder: &TempDir, program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder.path()).args(arguments);
    command
}

/// A match of one game.
fn twogtp(folder: &TempDir, prefix: &str) -> Command {
    let (black, white) = (command("good", "1"), command("good", "2"));
    let players = ["--black", &black, "--white", &white];
    let game = ["--size", "5", "--games", "1", "--prefix", prefix];
    program(folder, TWOGTP, &[&players[..], &game[..]].concat())
}

fn gtpstat(folder: &TempDir, arguments: &[&str]) -> Command {
    let engine = command("good", "1");
    let asked = ["--engine", &engine, "--commands", "reg_genmove", "a.sgf"];
    program(folder, GTPSTAT, &[&asked[..], arguments].concat())
}

fn tune(folder: &TempDir, out: &str) -> Command {
    program(folder, TOOLS, &["tune", "mc", "a.sgf", "--out", out])
}

fn full_disks_are_errors() {
    let folder = scratch();
    // A different game, since equal games count once.
    let other = GAME.replace("B[ce]", "B[dd]");
    std::fs::write(folder.path().join("b.sgf"), other).expect("a record");
    // The record of the match's only game.
    symlink("/dev/full", folder.path().join("match-0.sgf")).expect("a link");
    for mut command in [
        twogtp(&folder, "match"),
        gtpstat(&folder, &["--csv", "/dev/full"]),
        gtpstat(&folder, &["--svg", "/dev/full"]),
        program(&folder, SGFSHEET, &["-o", "/dev/full", "a.sgf"]),
        tune(&folder, "/dev/full"),
    ] {
        ends(&mut command, 1, "No space left on device");
    }
    for mut command in [
        twogtp(&folder, "other"),
        gtpstat(&folder, &[]),
        tune(&folder, "mc_mine.db"),
        program(
            &folder,
            TOOLS,
            &["tune", "mc", "a.sgf", "b.sgf", "--folds", "2"],
        ),
        program(&folder, TOOLS, &["completions", "bash"]),
        program(&folder, TOOLS, &["man"]),
    ] {
        ends_on_full_output(&mut command, 1);
    }
}

fn messages_that_nobody_hears_change_nothing() {
    let folder = scratch();
    std::fs::write(folder.path().join("bad.sgf"), "no record").expect("a file");
    for (mut command, status) in [
        (twogtp(&folder, "match"), 0),
        // The match goes on, and prints that.
        (twogtp(&folder, "match"), 0),
        (
            program(&folder, SGFSHEET, &["-o", "a.svg", "a.sgf", "bad.sgf"]),
            0,
        ),
        (program(&folder, SGFSHEET, &["-o", "a.svg", "bad.sgf"]), 1),
        (gtpstat(&folder, &["--every", "0"]), 1),
        (tune(&folder, "none/mc.db"), 1),
    ] {
        ends_without_messages(&mut command, status);
    }
}

fn links_stay() {
    let folder = scratch();
    for name in [
        "sheet.svg",
        "rows.csv",
        "plot.svg",
        "mc_mine.db",
        "match-0.sgf",
        "match.dat",
    ] {
        let link = folder.path().join(name);
        symlink(format!("real.{name}"), link).expect("a link");
    }
    for mut command in [
        twogtp(&folder, "match"),
        gtpstat(&folder, &["--csv", "rows.csv", "--svg", "plot.svg"]),
        program(&folder, SGFSHEET, &["-o", "sheet.svg", "a.sgf"]),
        tune(&folder, "mc_mine.db"),
        program(&folder, SGFSHEET, &["-o", "/dev/null", "a.sgf"]),
    ] {
        let ended = run(&mut command);
        assert_eq!(ended.status, Some(0), "{command:?}: {}", ended.stderr);
    }
    let mut links = 0;
    for entry in folder.path().read_dir().expect("a folder").flatten() {
        if entry.file_type().expect("a kind").is_symlink() {
            links += 1;
            let written = entry.path().metadata().expect("written").len();
            assert!(written > 0, "{entry:?}");
        }
    }
    assert_eq!(links, 6);
    let rows = std::fs::read_to_string(folder.path().join("rows.csv")).expect("rows");
    assert_eq!(rows.lines().count(), 6, "{rows}");
}

fn rows_go_through_a_pipe() {
    let folder = scratch();
    let pipe = folder.path().join("pipe");
    fifo(&pipe);
    let reader = std::thread::spawn(move || std::fs::read_to_string(pipe).expect("rows"));
    let ended = run(&mut gtpstat(&folder, &["--csv", "pipe"]));
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    let rows = reader.join().expect("it reads");
    assert_eq!(rows.lines().count(), 6, "{rows}");
    assert!(rows.starts_with("file,move,"), "{rows}");
}

fn inputs_are_limited() {
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    symlink("/dev/zero", at("zero.sgf")).expect("a link");
    symlink("/dev/null", at("device.dat")).expect("a link");
    let hole = std::fs::File::create(at("large.sgf")).expect("a file");
    hole.set_len(65 << 20).expect("a hole");
    let mut openings = twogtp(&folder, "match");
    openings.args(["--openings", "zero.sgf"]);
    for (mut command, reason) in [
        (openings, "found a device"),
        (twogtp(&folder, "device"), "found a device"),
        (
            program(&folder, SGFSHEET, &["-o", "a.svg", "zero.sgf"]),
            "found a device",
        ),
        (
            program(&folder, SGFSHEET, &["-o", "a.svg", "large.sgf"]),
            "at most 64 MiB",
        ),
        (
            program(&folder, TOOLS, &["tune", "mc", "zero.sgf", "-o", "x.db"]),
            "found a device",
        ),
    ] {
        let ended = run(&mut command);
        assert_eq!(ended.status, Some(1), "{command:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(reason),
            "{command:?}: {}",
            ended.stderr
        );
    }
    // The programs do not wait for a pipe in a folder of records.
    std::fs::create_dir(at("games")).expect("a folder");
    std::fs::write(at("games/a.sgf"), GAME).expect("a record");
    fifo(&at("games/b.sgf"));
    let ended = run(&mut program(&folder, SGFSHEET, &["-o", "a.svg", "games"]));
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert!(ended.stderr.contains("found a pipe"), "{}", ended.stderr);
}

fn folders_are_made_before_the_work() {
    const PROBLEM: &str = r#"{"id":"a","set":"Tsumego","size":9,"to_move":"black","black":["da"],"white":["ea"],"first":["ba"]}"#;
    let folder = scratch();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("problems.jsonl"), PROBLEM).expect("a file");
    let mine = |out| {
        let arguments = [
            "mine",
            "owl",
            "--problems",
            "problems.jsonl",
            "--examples",
            "x.jsonl",
        ];
        run(&mut program(
            &folder,
            TOOLS,
            &[&arguments[..], &["--out", out]].concat(),
        ))
    };
    let ended = mine("a.sgf/mined");
    assert_eq!(ended.status, Some(1), "{}", ended.stderr);
    let reason = "cannot make the folder a.sgf/mined";
    assert!(ended.stderr.contains(reason), "{}", ended.stderr);
    assert!(!at("x.jsonl").exists(), "the work has begun");
    let ended = mine("new/mined");
    assert_eq!(ended.status, Some(0), "{}", ended.stderr);
    assert!(at("new/mined/owl_attack.db").exists());
}
