//! Counting the game: the winner, and the dead stones.

use katachi_board::{Color, PointSet};
use katachi_core::{Final, FinalStatus, result};
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "estimate_score",
        arguments: "",
        summary: "an estimate of the score, with bounds in points for White",
        run: Run::Reply(estimate),
    },
    GtpCommand {
        name: "new_score",
        arguments: "",
        summary: "the same as estimate_score",
        run: Run::Reply(estimate),
    },
    GtpCommand {
        name: "experimental_score",
        arguments: "COLOR",
        summary: "the bound of the estimate that is bad for a color, with its best move's value, \
                  in points for White",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            require_no_trial_moves(session)?;
            let bounds = session.bounds();
            let thoughts = session.engine.think_for(&session.game, color);
            let value = thoughts.played().map_or(0.0, |played| played.value);
            let score = match color {
                Color::White => bounds.lower + value,
                Color::Black => bounds.upper - value,
            };
            Ok(format!("{score:.1}"))
        }),
    },
    GtpCommand {
        name: "final_score",
        arguments: "[SEED]",
        summary: "the result of the game, its last moves played out and dead stones taken off",
        run: Run::Reply(|session, args| {
            let end = finish(session, args)?;
            Ok(result(end.score(&session.game)))
        }),
    },
    GtpCommand {
        name: "final_status",
        arguments: "VERTEX [SEED]",
        summary: "alive, dead, seki, white_territory, black_territory or dame",
        run: Run::Reply(|session, args| {
            let point = tokens::point(session, args)?;
            let end = finish(session, args)?;
            Ok(end.status(&session.game, point).name().to_owned())
        }),
    },
    GtpCommand {
        name: "final_status_list",
        arguments: "STATUS [SEED]",
        summary: "the stones or points of a status, a string a line",
        run: Run::Reply(final_status_list),
    },
];

fn estimate(session: &mut Session, _: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    Ok(session.bounds().to_string())
}

fn finish(session: &mut Session, args: &mut Args<'_>) -> Result<Final, Failure> {
    require_no_trial_moves(session)?;
    let seed = args.integer().unwrap_or(0).unsigned_abs();
    Ok(session.count(seed))
}

fn final_status_list(session: &mut Session, args: &mut Args<'_>) -> Response {
    let word = args.word().ok_or("missing status")?;
    let all = [
        FinalStatus::Alive,
        FinalStatus::Dead,
        FinalStatus::Seki,
        FinalStatus::WhiteTerritory,
        FinalStatus::BlackTerritory,
        FinalStatus::Dame,
    ];
    let status = all.into_iter().find(|status| status.name() == word);
    let status = status.ok_or("invalid status")?;
    let end = finish(session, args)?;
    let board = session.game.board();
    if matches!(
        status,
        FinalStatus::Alive | FinalStatus::Dead | FinalStatus::Seki
    ) {
        let lines: Vec<String> = board
            .chains()
            .filter(|chain| end.status(&session.game, chain.origin()) == status)
            .map(|chain| tokens::list(session, &chain.stones().collect::<PointSet>()))
            .collect();
        return Ok(lines.join("\n"));
    }
    let points = board.empty().iter();
    let points: PointSet = points
        .filter(|&point| end.status(&session.game, point) == status)
        .collect();
    Ok(tokens::list(session, &points))
}
