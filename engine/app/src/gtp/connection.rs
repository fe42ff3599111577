//! Questions about connections: of two strings of one colour, or of a string and an area.

use katachi_board::{Point, PointSet};
use katachi_gtp::Args;

use super::command::{GtpCommand, Run};
use super::failure::Failure;
use super::reading::reading;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "connect",
        arguments: "VERTEX VERTEX",
        summary: "whether two strings can be connected: a code, and by which move",
        run: Run::Reply(|session, args| {
            let (a, b) = strings(session, args)?;
            let (found, _) = session.read_connections(|read, board| read.connect(board, a, b));
            Ok(reading(session, found))
        }),
    },
    GtpCommand {
        name: "disconnect",
        arguments: "VERTEX VERTEX",
        summary: "whether two strings can be cut apart: a code, and by which move",
        run: Run::Reply(|session, args| {
            let (a, b) = strings(session, args)?;
            let (found, _) = session.read_connections(|read, board| read.disconnect(board, a, b));
            Ok(reading(session, found))
        }),
    },
    GtpCommand {
        name: "break_in",
        arguments: "VERTEX VERTEX...",
        summary: "whether a string can reach an area: a code, and by which move",
        run: Run::Reply(|session, args| {
            let (string, area) = string_and_area(session, args)?;
            let found =
                session.read_connections(|read, board| read.reader.break_in(board, string, &area));
            Ok(reading(session, found))
        }),
    },
    GtpCommand {
        name: "block_off",
        arguments: "VERTEX VERTEX...",
        summary: "whether a string can be kept out of an area: a code, and by which move",
        run: Run::Reply(|session, args| {
            let (string, area) = string_and_area(session, args)?;
            let found =
                session.read_connections(|read, board| read.reader.block_off(board, string, &area));
            Ok(reading(session, found))
        }),
    },
    GtpCommand {
        name: "reset_connection_node_counter",
        arguments: "",
        summary: "sets the number of positions read for connections to 0",
        run: Run::Reply(|session, _| {
            session.engine.analyst.connections_mut().reset_nodes();
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "get_connection_node_counter",
        arguments: "",
        summary: "the number of positions read for connections so far",
        run: Run::Reply(|session, _| Ok(session.engine.analyst.connections().nodes().to_string())),
    },
];

/// Reads two stones of one colour.
fn strings(session: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    let a = tokens::point(session, args)?;
    let b = tokens::point(session, args)?;
    let board = session.game.board();
    let (Some(first), Some(second)) = (board.at(a).color(), board.at(b).color()) else {
        return Err(Failure::NoStone);
    };
    if first != second {
        return Err("vertices must have same color".into());
    }
    Ok((a, b))
}

/// Reads a stone and the points of an area.
fn string_and_area(session: &Session, args: &mut Args<'_>) -> Result<(Point, PointSet), Failure> {
    let string = tokens::point(session, args)?;
    let area = tokens::points(session, args)?;
    if session.game.board().at(string).is_empty() {
        return Err(Failure::NoStone);
    }
    Ok((string, area.into_iter().collect()))
}
