//! Questions about connections: of two strings of one colour, or of a string and an area.

use katachi_board::{Board, Point, PointSet};
use katachi_gtp::Args;
use katachi_tactics::connection::ConnectionReader;
use katachi_tactics::reading::Reading;

use super::GtpCommand;
use super::reading::reading;
use super::tokens::{self, INVALID_COORDINATE, NOT_EMPTY};
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "connect",
        arguments: "VERTEX VERTEX",
        summary: "whether two strings can be connected: a code, and by which move",
        run: |session, args| {
            let (a, b) = strings(session, args)?;
            Ok(read(session, |connections, board| {
                connections.connect(board, a, b)
            }))
        },
    },
    GtpCommand {
        name: "disconnect",
        arguments: "VERTEX VERTEX",
        summary: "whether two strings can be cut apart: a code, and by which move",
        run: |session, args| {
            let (a, b) = strings(session, args)?;
            Ok(read(session, |connections, board| {
                connections.disconnect(board, a, b)
            }))
        },
    },
    GtpCommand {
        name: "break_in",
        arguments: "VERTEX VERTEX...",
        summary: "whether a string can reach an area: a code, and by which move",
        run: |session, args| {
            let (string, area) = string_and_area(session, args)?;
            Ok(read(session, |connections, board| {
                connections.break_in(board, string, &area)
            }))
        },
    },
    GtpCommand {
        name: "block_off",
        arguments: "VERTEX VERTEX...",
        summary: "whether a string can be kept out of an area: a code, and by which move",
        run: |session, args| {
            let (string, area) = string_and_area(session, args)?;
            Ok(read(session, |connections, board| {
                connections.block_off(board, string, &area)
            }))
        },
    },
    GtpCommand {
        name: "reset_connection_node_counter",
        arguments: "",
        summary: "sets the number of positions read for connections to 0",
        run: |session, _| {
            session.engine.connections_mut().reset_nodes();
            Ok(String::new())
        },
    },
    GtpCommand {
        name: "get_connection_node_counter",
        arguments: "",
        summary: "the number of positions read for connections so far",
        run: |session, _| Ok(session.engine.connections().nodes().to_string()),
    },
];

/// Reads two stones of one colour.
fn strings(session: &Session, args: &mut Args<'_>) -> Result<(Point, Point), String> {
    let a = tokens::point(session, args).ok_or(INVALID_COORDINATE)?;
    let b = tokens::point(session, args).ok_or(INVALID_COORDINATE)?;
    let board = session.game.board();
    let (Some(first), Some(second)) = (board.at(a).color(), board.at(b).color()) else {
        return Err(NOT_EMPTY.to_owned());
    };
    if first != second {
        return Err("vertices must have same color".to_owned());
    }
    Ok((a, b))
}

/// Reads a stone and the points of an area.
fn string_and_area(session: &Session, args: &mut Args<'_>) -> Result<(Point, PointSet), String> {
    let string = tokens::point(session, args).ok_or(INVALID_COORDINATE)?;
    let area = tokens::points(session, args).ok_or(INVALID_COORDINATE)?;
    if session.game.board().at(string).is_empty() {
        return Err(NOT_EMPTY.to_owned());
    }
    Ok((string, area.into_iter().collect()))
}

/// Asks at the engine's level. The answer is a result code and, if there is one, a move.
fn read(
    session: &mut Session,
    ask: impl FnOnce(&mut ConnectionReader, &mut Board) -> Reading,
) -> String {
    let found = ask(session.engine.connections_mut(), session.game.board_mut());
    reading(session, found)
}
