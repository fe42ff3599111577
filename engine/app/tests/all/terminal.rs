//! Play on the terminal: through pipes, and through a pseudo-terminal as a person sees it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_katachi"));
    command
        .args(["play", "--seed", "1", "--threads", "1"])
        .args(arguments)
        .current_dir(folder)
        .env("KATACHI_CACHE", folder.join("cache"))
        .env_remove("KATACHI_PATTERNS");
    // A record has its own board.
    if !arguments.contains(&"-l") {
        command.args(["--boardsize", "9"]);
    }
    command
}

/// The output for this input through a pipe.
fn typed(arguments: &[&str], input: &str) -> String {
    let folder = TempDir::new().expect("a folder");
    let mut child = command(folder.path(), arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(input.as_bytes()).expect("it reads");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

/// The text between two prompts, for each line of input.
fn answers(text: &str) -> Vec<&str> {
    let parts = text.split("black (").skip(1);
    parts
        .filter_map(|part| Some(part.split_once("): ")?.1))
        .collect()
}

#[test]
fn the_last_move_is_marked() {
    let text = typed(&[], "E5\nquit\n");
    let answer = answers(&text)[0];
    let (_, vertex) = answer.split_once("Katachi (white) plays ").expect("a move");
    let vertex = vertex.lines().next().expect("a vertex");
    let (column, row) = vertex.split_at(1);
    let line = (answer.lines())
        .find(|line| line.trim_start().starts_with(row))
        .expect("its row");
    let at = 3 + 2 * "ABCDEFGHJ".find(column).expect("its column");
    assert_eq!(&line[at - 1..at + 2], "(O)", "{answer}");
    // Only there: Black's stone is not marked.
    assert_eq!(
        answer.matches("(O)").count(),
        2,
        "and at the captures: {answer}"
    );
    assert!(!answer.contains("(X). "), "{answer}");
}

#[test]
fn moves_are_explained() {
    let text = typed(
        &[],
        "why\nE5\nwhy\nhint\nhint 5\nhint 0\nhint x\nwhy C5\nwhy A1\nwhy E5\nwhy zz\nquit\n",
    );
    let answers = answers(&text);
    assert_eq!(answers[0], "Katachi has not moved yet.\n");
    let played = answers[1].split("plays ").nth(1).expect("a move");
    let played = played.lines().next().expect("a vertex");
    let why = answers[2];
    assert!(
        why.starts_with(&format!("Katachi played {played}.\n  {played} for white: ")),
        "{why}"
    );
    assert!(
        why.contains(" points\n      "),
        "a value and a reason: {why}"
    );
    let (one, five) = (answers[3], answers[4]);
    let values = |text: &str| text.matches(" for black: ").count();
    assert_eq!((values(one), values(five)), (1, 5), "{one}{five}");
    assert!(
        one.starts_with("Katachi would play ") && five.starts_with(one),
        "{one}{five}"
    );
    assert!(
        five.lines().any(|line| line.starts_with("      ")),
        "{five}"
    );
    assert_eq!(answers[5..7], ["Say how many moves: hint 5\n"; 2]);
    assert!(answers[7].starts_with("  C5 for black: "), "{}", answers[7]);
    let nothing = "  A1 for black: not a candidate\n      no pattern or reading proposes it\n";
    assert_eq!(answers[8], nothing);
    assert_eq!(answers[9], "There is a black stone on E5 already.\n");
    assert!(
        answers[10].starts_with("expected a vertex"),
        "{}",
        answers[10]
    );
}

/// After an undo, `why` explains the last move that is still on the board.
#[test]
fn an_earlier_move_is_explained_after_an_undo() {
    let text = typed(&[], "E5\nwhy\nC3\nundo\nwhy\nundo\nwhy\nquit\n");
    let answers = answers(&text);
    let first = |answer: &str| answer.lines().next().unwrap_or_default().to_owned();
    assert!(first(answers[1]).starts_with("Katachi played "));
    assert_eq!(first(answers[4]), first(answers[1]));
    assert_eq!(answers[6], "Katachi has not moved yet.\n");
}

#[test]
fn positions_are_estimated_and_shown() {
    let text = typed(&[], "board\nestimate\nscore\nquit\n");
    let answers = answers(&text);
    assert!(
        answers[0].contains(" 5 . . . . + . . . . 5\n"),
        "{}",
        answers[0]
    );
    let estimate = answers[1].trim_end().lines().last().expect("a line");
    assert!(
        estimate.starts_with("Estimate: ") && estimate.contains("black wins"),
        "{estimate}"
    );
    assert!(
        answers[2].starts_with("As it stands: W+5.5"),
        "{}",
        answers[2]
    );
    // A wall owns what is behind it.
    let folder = TempDir::new().expect("a folder");
    let record = folder.path().join("walls.sgf");
    let stones = |column: char| {
        ('a'..='i').fold(String::new(), |all, row| all + &format!("[{column}{row}]"))
    };
    let walls = format!("(;SZ[9]KM[0]AB{}AW{}PL[B])", stones('e'), stones('f'));
    std::fs::write(&record, walls).expect("written");
    let text = typed(&["-l", record.to_str().expect("text")], "estimate\nquit\n");
    assert!(text.contains(" 5 x x x x X O o o o 5\n"), "{text}");
    assert!(text.contains("\nEstimate: B+"), "{text}");
}

#[test]
fn help_teaches() {
    let text = typed(
        &[],
        "help\nhelp why\n? hint\nhelp nonsense\nnonsense\nquit\n",
    );
    let (start, _) = text.split_once("black (1): ").expect("a prompt");
    let answers = answers(&text);
    assert!(
        start.contains(answers[0]),
        "the list stands at the beginning, too"
    );
    for command in ["board", "hint [NUMBER]", "why [MOVE]", "estimate", "undo"] {
        assert!(answers[0].contains(&format!("\n  {command} ")), "{command}");
    }
    assert!(answers[1].contains("`why D4`"), "{}", answers[1]);
    assert!(answers[2].contains("`hint 5`"), "{}", answers[2]);
    assert!(answers[3].starts_with("There is no command nonsense.\n"));
    assert!(answers[4].contains("or a command: help lists them"));
}

/// Over a pseudo-terminal.
#[cfg(unix)]
mod pty {
    use rexpect::error::Error;
    use rexpect::session::{PtySession, spawn_command};

    use super::*;

    const PATIENCE: u64 = 60_000;

    fn start(folder: &Path, arguments: &[&str]) -> Result<PtySession, Error> {
        let mut command = command(folder, arguments);
        command.env("TERM", "xterm");
        spawn_command(command, Some(PATIENCE))
    }

    #[test]
    fn lines_can_be_edited_and_come_back() -> Result<(), Error> {
        let folder = TempDir::new().expect("a folder");
        let mut terminal = start(folder.path(), &[])?;
        terminal.exp_string("black (1): ")?;
        // Two wrong letters are taken back, and one is put in before the cursor.
        terminal.send("3xx\x7f\x7f\x01C\r")?;
        terminal.flush()?;
        terminal.exp_string("Katachi (white) plays ")?;
        terminal.exp_string("(O)")?;
        terminal.exp_string("black (3): ")?;
        terminal.send("why A1\r")?;
        terminal.flush()?;
        terminal.exp_string("A1 for black: not a candidate")?;
        terminal.exp_string("black (3): ")?;
        // The arrow upwards brings the last line back.
        terminal.send("\x1b[A\r")?;
        terminal.flush()?;
        terminal.exp_string("A1 for black: not a candidate")?;
        terminal.exp_string("black (3): ")?;
        // Ctrl-C drops a line, Ctrl-D leaves.
        terminal.send("hin\x03")?;
        terminal.flush()?;
        terminal.exp_string("Ctrl-D, leaves")?;
        terminal.exp_string("black (3): ")?;
        terminal.send("\x04")?;
        terminal.flush()?;
        terminal.exp_eof()?;
        Ok(())
    }

    const MINE: &str =
        "attribute_map general\n\nPattern Here\n\n|...\n|.*.\n|...\n+---\n\n:8,-,value(30)\n";

    /// A message of the watch appears above the line that is being typed, and the typed text is not
    /// lost.
    #[test]
    fn messages_do_not_fall_into_the_prompt() -> Result<(), Error> {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("mine.db");
        std::fs::write(&file, MINE).expect("a database");
        let mut terminal = start(folder.path(), &["--watch", "--patterns", "mine.db"])?;
        terminal.exp_string("black (1): ")?;
        terminal.send("E")?;
        terminal.flush()?;
        terminal.exp_string("E")?;
        std::fs::write(&file, MINE.replace("value(30)", "valeu(30)")).expect("an edit");
        // The editor clears the line, prints the message, and shows the prompt again with the text.
        let before = terminal.exp_string("katachi: WARNING: the old databases stay active: ")?;
        assert!(
            before.contains("\r\x1b[K") || before.contains("\x1b[J"),
            "{before:?}"
        );
        let message = terminal.exp_string("black (1): E")?;
        assert!(
            message.contains("P0404") && message.contains('\n'),
            "{message:?}"
        );
        std::fs::write(&file, MINE.replace("value(30)", "value(31)")).expect("an edit");
        terminal.exp_string("katachi: 1 databases loaded again")?;
        terminal.exp_string("black (1): E")?;
        terminal.send("5\r")?;
        terminal.flush()?;
        terminal.exp_string("Katachi (white) plays ")?;
        terminal.exp_string("black (3): ")?;
        // The engine plays by the databases just loaded.
        terminal.send("why\r")?;
        terminal.flush()?;
        terminal.exp_string("value(31)")?;
        terminal.send("quit\r")?;
        terminal.flush()?;
        terminal.exp_eof()?;
        Ok(())
    }
}
