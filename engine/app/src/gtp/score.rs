//! Counting the game: the winner, and the dead stones.

use katachi_board::PointSet;
use katachi_core::{Final, FinalStatus, result};
use katachi_gtp::Args;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "final_score",
        arguments: "[SEED]",
        summary: "the result of the position as it stands, dead stones taken off",
        run: Run::Reply(|session, args| {
            let end = finish(session, args)?;
            Ok(result(end.score(&session.game)))
        }),
    },
    GtpCommand {
        name: "final_status",
        arguments: "VERTEX [SEED]",
        summary: "alive, dead, white_territory, black_territory or dame",
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
        FinalStatus::WhiteTerritory,
        FinalStatus::BlackTerritory,
        FinalStatus::Dame,
    ];
    let status = all.into_iter().find(|status| status.name() == word);
    let end = finish(session, args)?;
    let board = session.game.board();
    let Some(status) = status else {
        // The protocol also has the status seki, which this engine never reports.
        return if word == "seki" {
            Ok(String::new())
        } else {
            Err("invalid status".into())
        };
    };
    if matches!(status, FinalStatus::Alive | FinalStatus::Dead) {
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
