//! Where moves are looked for: a set of points that clients mark.

use super::command::{GtpCommand, Run};
use super::tokens;
use crate::session::Session;
use crate::speaker::complain;
use crate::terminal;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "limit_search",
        arguments: "NUMBER",
        summary: "restricts generated moves to the marked points, or with 0 no longer",
        run: Run::Reply(|session, args| {
            let value = args.integer().ok_or("invalid value for search limit")?;
            session.search_area.is_on = value != 0;
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "set_search_diamond",
        arguments: "VERTEX",
        summary: "marks the points within 6 steps of a point, and restricts generated moves to the marked points",
        run: Run::Reply(|session, args| {
            let center = tokens::point(session, args)?;
            let size = session.game.board().size();
            session.search_area.add_diamond(center, size);
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "set_search_limit",
        arguments: "VERTEX",
        summary: "marks a point where limit_search lets moves be generated",
        run: Run::Reply(|session, args| {
            let point = tokens::point(session, args)?;
            session.search_area.add(point);
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "reset_search_mask",
        arguments: "",
        summary: "unmarks all points",
        run: Run::Reply(|session, _| {
            session.search_area.clear();
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "draw_search_area",
        arguments: "",
        summary: "draws the marked points (*) on standard error",
        run: Run::Reply(|session, _| {
            complain(&drawing(session));
            Ok(String::new())
        }),
    },
];

/// The board with the marked points.
fn drawing(session: &Session) -> String {
    let (board, area) = (session.game.board(), session.search_area.points());
    let sign = |point| {
        let is_shown = area.contains(point) && board.at(point).is_empty();
        is_shown.then(|| "*".to_owned())
    };
    let drawn = terminal::signed_board(&session.game, &sign);
    format!("search area\n{drawn}")
}
