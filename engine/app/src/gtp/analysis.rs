//! Analysis commands of Leela Zero, `KataGo`, Sabaki and the Computer Go Server.
//!
//! A command only reads its arguments and returns the request. [`Show::write`] then writes reports
//! while the search goes on.

use katachi_board::Point;
use katachi_gtp::Args;

use super::command::{GtpCommand, Run, require_no_trial_moves};
use super::failure::Failure;
use super::show::Show;
use crate::analysis::{Format, Request};
use crate::session::Session;

const ARGUMENTS: &str =
    "[COLOR] [INTERVAL] [minmoves N] [maxmoves N] [avoid|allow COLOR VERTEX,... N]";

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "analyze",
        arguments: ARGUMENTS,
        summary: "shows what a search finds, every INTERVAL hundredths of a second, until the next line comes",
        run: Run::Show(|session, args| analyze(session, args, Format::Sabaki)),
    },
    GtpCommand {
        name: "stop",
        arguments: "",
        summary: "does nothing more: any line ends an analysis or pondering",
        run: Run::Reply(|_, _| Ok(String::new())),
    },
    GtpCommand {
        name: "lz-analyze",
        arguments: ARGUMENTS,
        summary: "analyze in Leela Zero's format",
        run: Run::Show(|session, args| analyze(session, args, Format::Lz)),
    },
    GtpCommand {
        name: "kata-analyze",
        arguments: "[COLOR] [INTERVAL] [minmoves N] [maxmoves N] [avoid|allow COLOR VERTEX,... N] [rootInfo true] [ownership true]",
        summary: "analyze in KataGo's format",
        run: Run::Show(|session, args| analyze(session, args, Format::Kata)),
    },
    GtpCommand {
        name: "genmove_analyze",
        arguments: "COLOR [INTERVAL] ...",
        summary: "finds a move and plays it, showing the search meanwhile; ends with `play MOVE`",
        run: Run::Show(|session, args| genmove(session, args, Format::Sabaki)),
    },
    GtpCommand {
        name: "lz-genmove_analyze",
        arguments: "COLOR [INTERVAL] ...",
        summary: "genmove_analyze in Leela Zero's format",
        run: Run::Show(|session, args| genmove(session, args, Format::Lz)),
    },
    GtpCommand {
        name: "kata-genmove_analyze",
        arguments: "COLOR [INTERVAL] ...",
        summary: "genmove_analyze in KataGo's format",
        run: Run::Show(|session, args| genmove(session, args, Format::Kata)),
    },
    GtpCommand {
        name: "cgos-genmove_analyze",
        arguments: "COLOR",
        summary: "finds a move and plays it; one line of JSON about it, then `play MOVE`",
        run: Run::Show(|session, args| genmove(session, args, Format::Cgos)),
    },
];

fn request(session: &Session, args: &mut Args<'_>) -> Result<Request, Failure> {
    let vertex = |word: &str| {
        if word.eq_ignore_ascii_case("pass") {
            return Some(None);
        }
        let size = session.game.board().size();
        let point = Point::from_vertex(word, size).ok()?;
        Some(Some(
            session.orientation.inverse().apply_to_point(point, size),
        ))
    };
    Ok(Request::parse(args.rest(), vertex)?)
}

fn analyze(session: &mut Session, args: &mut Args<'_>, format: Format) -> Result<Show, Failure> {
    require_no_trial_moves(session)?;
    let request = request(session, args)?;
    Ok(Show {
        format,
        color: request.color.unwrap_or_else(|| session.game.to_move()),
        request,
        plays: false,
    })
}

fn genmove(session: &mut Session, args: &mut Args<'_>, format: Format) -> Result<Show, Failure> {
    require_no_trial_moves(session)?;
    let request = request(session, args)?;
    Ok(Show {
        format,
        color: request.color.ok_or(Failure::Color)?,
        request,
        plays: true,
    })
}
