//! Whole games through a GTP client and a referee that are not ours (`@sabaki/gtp` and
//! `@sabaki/go-board` from npm), against ourselves and against GNU Go; records through a library
//! that is not ours (`sgfmill` from `PyPI`).

use std::path::{Path, PathBuf};
use std::process::Command;

use katachi_gtp::Client;

use katachi_testkit::gtp::ok;
use katachi_testkit::{
    Need, Trial, node_packages, program, python_packages, trial, workspace_root,
};
use libtest_mimic::Failed;
use tempfile::TempDir;

const PACKAGES: [&str; 2] = ["@sabaki/gtp@3.0.0", "@sabaki/go-board@1.4.3"];

/// An engine as the script wants it: a JSON list of program and arguments.
fn engine(program: &Path, arguments: &[&str]) -> String {
    let words = std::iter::once(program.display().to_string());
    let words = words.chain(arguments.iter().map(|&argument| argument.to_owned()));
    let quoted: Vec<String> = words.map(|word| format!("{word:?}")).collect();
    format!("[{}]", quoted.join(","))
}

fn ours(seed: u32) -> String {
    let seed = seed.to_string();
    let arguments = [
        "gtp",
        "--chinese-rules",
        "--never-resign",
        "--patterns",
        "builtin",
        "--level",
        "1",
        "--seed",
        &seed,
    ];
    engine(Path::new(env!("CARGO_BIN_EXE_katachi")), &arguments)
}

fn gnugo(path: &Path, seed: u32) -> String {
    let seed = seed.to_string();
    let arguments = [
        "--mode",
        "gtp",
        "--quiet",
        "--chinese-rules",
        "--level",
        "1",
        "--never-resign",
        "--capture-all-dead",
        "--seed",
        &seed,
    ];
    engine(path, &arguments)
}

/// Plays a game. Returns the engines' scores and the referee's count, which must agree.
fn play(packages: &Path, size: usize, black: &str, white: &str) -> Result<(), Failed> {
    let script = workspace_root().join("engine/app/tests/clients/game.cjs");
    let output = Command::new(program("node")?)
        .arg(script)
        .arg(packages)
        .args([&size.to_string(), "7.5", black, white])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{reason}\n{black}\n{white}").into());
    }
    let field = |name: &str| {
        let rest = text.split(&format!("\"{name}\":")).nth(1)?;
        Some(rest.split([',', '}']).next()?.trim_matches('"').to_owned())
    };
    let referee: f64 = field("referee").ok_or("no count")?.parse()?;
    let expected = if referee > 0.0 {
        format!("B+{referee:.1}")
    } else {
        format!("W+{:.1}", -referee)
    };
    for side in ["black", "white"] {
        let score = field(side).ok_or("no score")?;
        if score != expected {
            return Err(format!("{side} says {score}, the referee {expected}: {text}").into());
        }
    }
    Ok(())
}

/// Lets the client analyse.
fn analyse(packages: &Path, engine: &str) -> Result<(), Failed> {
    let script = workspace_root().join("engine/app/tests/clients/analysis.cjs");
    let output = Command::new(program("node")?)
        .arg(script)
        .arg(packages)
        .arg(engine)
        .output()?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
    }
}

/// The stones on the board as the script prints them: `B:A1,B2 W:C3`.
fn stones(client: &mut Client) -> String {
    let sides = [("B", "black"), ("W", "white")].map(|(sign, color)| {
        let text = ok(client, &format!("list_stones {color}"));
        let mut points: Vec<&str> = text.split_whitespace().collect();
        points.sort_unstable();
        format!("{sign}:{}", points.join(","))
    });
    sides.join(" ")
}

/// Records of each kind that we write are read by sgfmill, with the same moves and position; and a
/// record that sgfmill writes is read by us.
fn exchange_records(python: &Path) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (kept, saved, position, trace) = (
        file("kept.sgf"),
        file("saved.sgf"),
        file("position.sgf"),
        file("trace.sgf"),
    );
    let theirs = file("theirs.sgf");
    let options = ["gtp", "--patterns", "builtin", "--seed", "1", "-o", &kept];
    let mut client = Client::spawn(env!("CARGO_BIN_EXE_katachi"), options)?;
    for command in ["boardsize 9", "komi 6.5", "fixed_handicap 2", "level 1"] {
        ok(&mut client, command);
    }
    for command in ["genmove w", "genmove b", "play w pass", "genmove b"] {
        ok(&mut client, command);
    }
    let expected = stones(&mut client);
    ok(
        &mut client,
        &format!(r"gomill-savesgf {saved} RE=W+3.5 PB=\]\_x"),
    );
    ok(&mut client, &format!("printsgf {position}"));
    let last = ok(&mut client, "last_move");
    let (_, vertex) = last.split_once(' ').ok_or("a move")?;
    ok(&mut client, "start_sgftrace");
    ok(&mut client, &format!("attack {vertex}"));
    ok(&mut client, &format!("finish_sgftrace {trace}"));
    let output = Command::new(python)
        .arg(workspace_root().join("engine/app/tests/clients/records.py"))
        .args(["--write", &theirs, &kept, &saved, &position, &trace])
        .output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    assert_eq!(lines[1], format!("9 6.5 - 4 {expected}"));
    assert_eq!(lines[2], format!("9 6.5 W+3.5 4 {expected}"));
    assert_eq!(lines[3], format!("9 6.5 - 0 {expected}"));
    assert!(lines[4].starts_with("9 6.5 - "), "{text}");
    ok(&mut client, &format!("loadsgf {theirs}"));
    assert_eq!(lines[0], format!("9 6.5 - 4 {}", stones(&mut client)));
    assert_eq!(ok(&mut client, "get_komi").trim(), "6.5");
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    let packages = node_packages(&PACKAGES);
    let with_gnugo: Need<(PathBuf, PathBuf)> = packages
        .clone()
        .and_then(|packages| Ok((packages, program("gnugo")?)));
    let mut trials: Vec<Trial> = Vec::new();
    for size in [9, 13] {
        let name = format!("sabaki_drives_a_game_on_{size}");
        trials.push(trial(&name, packages.clone(), move |packages| {
            play(&packages, size, &ours(1), &ours(2))
        }));
    }
    let python = python_packages(&["sgfmill==1.1.1"]);
    trials.push(trial("sgfmill_exchanges_records", python, |python| {
        exchange_records(&python)
    }));
    let search = [
        "gtp",
        "--monte-carlo",
        "--threads",
        "1",
        "--move-time",
        "0.2",
    ];
    let engine = engine(Path::new(env!("CARGO_BIN_EXE_katachi")), &search);
    trials.push(trial(
        "sabaki_analyses",
        packages.clone(),
        move |packages| analyse(&packages, &engine),
    ));
    for (number, size) in [9, 9, 13, 19].into_iter().enumerate() {
        let seed = number as u32;
        let name = format!("game_{number}_against_gnugo_on_{size}");
        trials.push(trial(&name, with_gnugo.clone(), move |(packages, path)| {
            let (ours, theirs) = (ours(seed), gnugo(&path, seed));
            if number % 2 == 0 {
                play(&packages, size, &ours, &theirs)
            } else {
                play(&packages, size, &theirs, &ours)
            }
        }));
    }
    trials
}
