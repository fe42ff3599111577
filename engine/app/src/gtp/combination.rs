//! Combinations: threats that together capture something.

use katachi_board::Color;
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run};
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
];

fn combination_defend(session: &mut Session, args: &mut Args<'_>) -> Response {
    let attacker: Color = tokens::color(args)?;
    let mut position = session.engine.position(&session.game);
    let found = position.combinations().defenses(attacker);
    Ok(match found {
        None => tokens::move_name(session, None),
        Some(points) => tokens::list(session, &points),
    })
}
