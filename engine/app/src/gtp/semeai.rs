//! Semeai: who wins a race between two dragons.

use katachi_board::{Color, Outcome, Point};
use katachi_gtp::Args;
use katachi_strategy::semeai::{Semeai, SemeaiReading};

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::owl::doubt;
use super::reading::code;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "analyze_semeai",
        arguments: "VERTEX VERTEX",
        summary: "a race: whether the first dragon lives, to move, whether the other dies; a move",
        run: Run::Reply(|session, args| {
            let (own, other) = dragons(session, args)?;
            let found = read(session, |race| race.analyze(own, other));
            Ok(answer(session, found))
        }),
    },
    GtpCommand {
        name: "tactical_analyze_semeai",
        arguments: "VERTEX VERTEX",
        summary: "the same for two strings, by liberties alone",
        run: Run::Reply(|session, args| {
            let (own, other) = dragons(session, args)?;
            let found = read(session, |race| race.analyze_strings(own, other));
            Ok(answer(session, found))
        }),
    },
    GtpCommand {
        name: "analyze_semeai_after_move",
        arguments: "COLOR MOVE VERTEX VERTEX",
        summary: "analyze_semeai after a move of this colour",
        run: Run::Reply(after_move),
    },
];

/// Asks about the position on the board.
fn read(
    session: &mut Session,
    question: impl FnOnce(&mut Semeai<'_>) -> SemeaiReading,
) -> SemeaiReading {
    let mut position = session.engine.position(&session.game);
    question(&mut position.semeai())
}

/// The next two arguments: stones of dragons of opposite colours.
fn dragons(session: &Session, args: &mut Args<'_>) -> Result<(Point, Point), Failure> {
    let (own, other) = (tokens::point(session, args)?, tokens::point(session, args)?);
    let board = session.game.board();
    match (board.at(own).color(), board.at(other).color()) {
        (None, _) | (_, None) => Err(Failure::NoStone),
        (a, b) if a == b => Err("dragon vertices must have different colors".into()),
        _ => Ok((own, other)),
    }
}

fn after_move(session: &mut Session, args: &mut Args<'_>) -> Response {
    let (color, point): (Color, Point) = tokens::color_and_point(session, args)?;
    let board = session.game.board();
    if !board.at(point).is_empty() {
        return Err("move vertex is not empty".into());
    }
    if !board.is_legal(color, point) {
        return Err("illegal move".into());
    }
    let (own, other) = dragons(session, args)?;
    let found = read(session, |race| {
        race.analyze_after((color, point), own, other)
    });
    Ok(answer(session, found))
}

/// An answer: both codes, the move or PASS, and whether the search ran out of nodes.
fn answer(session: &Session, found: SemeaiReading) -> String {
    let point = found.point.filter(|_| found.defense != Outcome::Lose);
    format!(
        "{} {} {}{}",
        code(found.defense),
        code(found.attack),
        tokens::move_name(session, point),
        doubt(session, found.is_certain())
    )
}
