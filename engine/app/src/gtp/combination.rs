//! Combinations: threats that together capture something.

use katachi_board::Color;
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "combination_attack",
        arguments: "COLOR",
        summary: "a move that captures something by a combination, or PASS",
        run: Run::Reply(|session, args| {
            let attacker = tokens::color(args)?;
            let mut position = session.engine.position(&session.game);
            let found = position.combinations().attack(attacker);
            Ok(tokens::move_name(session, found.map(|found| found.point)))
        }),
    },
    GtpCommand {
        name: "combination_defend",
        arguments: "COLOR",
        summary: "the moves that prevent a combination of this side, or PASS if it has none",
        run: Run::Reply(combination_defend),
    },
    GtpCommand {
        name: "aa_confirm_safety",
        arguments: "COLOR VERTEX [SIZE]",
        summary: "whether a move allows the other side a combination of at least this size (1 if not given): 1 and its first move, or 0",
        run: Run::Reply(aa_confirm_safety),
    },
];

fn aa_confirm_safety(session: &mut Session, args: &mut Args<'_>) -> Response {
    let (mover, point) = tokens::color_and_move(session, args)?;
    let least = args.integer().unwrap_or(1);
    let point = point.ok_or(Failure::ColorOrCoordinate)?;
    if !session.game.board_mut().try_move(mover, point) {
        return Err("invalid move".into());
    }
    session.game.board_mut().take_back();
    let mut position = session.engine.position(&session.game);
    let found = position.combinations().allowed_by(mover, point);
    // A move that allows nothing costs nothing.
    let size = found.map_or(0, |found| found.size);
    let is_blunder = i64::try_from(size).is_ok_and(|size| size >= least);
    Ok(match found.filter(|_| is_blunder) {
        Some(found) => format!("1 {}", tokens::name(session, found.point)),
        None => u8::from(is_blunder).to_string(),
    })
}

fn combination_defend(session: &mut Session, args: &mut Args<'_>) -> Response {
    let attacker: Color = tokens::color(args)?;
    let mut position = session.engine.position(&session.game);
    let found = position.combinations().defenses(attacker);
    Ok(match found {
        None => tokens::move_name(session, None),
        Some(points) => tokens::list(session, &points),
    })
}
