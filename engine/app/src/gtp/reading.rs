//! Tactical reading: can a string be captured, can it be saved.

use katachi_board::{Board, Outcome, Point};
use katachi_gtp::Args;
use katachi_tactics::reading::{Reader, Reading};

use super::command::{GtpCommand, Run};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

const STRING_NOT_EMPTY: &str = "string vertex must not be empty";

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "attack",
        arguments: "VERTEX",
        summary: "whether a string can be captured: result code and move",
        run: Run::Reply(|session, args| {
            let string = tokens::stone(session, args)?;
            let found = ask_thoroughly(session, |reader, board| reader.attack(board, string));
            Ok(reading(session, found))
        }),
    },
    GtpCommand {
        name: "defend",
        arguments: "VERTEX",
        summary: "whether a string that can be captured can be saved: result code and move",
        run: Run::Reply(|session, args| {
            let string = tokens::stone(session, args)?;
            let found = ask_thoroughly(session, |reader, board| reader.defend(board, string));
            Ok(reading(session, found))
        }),
    },
    GtpCommand {
        name: "attack_either",
        arguments: "VERTEX VERTEX",
        summary: "whether one of two strings can be captured: result code",
        run: Run::Reply(|session, args| {
            let (a, b) = two_strings(session, args)?;
            let found = ask(session, |reader, board| reader.attack_either(board, a, b));
            Ok(code(found.outcome).to_string())
        }),
    },
    GtpCommand {
        name: "defend_both",
        arguments: "VERTEX VERTEX",
        summary: "whether both of two strings can be saved: result code",
        run: Run::Reply(|session, args| {
            let (a, b) = two_strings(session, args)?;
            let found = ask(session, |reader, board| reader.defend_both(board, a, b));
            Ok(code(found.outcome).to_string())
        }),
    },
    GtpCommand {
        name: "does_attack",
        arguments: "MOVE VERTEX",
        summary: "whether a move captures a string: result code",
        run: Run::Reply(|session, args| {
            let (point, string) = move_and_string(session, args)?;
            let found = ask_thoroughly(session, |reader, board| {
                reader.does_attack(board, point, string)
            });
            Ok(code(found).to_string())
        }),
    },
    GtpCommand {
        name: "does_defend",
        arguments: "MOVE VERTEX",
        summary: "whether a move saves a string: result code",
        run: Run::Reply(|session, args| {
            let (point, string) = move_and_string(session, args)?;
            let found = ask_thoroughly(session, |reader, board| {
                reader.does_defend(board, point, string)
            });
            Ok(code(found).to_string())
        }),
    },
    GtpCommand {
        name: "ladder_attack",
        arguments: "VERTEX",
        summary: "whether a string of two liberties is caught in a simple ladder: result code and move",
        run: Run::Reply(|session, args| {
            let string = tokens::stone(session, args)?;
            if session.game.board().liberty_count(string) != 2 {
                return Err("string must have exactly 2 liberties".into());
            }
            let found = ask(session, |reader, board| reader.ladder(board, string));
            Ok(reading(session, found))
        }),
    },
    GtpCommand {
        name: "increase_depths",
        arguments: "",
        summary: "reads one move deeper than the level says",
        run: Run::Reply(|session, _| {
            session.engine.analyst.deepen(1);
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "decrease_depths",
        arguments: "",
        summary: "reads one move less deep than the level says",
        run: Run::Reply(|session, _| {
            session.engine.analyst.deepen(-1);
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "clear_cache",
        arguments: "",
        summary: "forgets all that has been read about strings, connections and worms",
        run: Run::Reply(|session, _| {
            session.engine.forget();
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "reset_reading_node_counter",
        arguments: "",
        summary: "counts the positions of tactical reading from 0",
        run: Run::Reply(|session, _| {
            session.engine.analyst.tactics_mut().reset_nodes();
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "get_reading_node_counter",
        arguments: "",
        summary: "the number of positions that tactical reading has searched",
        run: Run::Reply(|session, _| Ok(session.engine.analyst.tactics().nodes().to_string())),
    },
];

/// Asks the engine's reader about the position on the board, trial moves included.
fn ask<T>(session: &mut Session, question: impl FnOnce(&mut Reader, &mut Board) -> T) -> T {
    question(
        session.engine.analyst.tactics_mut(),
        session.game.board_mut(),
    )
}

/// The same, and hard questions are read deeper.
fn ask_thoroughly<T>(
    session: &mut Session,
    question: impl FnOnce(&mut Reader, &mut Board) -> T,
) -> T {
    ask(session, |reader, board| {
        reader.thoroughly(|reader| question(reader, board))
    })
}

/// The number that is printed for a result.
pub(super) fn code(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win => 1,
        Outcome::KoA => 2,
        Outcome::KoB => 3,
        Outcome::Lose => 0,
    }
}

/// A result and its move: `0`, `1 E5`, `1 PASS` if no move is needed.
pub(super) fn reading(session: &Session, found: Reading) -> String {
    match found.outcome {
        Outcome::Lose => "0".to_owned(),
        outcome => format!(
            "{} {}",
            code(outcome),
            tokens::move_name(session, found.point)
        ),
    }
}

fn two_strings(session: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    let a = tokens::point(session, args)?;
    let b = tokens::point(session, args)?;
    let board = session.game.board();
    if board.at(a).is_empty() || board.at(b).is_empty() {
        return Err(STRING_NOT_EMPTY.into());
    }
    if board.at(a) != board.at(b) {
        return Err("strings must have the same color".into());
    }
    Ok((a, b))
}

fn move_and_string(session: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    let point = tokens::point(session, args)?;
    let string = tokens::point(session, args)?;
    let board = session.game.board();
    if !board.at(point).is_empty() {
        return Err("move vertex must be empty".into());
    }
    if board.at(string).is_empty() {
        return Err(STRING_NOT_EMPTY.into());
    }
    Ok((point, string))
}
