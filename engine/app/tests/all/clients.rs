//! Clients as they talk: what kgsGtp, gtp2ogs, CGOS's client, Gomill's tools and qGo send, replayed
//! from `tests/clients/*.txt`; and what the commands made for them do.
//!
//! In a file a line `> command` is sent; the line behind it is a regular expression for the whole
//! text of the reply, `<` of a success and `!` of a failure. A line with `#` is a comment.

use std::time::Duration;

use katachi_gtp::Client;
use katachi_testkit::gtp::{ask, fails, ok, said};
use regex::Regex;
use tempfile::TempDir;

use crate::session::client;

/// Sends what a client sends, and compares the replies.
fn replay(session: &str) {
    let lines: Vec<&str> = session
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert!(lines.len() > 20 && lines.len().is_multiple_of(2));
    let mut engine = client("builtin");
    for pair in lines.chunks(2) {
        let command = pair[0].strip_prefix("> ").expect("a command");
        let (sign, expected) = pair[1].split_at(1);
        let grammar = Regex::new(&format!("^(?:{})$", expected.trim())).expect("an expression");
        let found = ask(&mut engine, command);
        let fits = match (&found, sign) {
            (Ok(text), "<") => grammar.is_match(text),
            (Err(text), "!") => grammar.is_match(text) && !text.contains('\n'),
            _ => false,
        };
        assert!(fits, "{command}: expected {}, found {found:?}", pair[1]);
    }
}

#[test]
fn sessions_of_clients_are_answered() {
    std::thread::scope(|scope| {
        for session in [
            include_str!("../clients/kgsgtp.txt"),
            include_str!("../clients/gtp2ogs.txt"),
            include_str!("../clients/cgos.txt"),
            include_str!("../clients/ringmaster.txt"),
            include_str!("../clients/qgo.txt"),
        ] {
            scope.spawn(move || replay(session));
        }
    });
}

/// A program that writes its games to `game.sgf` in a folder.
fn recording(folder: &TempDir) -> Client {
    let file = folder.path().join("game.sgf").display().to_string();
    let options = ["gtp", "--patterns", "builtin", "--seed", "1", "-o", &file];
    Client::spawn(env!("CARGO_BIN_EXE_katachi"), options).expect("a client")
}

#[test]
fn servers_end_games() {
    for (end, result) in [
        // Black owns the board: 25 points and no komi.
        ("kgs-game_over", "RE[B+25.0]"),
        ("cgos-gameover B+Resign", "RE[B+Resign]"),
    ] {
        let folder = TempDir::new().expect("a folder");
        let mut engine = recording(&folder);
        for command in [
            "boardsize 5",
            "kgs-rules chinese",
            "play b c3",
            "play w pass",
        ] {
            ok(&mut engine, command);
        }
        let written = || {
            let text = std::fs::read_to_string(folder.path().join("game.sgf"));
            text.expect("a record")
        };
        ok(&mut engine, end);
        assert!(written().contains(result), "{end}: {}", written());
        engine.quit(Duration::from_secs(20)).expect("it ends");
        assert!(
            written().contains(result),
            "{end}, then quit: {}",
            written()
        );
    }
}

#[test]
fn who_plays_on_cgos_is_said_on_standard_error() {
    let mut engine = client("builtin");
    ok(&mut engine, "cgos-opponent_name Gnugo-3.8");
    ok(&mut engine, "cgos-opponent_rating 1800?");
    let said = said(&mut engine, 2).join("\n");
    assert!(said.contains("the opponent is Gnugo-3.8"), "{said}");
    assert!(said.contains("the opponent's rating is 1800?"), "{said}");
    for command in ["cgos-opponent_name", "cgos-opponent_rating"] {
        let text = fails(&mut engine, command);
        assert!(text.starts_with("syntax error: expected a "), "{text}");
    }
}

#[test]
fn people_on_kgs_get_an_answer_in_one_line() {
    let mut engine = client("builtin");
    ok(&mut engine, "boardsize 5");
    let asked = |engine: &mut Client, message: &str| {
        let text = ok(engine, &format!("kgs-chat game somebody {message}"));
        assert!(!text.is_empty() && !text.contains('\n'), "{text}");
        text
    };
    let text = asked(&mut engine, "Why did you play there?");
    assert_eq!(text, "I have not moved yet");
    let played = ok(&mut engine, "genmove b");
    let text = asked(&mut engine, "why");
    assert!(text.starts_with(&format!("{played} for black: ")), "{text}");
    assert!(asked(&mut engine, "who is ahead?").starts_with("I estimate "));
    ok(&mut engine, "level 3");
    assert!(asked(&mut engine, "level?").contains(" at level 3. "));
    for wrong in ["kgs-chat", "kgs-chat loudly somebody hi", "kgs-chat game"] {
        let text = fails(&mut engine, wrong);
        assert_eq!(
            text,
            "syntax error: expected game or private, a name and a message"
        );
    }
}

#[test]
fn time_systems_of_kgs_are_known() {
    let mut engine = client("builtin");
    for system in [
        "none",
        "absolute 300",
        "byoyomi 60 10 3",
        "canadian 300 60 10",
    ] {
        assert_eq!(ok(&mut engine, &format!("kgs-time_settings {system}")), "");
    }
    for wrong in [
        "",
        " fischer 10 5",
        " byoyomi 60 10",
        " absolute",
        " canadian 1 2 x",
    ] {
        let text = fails(&mut engine, &format!("kgs-time_settings{wrong}"));
        assert!(
            text.starts_with("syntax error: expected none, absolute MAIN, "),
            "{wrong}: {text}"
        );
    }
}

#[test]
fn gomill_saves_games_with_properties() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("saved.sgf");
    let mut engine = client("builtin");
    ok(&mut engine, "boardsize 5");
    ok(&mut engine, "play b c3");
    let command = format!(
        r"gomill-savesgf {} PB=A\_player RE=B+R GC=x\\y",
        file.display()
    );
    ok(&mut engine, &command);
    let text = std::fs::read_to_string(&file).expect("a record");
    for part in ["PB[A player]", "RE[B+R]", r"GC[x\\y]", ";B[cc]"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = fails(&mut engine, "gomill-savesgf /nonexistent/x.sgf");
    assert!(
        text.starts_with("cannot write '/nonexistent/x.sgf': "),
        "{text}"
    );
    let text = fails(
        &mut engine,
        &format!("gomill-savesgf {} pb=x", file.display()),
    );
    assert!(
        text.starts_with("syntax error: expected a property of capital"),
        "{text}"
    );
}
