//! The terminal in comparison with GNU Go's: the same lines lead to the same positions, prompts and
//! facts, and each program reads the records of the other.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use katachi_testkit::{Trial, program, trial};
use libtest_mimic::Failed;
use tempfile::TempDir;

/// What a program shows for some lines of input.
fn shown(command: &mut Command, folder: &Path, input: &str) -> Result<String, Failed> {
    let mut child = command
        .current_dir(folder)
        .env("KATACHI_CACHE", folder.join("cache"))
        .env_remove("KATACHI_PATTERNS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut pipe = child.stdin.take().ok_or("no pipe")?;
    pipe.write_all(input.as_bytes())?;
    drop(pipe);
    let output = child.wait_with_output()?;
    Ok(String::from_utf8(output.stdout)?)
}

fn ours(folder: &Path, input: &str) -> Result<String, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command.args(["play", "--boardsize", "9", "--seed", "1", "--threads", "1"]);
    command.args(["--komi", "0", "--quiet", "--level", "0"]);
    shown(&mut command, folder, input)
}

fn theirs(gnugo: &Path, folder: &Path, input: &str) -> Result<String, Failed> {
    let mut command = Command::new(gnugo);
    command.args(["--mode", "ascii", "--boardsize", "9", "--seed", "1"]);
    command.args(["--quiet", "--level", "0"]);
    shown(&mut command, folder, input)
}

/// The side to move and the number of its move, at each prompt.
fn prompts(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("): ") {
        let before = &text[..at];
        let Some((front, number)) = before.rsplit_once('(') else {
            continue;
        };
        let side = ["black", "white"].into_iter();
        let side = side
            .into_iter()
            .find(|side| front.trim_end().ends_with(side));
        if let Some(side) = side.filter(|_| number.parse::<u32>().is_ok()) {
            found.push(format!("{side} {number}"));
        }
    }
    found
}

/// The stones of the last board.
fn board(text: &str) -> Result<Vec<String>, Failed> {
    let row = |line: &str| {
        let cells = line
            .trim_start()
            .strip_prefix(|digit: char| digit.is_ascii_digit())?;
        let cells = cells.split(|sign: char| sign.is_ascii_digit()).next()?;
        let signs = cells.chars().filter(|sign| ".+XO".contains(*sign));
        let stones: String = signs.collect::<String>().replace('+', ".");
        (stones.len() == 9).then_some(stones)
    };
    let rows: Vec<String> = text.lines().filter_map(row).collect();
    let from = rows
        .len()
        .checked_sub(9)
        .ok_or_else(|| format!("no board: {text}"))?;
    Ok(rows[from..].to_vec())
}

/// Lines that lead to the same prompts and the same position, whatever the programs would play.
const LINES: [&str; 7] = [
    "force E5\nforce C3\nforce G7\ndisplay\n",
    "force E5\nforce C3\nback\nforce G3\nback\nback\nforward\nforward\ndisplay\n",
    "force E5\nforce C3\nforce G7\ngoto 2\ndisplay\n",
    "force E5\nforce C3\nforce G7\ngoto 99\ngoto 1\nlast\ndisplay\n",
    "force E5\nforce pass\nforce C3\nback\nforward\nforward\ndisplay\n",
    "back\nforward\nforce E5\nforce E5\nforce Z9\nback\nback\nforward\nlast\ndisplay\n",
    // A ko, and a capture that is taken back.
    "force D5\nforce E5\nforce E4\nforce A1\nforce F5\nforce A2\nforce E6\nback\nforward\ndisplay\n",
];

fn walks(gnugo: &Path) -> Result<(), Failed> {
    for lines in LINES {
        let folder = TempDir::new()?;
        let input = format!("{lines}quit\n");
        let ours = ours(folder.path(), &input)?;
        let theirs = theirs(gnugo, folder.path(), &input)?;
        let (our_prompts, their_prompts) = (prompts(&ours), prompts(&theirs));
        if our_prompts != their_prompts {
            let both = format!("{our_prompts:?}\n{their_prompts:?}");
            return Err(format!("{lines}: {both}\n{ours}\n{theirs}").into());
        }
        let (our_board, their_board) = (board(&ours)?, board(&theirs)?);
        if our_board != their_board {
            let both = format!("{our_board:#?}\n{their_board:#?}");
            return Err(format!("{lines}: {both}").into());
        }
    }
    // Katachi answers a handicap at once, and its `goto 1` keeps the stones; GNU Go's loses them.
    let folder = TempDir::new()?;
    let ours = board(&ours(folder.path(), "handicap 4\ngoto 1\ndisplay\nquit\n")?)?;
    let theirs = board(&theirs(
        gnugo,
        folder.path(),
        "handicap 4\ndisplay\nquit\n",
    )?)?;
    if ours != theirs || !ours.concat().contains('X') {
        return Err(format!("{ours:#?}\n{theirs:#?}").into());
    }
    Ok(())
}

/// The values of `info`, by the labels of GNU Go.
fn info(text: &str) -> Vec<(&'static str, String)> {
    const LABELS: [(&str, &[&str]); 4] = [
        ("size", &["Board Size:", "Board size:"]),
        ("handicap", &["Handicap"]),
        ("komi", &["Komi:"]),
        ("to move", &["To Move:", "To move:"]),
    ];
    let value = |names: &[&str]| {
        let mut lines = text.lines().rev();
        let rest =
            lines.find_map(|line| names.iter().find_map(|name| Some(line.split_once(name)?.1)));
        let value = rest.unwrap_or("missing").trim_start_matches(':').trim();
        // 3.0 and 3 are the same komi.
        value.trim_end_matches(".0").to_lowercase()
    };
    LABELS.map(|(label, names)| (label, value(names))).to_vec()
}

fn facts(gnugo: &Path) -> Result<(), Failed> {
    for lines in [
        "info\n",
        "komi 3.5\nforce E5\ninfo\n",
        "force E5\nforce C3\nback\ninfo\n",
        "force E5\nboardsize 13\nhandicap 2\ninfo\n",
    ] {
        let folder = TempDir::new()?;
        let input = format!("{lines}quit\n");
        let ours = info(&ours(folder.path(), &input)?);
        let theirs = info(&theirs(gnugo, folder.path(), &input)?);
        if ours != theirs {
            return Err(format!("{lines}: {ours:?}\n{theirs:?}").into());
        }
    }
    Ok(())
}

/// Each program saves a game, and the other goes on with it.
fn records(gnugo: &Path) -> Result<(), Failed> {
    const PLAY: &str = "force E5\nforce C3\nforce G7\nsave game.sgf\nquit\n";
    const AGAIN: &str = "load game.sgf\nback\nforward\nforce C7\ndisplay\nquit\n";
    let folder = TempDir::new()?;
    ours(folder.path(), PLAY)?;
    let theirs_of_ours = board(&theirs(gnugo, folder.path(), AGAIN)?)?;
    let folder = TempDir::new()?;
    theirs(gnugo, folder.path(), PLAY)?;
    let ours_of_theirs = board(&ours(folder.path(), AGAIN)?)?;
    if ours_of_theirs != theirs_of_ours || ours_of_theirs.concat().matches(['X', 'O']).count() != 4
    {
        return Err(format!("{ours_of_theirs:#?}\n{theirs_of_ours:#?}").into());
    }
    Ok(())
}

/// Whether strings can be captured.
fn captures(gnugo: &Path) -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let stones = "force E5\nforce E4\nforce A9\nforce D5\nforce B9\nforce F5\n";
    for (string, is_caught) in [("E5", true), ("E4", false), ("F5", false)] {
        let input = format!("{stones}capture {string}\nquit\n");
        let ours = ours(folder.path(), &input)?;
        let theirs = theirs(gnugo, folder.path(), &input)?;
        let cannot = format!("{string} cannot be attacked");
        let found = [ours.contains(&cannot), theirs.contains(&cannot)];
        if found != [!is_caught; 2] {
            return Err(format!("{string}: {found:?}\n{ours}\n{theirs}").into());
        }
    }
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    type Test = fn(&Path) -> Result<(), Failed>;
    let tests: [(&str, Test); 4] = [
        ("walks", walks),
        ("facts", facts),
        ("records", records),
        ("captures", captures),
    ];
    let trials =
        tests.map(|(name, test)| trial(name, program("gnugo"), move |gnugo: PathBuf| test(&gnugo)));
    trials.into()
}
