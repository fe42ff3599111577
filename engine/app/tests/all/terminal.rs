//! Play on the terminal: through pipes, and through a pseudo-terminal as a person sees it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::program;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program::katachi(folder);
    command
        .args(["play", "--seed", "1", "--threads", "1"])
        .args(arguments)
        .current_dir(folder);
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
    for command in ["hint", "why", "undo", "estimate", "pass", "quit", "help"] {
        assert!(start.contains(&format!("`{command}`")), "{command}");
    }
    for command in ["board", "hint [N]", "why [MOVE]", "estimate", "undo"] {
        assert!(answers[0].contains(&format!("\n  {command} ")), "{command}");
    }
    assert!(answers[1].contains("`why D4`"), "{}", answers[1]);
    assert!(answers[2].contains("`hint 5`"), "{}", answers[2]);
    assert!(answers[3].starts_with("There is no command nonsense.\n"));
    assert!(answers[4].contains("or a command: help lists them"));
}

/// The rows of the last board in a text, without coordinates, and the point in parentheses.
fn last_board(text: &str) -> (Vec<String>, Option<String>) {
    let is_row = |line: &&str| {
        let number = line.split_whitespace().next();
        number.is_some_and(|number| number.parse::<u8>().is_ok())
    };
    let rows: Vec<&str> = text.lines().filter(is_row).collect();
    let rows = &rows[rows.len() - 9..];
    let mut marked = None;
    let row = |line: &&str| {
        let cells: Vec<char> = line.chars().skip(2).take(19).collect();
        let stones = (0..9).map(|at| cells[2 * at + 1]).collect();
        if let Some(at) = cells.iter().position(|&sign| sign == '(') {
            let column = "ABCDEFGHJ".chars().nth(at / 2).expect("a column");
            let number = line.split_whitespace().next().expect("a number");
            marked = Some(format!("{column}{number}"));
        }
        stones
    };
    (rows.iter().map(row).collect(), marked)
}

#[test]
fn the_record_can_be_walked() {
    let text = typed(
        &[],
        "force E5\nforce C3\nforce G7\nback 2\nforward\nforward\nforward\ngoto 2\nforce D4\n\
         first\nlast\ngoto C3\nback\nforward\nback\nvariation 1\nquit\n",
    );
    let parts: Vec<&str> = text.split("): ").collect();
    let marks: Vec<Option<String>> = (parts[1..].iter())
        .filter(|part| part.contains("A B C"))
        .map(|part| last_board(part).1)
        .collect();
    let mark = |vertex: &str| Some(vertex.to_owned());
    let expected = [
        mark("E5"),
        mark("C3"),
        mark("G7"),
        mark("E5"),
        mark("C3"),
        mark("G7"),
        // `goto 2`, the variation, its beginning and its end
        mark("E5"),
        mark("D4"),
        None,
        mark("D4"),
        // The point is not on this way, so it leads to its end.
        mark("D4"),
        mark("E5"),
        mark("D4"),
        mark("E5"),
        mark("C3"),
    ];
    assert_eq!(marks, expected, "{text}");
    assert!(text.contains("The record ends here."));
    assert!(
        text.contains("The record goes on: white D4; variation 1 white C3"),
        "{text}"
    );
    assert!(text.contains("Katachi waits for your move here, or for `play`."));
}

#[test]
fn comments_variations_and_results_are_saved_and_loaded() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("my game.sgf");
    let path = file.to_str().expect("text");
    let out = folder.path().join("out.sgf");
    let arguments = ["-o", out.to_str().expect("text")];
    let input = format!(
        "force E5\ncomment the centre [of all]\nforce C3\nback\nforce D3\ncomment\nsecond way\n\
         resign\nsave {path}\nquit\n"
    );
    let text = typed(&arguments, &input);
    assert!(text.contains("comment: Noted."), "{text}");
    assert!(text.contains(&format!(
        "Written to {path}; `load {path}` goes on with it."
    )));
    let record = std::fs::read_to_string(&file).expect("written");
    assert_eq!(
        record,
        std::fs::read_to_string(&out).expect("written"),
        "as -o has it"
    );
    assert!(
        record.contains(";B[ee]C[the centre [of all\\]]"),
        "{record}"
    );
    assert!(
        record.contains("(;W[cg])\n(;W[dg]C[second way]))"),
        "{record}"
    );
    // White was to move, so White gave up.
    assert!(record.contains("RE["), "{record}");
    let input = format!(
        "load {path}\nload {path} 2\nvariation 2\nload nowhere.sgf\nsave\nload\nundo\n\
         save {path}\nquit\n"
    );
    let text = typed(&[], &input);
    let answers: Vec<&str> = text.split("): ").collect();
    assert_eq!(
        last_board(answers[2]).1.as_deref(),
        Some("E5"),
        "{}",
        answers[2]
    );
    assert!(answers[2].contains("the centre [of all]"), "{}", answers[2]);
    assert!(answers[3].contains("second way"), "{}", answers[3]);
    assert!(
        text.contains("cannot open or parse 'nowhere.sgf'"),
        "{text}"
    );
    assert!(text.contains("Name a file: save FILE"), "{text}");
    // What is taken back is gone.
    let record = std::fs::read_to_string(&file).expect("written");
    assert!(
        !record.contains("second way") && record.contains("W[cg]"),
        "{record}"
    );
}

/// Katachi moves when it is its turn, and only then.
#[test]
fn sides_change() {
    let text = typed(
        &[],
        "E5\nswitch\nplaywhite\nback\nC3\nplay 3\nplayblack\nquit\n",
    );
    let moved = |text: &str| -> Vec<String> {
        let words = text.split("Katachi (").skip(1);
        words
            .map(|word| word.split(')').next().expect("a side").to_owned())
            .collect()
    };
    let parts: Vec<Vec<String>> = text.split("): ").map(moved).collect();
    let moves: Vec<String> = moved(&text);
    // White answers; after `switch` Black moves; `playwhite` changes nothing.
    assert_eq!(moves[..2], ["white", "black"], "{text}");
    // Back at Black's move, the user makes it: Katachi plays White again. Then three of its own.
    assert_eq!(
        moves[2..6],
        ["white", "black", "white", "black"],
        "{parts:?} {text}"
    );
    // `playblack`: it is White's turn.
    assert_eq!(moves[6..], ["white"], "{text}");
    assert!(
        text.contains("You play white, Katachi plays black."),
        "{text}"
    );
}

#[test]
fn games_begin_as_the_user_wants() {
    let text = typed(
        &[],
        "info\nboardsize 7\nboardsize 9\nkomi 3.5\nkomi x\nlevel 3\nlevel\ndepth 9\ndepth off\n\
         depth x\nfreehandicap\nC3\nC3\nG7\nundo\nG3\nclear\nE5\nD4\nz\ndone\ngoto 1\ninfo\n\
         handicap 2\nnew 9\nhandicap 99\nfreehandicap C3 C3\nfreehandicap C3 G7\ngoto 1\nboard\n\
         setup black A1 B1\nsetup white A2\nsetup empty A1\nsetup black A1 A3 B2\nturn black\n\
         setup blue A1\nsetup black\nsetup black A1\nquit\n",
    );
    for line in [
        "The komi is 3.5.",
        "Say how many points: komi 6.5",
        "The level is 3.",
        "Strings are read to depth 9.",
        "The level says how deep strings are read.",
        "Say how many moves: depth 16",
        "There is a stone already.",
        "G7 is free again.",
        "or undo, clear, done, cancel or quit",
        "The game has begun: `new` starts another one",
        "On this board, 2 to 9 stones have usual points",
        "C3 comes twice.",
        "Say what stands where: setup black D4 Q16",
        "Name points: setup black D4 Q16",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let infos: Vec<&str> = text.split("Board size:").skip(1).collect();
    assert_eq!(infos.len(), 2);
    let has = |info: &str, label: &str, value: &str| {
        let line = info
            .lines()
            .find(|line| line.starts_with(label))
            .expect("a line");
        assert!(line.ends_with(&format!(" {value}")), "{line}");
    };
    has(infos[0], "Handicap", "0");
    has(infos[0], "Katachi plays", "white");
    has(infos[0], "Moves by", "patterns and reading");
    has(infos[1], "Handicap", "2");
    has(infos[1], "Komi", "3.5");
    has(infos[1], "To move", "white");
    // The board of two handicap stones, then what is set up on it.
    let (_, rest) = text
        .rsplit_once("handicap stones on")
        .unwrap_or(("", &text));
    let parts: Vec<&str> = rest.split("A B C D E F G H J\n").collect();
    assert!(parts.len() > 8);
    let (rows, _) = last_board(&text);
    assert_eq!(rows[6], "..X...+..", "{text}");
    assert_eq!(rows[7], "O........", "{text}");
    assert_eq!(rows[8], "XX.......", "{text}");
    // A set-up that would leave a string without liberties is refused and changes nothing.
    let text = typed(
        &[],
        "setup black A2 B1\nsetup white A1\nboard\nback\nback\nback\nquit\n",
    );
    assert!(
        text.contains("): the set-up leaves the string at A1 without a liberty"),
        "{text}"
    );
    assert!(text.contains("This is the beginning."), "{text}");
}

#[test]
fn a_game_is_counted_and_goes_on() {
    let folder = TempDir::new().expect("a folder");
    let record = folder.path().join("walls.sgf");
    let stones = |column: char| {
        ('a'..='i').fold(String::new(), |all, row| all + &format!("[{column}{row}]"))
    };
    // White has a stone in Black's territory.
    let walls = format!("(;SZ[9]KM[0]AB{}AW{}[bb]PL[B])", stones('e'), stones('f'));
    std::fs::write(&record, walls).expect("written");
    let arguments = ["-l", record.to_str().expect("text")];
    let text = typed(
        &arguments,
        "force pass\nforce pass\nD4\ncount\nB8\nA1\nz\ndone\ncontinue\ncontinue\nundo\nundo\n\
         force D4\nresign\nnew\nquit\n",
    );
    let (_, after) = text.split_once("Result: ").expect("a result");
    assert!(after.starts_with("B+10.0\n"), "{text}");
    assert!(text.contains("Dead stones, in small letters: B8"), "{text}");
    assert!(
        text.contains("game over: The game is over: `continue` or `undo`"),
        "{text}"
    );
    // Alive, the stone makes Black's territory nobody's.
    assert!(text.contains("alive or dead: \n"), "{text}");
    assert!(text.contains("There is no stone on A1."), "{text}");
    assert!(text.contains("Result: W+27.0\n"), "{text}");
    assert!(text.contains("The game is not over."), "{text}");
    let (_, end) = text.rsplit_once("You resign. Result: ").expect("given up");
    assert!(end.contains("black (1): "), "a new game: {text}");
}

/// Whoever is asked for handicap or dead stones may leave all the same, and words may be typed in
/// any letter case.
#[test]
fn questions_let_users_leave() {
    for (typed_lines, last) in [
        ("freehandicap\nC3\nquit\nshowboard\n", "handicap stone 2: "),
        ("freehandicap\nC3\nG7\nDONE\nundo\nExit\n", "white (1): "),
        ("force D4\ncount\nz\nEXIT\nshowboard\n", "alive or dead: "),
    ] {
        let text = typed(&[], typed_lines);
        assert!(text.trim_end().ends_with(last.trim_end()), "{text}");
    }
}

#[test]
fn katachi_tells_what_it_sees() {
    let text = typed(
        &[],
        "force E5\nforce E4\nforce D4\nforce F5\nlook E5\nlook A1\nlook\nlook z\ncapture E4\n\
         capture A1\ncapture\ndefend E4\nlife E5\nconnect E5 D4\nconnect E5 E4\nlistdragons\n\
         worm E5\ndragon E5\neye A1\npatterns F4\ngtp countlib E5\ngtp nonsense\ngtp\ngtp analyze\n\
         eyes\nmoyo\nboard dragons\nforce F4\nboard plain\nboard nonsense\nscore on\nforce D5\n\
         score off\ndead\nshowboard\nforce H8\ngtp play black A9\ngtp clear_board\nquit\n",
    );
    for line in [
        "E5: a black stone",
        "  string: 1 stone, 2 liberties, ",
        "  dragon: ",
        "  influence: black ",
        "A1: empty",
        "E4 c",
        "There is no stone on A1.",
        "Name a stone: capture D4",
        "E5 and D4 ",
        "Two stones of one color can be connected.",
        "lives of dragons",
        "attack_code",
        "owl_status",
        "marginal_neighbors",
        "? unknown command",
        "Type a GTP command: gtp list_commands",
        "? this answer goes on: use `katachi gtp`",
        "eye spaces: Black x, White o",
        "moyo, black to move: Black (x)",
        "dragons: Black (A, B, ...) 2, White (z, y, ...)",
        "Say which board: plain, territory, ",
        "Score estimate: ",
        "Dead stones are drawn in small letters.",
        "The board is drawn only when you type board.",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert!(
        text.matches("dragons: Black (A, B").count() >= 3,
        "in `listdragons`, and drawn twice"
    );
    assert_eq!(text.matches("Score estimate: ").count(), 1, "{text}");
    let (_, last) = text.rsplit_once("black (1): ").expect("a cleared board");
    assert_eq!(last, "", "{text}");
}

/// `katachi inspect` steps through a record; Katachi does not play.
#[test]
fn records_are_inspected() {
    let folder = TempDir::new().expect("a folder");
    let record = folder.path().join("x.sgf");
    let text = "(;SZ[9]C[the root];B[ee];W[cc]C[here](;B[gg];W[gc])(;B[dd]))";
    std::fs::write(&record, text).expect("written");
    let path = record.to_str().expect("text");
    let run = |arguments: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_katachi"))
            .args(["inspect", "--seed", "1", "--threads", "1"])
            .args(arguments)
            .env("KATACHI_CACHE", folder.path().join("cache"))
            .env_remove("KATACHI_PATTERNS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut pipe = child.stdin.take().expect("a pipe");
        // A program that refuses its arguments does not read.
        let _ = pipe.write_all(input.as_bytes());
        drop(pipe);
        let output = child.wait_with_output().expect("it ends");
        let of = |bytes| String::from_utf8(bytes).expect("text");
        (output.status.code(), of(output.stdout), of(output.stderr))
    };
    let (_, text, _) = run(&[path], "\n\nvariation 2\n\nhint\nB2\nlook E5\nquit\n");
    let parts: Vec<&str> = text.split("): ").collect();
    assert!(
        parts[0].contains("the root") && parts[0].contains("black E5"),
        "{text}"
    );
    assert_eq!(last_board(parts[1]).1.as_deref(), Some("E5"));
    assert!(parts[2].contains("here\n") && parts[2].contains("black G3; variation 2 black D6"));
    assert_eq!(last_board(parts[3]).1.as_deref(), Some("D6"));
    assert_eq!(parts[4], "The record ends here.\nwhite (4", "{text}");
    assert!(parts[5].starts_with("Katachi would play "));
    assert!(parts[6].ends_with("black (5"), "nobody answers: {text}");
    assert!(parts[7].starts_with("E5: a black stone\n"), "{text}");
    let (_, text, _) = run(&["-l", path, "-L", "3"], "info\nquit\n");
    assert!(
        text.contains("black (3): ") && text.contains("nobody"),
        "{text}"
    );
    let (code, _, message) = run(&[path, "-l", path], "");
    assert_eq!(code, Some(1));
    assert!(message.contains("expected one record, found"), "{message}");
    let (_, text, _) = run(&["--boardsize", "9"], "load x\nquit\n");
    assert!(text.contains("cannot open or parse 'x'"), "{text}");
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

    /// Colours on a terminal, unless `NO_COLOR` is set; Tab completes commands.
    #[test]
    fn stones_have_colors_and_commands_are_completed() -> Result<(), Error> {
        const BLACK: &str = "\x1b[34mX\x1b[0m";
        let folder = TempDir::new().expect("a folder");
        let mut terminal = start(folder.path(), &[])?;
        terminal.exp_string("black (1): ")?;
        terminal.send("forc\t E5\r")?;
        terminal.flush()?;
        terminal.exp_string(BLACK)?;
        terminal.exp_string("white (2): ")?;
        terminal.send("dragons\r")?;
        terminal.flush()?;
        terminal.exp_string("\x1b[32mA\x1b[0m")?;
        terminal.exp_string("white (2): ")?;
        terminal.send("\x04")?;
        terminal.flush()?;
        terminal.exp_eof()?;
        let mut plain = command(folder.path(), &[]);
        plain.env("TERM", "xterm").env("NO_COLOR", "1");
        let mut terminal = spawn_command(plain, Some(PATIENCE))?;
        terminal.exp_string("black (1): ")?;
        terminal.send("force E5\r")?;
        terminal.flush()?;
        let board = terminal.exp_string("white (2): ")?;
        assert!(
            board.contains("(X)") && !board.contains("\x1b[34m"),
            "{board:?}"
        );
        terminal.send("quit\r")?;
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
