//! Board programs of other people, from Debian, on a virtual screen: they let our program play a
//! game against itself, qGo by GTP and cgoban by GMP. Needs `qgo` or `cgoban`, `Xvfb` and
//! `xdotool`.
//!
//! qGo gives its commands the ids that it needs only if the engine's file is named like gnugo, so
//! the engine is a link of that name.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use katachi_testkit::{Need, Trial, program, trial};
use libtest_mimic::Failed;
use tempfile::TempDir;

/// The most time for the window to open, and for the game.
const PATIENCE: Duration = Duration::from_mins(2);

/// The programs.
struct Desktop {
    board: PathBuf,
    screen: PathBuf,
    hand: PathBuf,
}

fn desktop(board: &str) -> Need<Desktop> {
    Ok(Desktop {
        board: program(board)?,
        screen: program("Xvfb")?,
        hand: program("xdotool")?,
    })
}

/// A process that ends with the test.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Desktop {
    /// Starts a screen; its name.
    fn open(&self) -> Result<(Ends, String), Failed> {
        let mut child = Command::new(&self.screen)
            .args(["-displayfd", "1", "-screen", "0", "1100x800x24"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let output = child.stdout.take().ok_or("a pipe")?;
        let screen = Ends(child);
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number)?;
        Ok((screen, format!(":{}", number.trim())))
    }

    /// Moves mouse and keys on a screen, as `xdotool` says it.
    fn hand(&self, screen: &str, words: &str) -> Result<String, Failed> {
        let output = Command::new(&self.hand)
            .args(words.split(' '))
            .env("DISPLAY", screen)
            .output()?;
        if !output.status.success() {
            return Err(format!("xdotool {words}: {}", output.status).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Takes some steps with mouse and keys, not too fast for a program of old.
    fn steps(&self, screen: &str, steps: &[&str]) -> Result<(), Failed> {
        for step in steps {
            std::thread::sleep(Duration::from_millis(300));
            self.hand(screen, step)?;
        }
        Ok(())
    }

    /// Waits for a window, and gives it the keys.
    fn window(&self, screen: &str, name: &str) -> Result<(), Failed> {
        let search = format!("search --onlyvisible --name ^{name}");
        let found = patiently(|| self.hand(screen, &search).ok());
        let found = found.ok_or_else(|| format!("no window {name}"))?;
        let first = found.lines().next().unwrap_or_default();
        self.hand(screen, &format!("windowfocus --sync {first}"))?;
        Ok(())
    }
}

fn patiently<T>(mut attempt: impl FnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    while began.elapsed() < PATIENCE {
        if let Some(found) = attempt() {
            return Some(found);
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    None
}

/// The settings of qGo: the engine, and the file for what qGo sends to it.
fn settings(home: &Path, sent: &Path) -> Result<(), Failed> {
    let engine = home.join("katachi-as-gnugo");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_katachi"), &engine)?;
    let folder = home.join(".config/qGo");
    std::fs::create_dir_all(&folder)?;
    let text = format!(
        "[General]\nDEFAULT_ENGINE=0\n\n[ENGINES]\n1\\path={}\n\
         1\\args=gtp --patterns builtin --seed 1 --level 1 --gtp-dump-commands {}\nsize=1\n",
        engine.display(),
        sent.display()
    );
    std::fs::write(folder.join("qGo.conf"), text)?;
    Ok(())
}

/// qGo plays a game with an engine on both sides to its end, and counts it.
fn qgo_plays(desktop: &Desktop) -> Result<(), Failed> {
    let home = TempDir::new()?;
    let (sent, said) = (home.path().join("sent"), home.path().join("said"));
    settings(home.path(), &sent)?;
    let (_screen, screen) = desktop.open()?;
    let child = Command::new(&desktop.board)
        .env("DISPLAY", &screen)
        .env("HOME", home.path())
        .env("QT_QPA_PLATFORM", "xcb")
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&said)?)
        .spawn()?;
    let _qgo = Ends(child);
    desktop.window(&screen, "qGo")?;
    desktop.hand(&screen, "key ctrl+n")?;
    desktop.window(&screen, "Dialog")?;
    // Black and White are the computer, the board has 9 lines; then the button OK.
    desktop.steps(
        &screen,
        &[
            "mousemove 452 234 click 1",
            "mousemove 452 294 click 1",
            "mousemove 500 325 click --repeat 3 --delay 60 1",
            "type 9",
            "key Tab",
            "mousemove 482 465 click 1",
        ],
    )?;
    let counts = || {
        let text = std::fs::read_to_string(&said).unwrap_or_default();
        text.contains("enterScoreMode").then_some(text)
    };
    let text = patiently(counts).ok_or("qGo does not come to the end of the game")?;
    let sent = std::fs::read_to_string(&sent)?;
    for command in [
        "protocol_version",
        "boardsize 9",
        "clear_board",
        "komi 5.50",
    ] {
        assert!(sent.contains(command), "{command}: {sent}");
    }
    let moves = sent.matches("genmove").count();
    assert!(moves > 20, "{moves} moves: {sent}");
    let passes = text.lines().rev().filter(|line| line.contains("PASS"));
    assert!(passes.count() >= 2, "{text}");
    Ok(())
}

/// A script that speaks GMP, and the record that it writes.
fn speaker_of_gmp(home: &Path, name: &str) -> Result<(PathBuf, PathBuf), Failed> {
    use std::os::unix::fs::PermissionsExt;
    let (script, record) = (home.join(name), home.join(format!("{name}.sgf")));
    let text = format!(
        "#!/bin/sh\nexec {} --mode gmp --patterns builtin --seed 1 --level 1 -o {}\n",
        env!("CARGO_BIN_EXE_katachi"),
        record.display()
    );
    std::fs::write(&script, text)?;
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
    Ok((script, record))
}

/// cgoban plays a game with an engine on both sides, whose records are the same in the end.
fn cgoban_plays(desktop: &Desktop) -> Result<(), Failed> {
    let home = TempDir::new()?;
    let (white, record) = speaker_of_gmp(home.path(), "white")?;
    let (black, other) = speaker_of_gmp(home.path(), "black")?;
    let (_screen, screen) = desktop.open()?;
    let child = Command::new(&desktop.board)
        .env("DISPLAY", &screen)
        .env("HOME", home.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let _cgoban = Ends(child);
    desktop.window(&screen, "CGoban")?;
    // The first click closes the greeting.
    let button = ["mousemove 206 165 click 1", "sleep 1"];
    let is_open = "search --onlyvisible --name ^Go.Modem";
    patiently(|| {
        desktop.steps(&screen, &button).ok()?;
        desktop.hand(&screen, is_open).ok()
    });
    desktop.window(&screen, "Go.Modem")?;
    for (place, program) in [("208", white), ("425", black)] {
        let click = format!("mousemove {place} 121 click 1");
        let name = format!("type --delay 5 {}", program.display());
        let (end, erase) = (
            "key --repeat 40 --delay 3 Right",
            "key --repeat 90 --delay 3 BackSpace",
        );
        desktop.steps(&screen, &[&click, end, erase, &name])?;
    }
    desktop.steps(&screen, &["mousemove 363 203 click 1"])?;
    desktop.window(&screen, "Game.Setup")?;
    desktop.steps(
        &screen,
        &[
            "mousemove 120 153 click 1",
            "key --repeat 5 --delay 5 BackSpace",
            "type 9",
            "mousemove 406 287 click 1",
        ],
    )?;
    let moves = |record: &Path| {
        let text = std::fs::read_to_string(record).ok()?;
        let (_, moves) = text.split_once(";B[")?;
        let moves: String = moves.split_whitespace().collect();
        let has_ended = moves.contains("B[];W[]") || moves.contains("W[];B[]");
        has_ended.then_some(moves)
    };
    let both = patiently(|| Some((moves(&record)?, moves(&other)?)));
    let (one, other) = both.ok_or("cgoban does not come to the end of the game")?;
    assert_eq!(one, other);
    assert!(one.matches(';').count() > 20, "{one}");
    Ok(())
}

pub fn trials() -> Vec<Trial> {
    vec![
        trial("qgo_plays_a_game", desktop("qgo"), |desktop| {
            qgo_plays(&desktop)
        }),
        trial("cgoban_plays_a_game", desktop("cgoban"), |desktop| {
            cgoban_plays(&desktop)
        }),
    ]
}
