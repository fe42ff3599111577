//! The engine plays the move that the tutorial for pattern authors ends with, and says what the
//! tutorial shows. What `patc` says in it is tested in `patc/tests/docs.rs`. `UPDATE_DOCS=1` rewrites it.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use katachi_gtp::Client;
use katachi_testkit::docs::{expect_file, fences, read_file};
use libtest_mimic::Failed;
use tempfile::TempDir;

const REFERENCE: &str = "docs/pattern-language.md";
const FILE: &str = "mine.db";

/// Plays a session again: the line that starts the engine, then commands with their replies.
fn play(session: &str, folder: &Path) -> Result<String, Failed> {
    let mut lines = session.lines();
    let start = lines.next().unwrap_or_default();
    let arguments = start
        .strip_prefix("$ katachi ")
        .ok_or("a session begins with `$ katachi`")?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .env("KATACHI_CACHE", folder.join("cache"))
        .env_remove("KATACHI_PATTERNS");
    let mut client = Client::start(&mut command)?;
    let mut text = format!("{start}\n");
    let mut in_reply = false;
    for line in lines {
        in_reply = (in_reply || line.starts_with(['=', '?'])) && !line.is_empty();
        if in_reply || line.is_empty() {
            continue;
        }
        let reply = client.send(line)?;
        let sign = if reply.is_success() { '=' } else { '?' };
        let answer = format!("{sign} {}", reply.text());
        write!(text, "{line}\n{}\n\n", answer.trim_end())?;
    }
    client.send("quit")?;
    text.truncate(text.trim_end().len() + 1);
    Ok(text)
}

/// Blocks marked `gtp` are sessions; the database is the last block marked `db mine.db` above it.
#[test]
fn the_engine_plays_the_move_of_the_tutorial() -> Result<(), Failed> {
    let folder = TempDir::new()?;
    let text = read_file(REFERENCE)?;
    let (mut new, mut copied, mut last_reply) = (String::new(), 0, String::new());
    for fence in fences(&text) {
        let body = &text[fence.body.clone()];
        if fence.info == format!("db {FILE}") {
            std::fs::write(folder.path().join(FILE), body)?;
        }
        if fence.info == "gtp" {
            let session = play(body, folder.path())?;
            last_reply = session.lines().last().unwrap_or_default().to_owned();
            new.push_str(&text[copied..fence.body.start]);
            new.push_str(&session);
            copied = fence.body.end;
        }
    }
    new.push_str(&text[copied..]);
    assert_eq!(last_reply, "= E3", "the move of the pattern");
    expect_file(REFERENCE, &new)
}
