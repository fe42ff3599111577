//! A board program of somebody else's, qGo from Debian, on a virtual screen: it lets our program
//! play a game against itself. Needs `qgo`, `Xvfb` and `xdotool`.
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
    qgo: PathBuf,
    screen: PathBuf,
    hand: PathBuf,
}

fn desktop() -> Need<Desktop> {
    Ok(Desktop {
        qgo: program("qgo")?,
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
fn plays(desktop: &Desktop) -> Result<(), Failed> {
    let home = TempDir::new()?;
    let (sent, said) = (home.path().join("sent"), home.path().join("said"));
    settings(home.path(), &sent)?;
    let (_screen, screen) = desktop.open()?;
    let child = Command::new(&desktop.qgo)
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
    for step in [
        "mousemove 452 234 click 1",
        "mousemove 452 294 click 1",
        "mousemove 500 325 click --repeat 3 --delay 60 1",
        "type 9",
        "key Tab",
        "mousemove 482 465 click 1",
    ] {
        std::thread::sleep(Duration::from_millis(300));
        desktop.hand(&screen, step)?;
    }
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

pub fn trials() -> Vec<Trial> {
    vec![trial("qgo_plays_a_game", desktop(), |desktop| {
        plays(&desktop)
    })]
}
