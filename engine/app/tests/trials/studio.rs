//! The studio in a browser, as an author uses it.
//!
//! `KATACHI_PICTURES=DIR` makes the test write pictures of the page to DIR. `KATACHI_STUDIO_LARGE`
//! names further folders, for example that of GNU Go's databases: for each, the test measures how
//! long the board takes to follow a keystroke, in the largest source that is there.

#![allow(clippy::print_stdout, reason = "the times are what the run is for")]

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use katachi_testkit::{Trial, browser, program, trial, workspace_root};
use libtest_mimic::Failed;

const MINE: &str = include_str!("../browser/mine.db");

pub fn trials() -> Vec<Trial> {
    vec![
        trial("authors_edit_and_see", browser(), |(packages, chromium)| {
            authors_edit_and_see(&packages, &chromium)
        }),
        trial(
            "boards_follow_keystrokes",
            browser(),
            |(packages, chromium)| boards_follow_keystrokes(&packages, &chromium),
        ),
    ]
}

/// A studio that runs, and its address.
struct Studio(Child, String);

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Studio {
    fn open(folder: &Path, cache: &Path, options: &[&str]) -> Result<Self, Failed> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .args(["studio", "--quiet", "--seed", "1", "."])
            .args(options)
            .current_dir(folder)
            .env("KATACHI_CACHE", cache)
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        Ok(Self(child, line.trim().to_owned()))
    }
}

fn script(packages: &Path, chromium: &Path, arguments: &[OsString]) -> Result<String, Failed> {
    let script = workspace_root().join("engine/app/tests/browser/studio.mjs");
    let output = Command::new(program("node")?)
        .arg(script)
        .args([packages, chromium])
        .args(arguments)
        .output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    Err(format!("{}{}", text(&output.stdout), text(&output.stderr)).into())
}

fn authors_edit_and_see(packages: &Path, chromium: &Path) -> Result<(), Failed> {
    let dir = tempfile::tempdir()?;
    let folder = dir.path().join("mine");
    fs::create_dir(&folder)?;
    fs::write(folder.join("mine.db"), MINE)?;
    let record = workspace_root().join("engine/app/src/bench/ogs-12140308.sgf");
    let games = record.display().to_string();
    let options = ["--add-patterns", "builtin", "--games", &games];
    let studio = Studio::open(&folder, &dir.path().join("cache"), &options)?;
    let mut arguments: Vec<OsString> = vec!["author".into(), studio.1.clone().into()];
    arguments.push(record.into());
    if let Some(pictures) = std::env::var_os("KATACHI_PICTURES") {
        fs::create_dir_all(&pictures)?;
        arguments.push(pictures);
    }
    script(packages, chromium, &arguments)?;
    // The session ends with a text that is saved.
    let saved = fs::read_to_string(folder.join("mine.db"))?;
    if saved != MINE.replace("value(40)", "value(41)") {
        return Err(format!("another text was saved: {saved}").into());
    }
    Ok(())
}

/// The board follows each keystroke. The limit is far above the usual time: the machine may be
/// busy.
fn boards_follow_keystrokes(packages: &Path, chromium: &Path) -> Result<(), Failed> {
    let more = std::env::var_os("KATACHI_STUDIO_LARGE").unwrap_or_default();
    let folders = std::env::split_paths(&more).filter(|path| !path.as_os_str().is_empty());
    for source in [workspace_root().join("patterns")]
        .into_iter()
        .chain(folders)
    {
        let dir = tempfile::tempdir()?;
        let folder = dir.path().join("copy");
        fs::create_dir(&folder)?;
        let mut largest: (u64, PathBuf) = (0, PathBuf::new());
        for entry in fs::read_dir(&source)? {
            let path = entry?.path();
            let ending = path.extension().unwrap_or_default();
            let is_list = path
                .file_name()
                .is_some_and(|name| name == "databases.toml");
            let name = path.file_name().ok_or("no name")?;
            if is_list || ["db", "dbz", "sgf"].iter().any(|one| ending == *one) {
                fs::copy(&path, folder.join(name))?;
            }
            let size = path.metadata()?.len();
            // Rules of random games show nothing on the board.
            let is_rules = name.to_string_lossy().starts_with("mc_");
            if ending == "db" && !is_rules && size > largest.0 {
                largest = (size, name.into());
            }
        }
        let studio = Studio::open(&folder, &dir.path().join("cache"), &[])?;
        let arguments = [
            "keys".into(),
            studio.1.clone().into(),
            largest.1.clone().into(),
        ];
        let times = script(packages, chromium, &arguments)?;
        println!(
            "{}, {} bytes: {}",
            source.join(&largest.1).display(),
            largest.0,
            times.trim()
        );
    }
    Ok(())
}
