//! Commands to an engine, and the answers that a test expects.

use std::time::{Duration, Instant};

use katachi_gtp::Client;

/// How late lines on standard error may come.
const LATEST: Duration = Duration::from_secs(20);

/// What an engine answers: the text of a success, or of a failure.
///
/// # Errors
/// The text of a failure.
///
/// # Panics
/// If the engine does not answer.
pub fn ask(client: &mut Client, command: &str) -> Result<String, String> {
    let reply = (client.send(command)).unwrap_or_else(|error| panic!("{command}: {error}"));
    let text = reply.text().to_owned();
    if reply.is_success() {
        Ok(text)
    } else {
        Err(text)
    }
}

/// The text with which a command succeeds.
///
/// # Panics
/// If it fails, or the engine does not answer.
pub fn ok(client: &mut Client, command: &str) -> String {
    ask(client, command).unwrap_or_else(|text| panic!("{command} fails: {text}"))
}

/// The text with which a command fails.
///
/// # Panics
/// If it succeeds, or the engine does not answer.
pub fn fails(client: &mut Client, command: &str) -> String {
    match ask(client, command) {
        Ok(text) => panic!("{command} succeeds: {text}"),
        Err(text) => text,
    }
}

/// What the engine has said on standard error: waits until it has said this many lines, since a
/// busy machine may deliver them after the reply.
pub fn said(client: &mut Client, expected: usize) -> Vec<String> {
    let end = Instant::now() + LATEST;
    let mut lines = client.take_stderr();
    while lines.len() < expected && Instant::now() < end {
        lines.extend(client.take_stderr());
    }
    lines
}

/// Whether two numbers are equal within five percent; GNU Go prints two decimals.
pub fn within_five_percent(ours: f64, theirs: f64) -> bool {
    (ours - theirs).abs() <= 0.05 * ours.abs().max(theirs.abs()) + 0.011
}
