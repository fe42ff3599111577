//! Analysis commands of Leela Zero, `KataGo`, Sabaki and the Computer Go Server.
//!
//! A command only reads its arguments and stores the request in the session. [`show`] then writes
//! reports while the search goes on.

use std::time::{Duration, Instant};

use katachi_board::{Color, Point};
use katachi_core::monte_carlo::{Budget, Player, Report, Root, Watch};
use katachi_core::{Decision, Wish};
use katachi_gtp::{Args, Stream};

use super::tokens::{self, INVALID_COLOR};
use super::{GtpCommand, Response, require_no_trial_moves};
use crate::analysis::write::{View, report};
use crate::analysis::{Format, Request, stream};
use crate::session::Session;

const ARGUMENTS: &str =
    "[COLOR] [INTERVAL] [minmoves N] [maxmoves N] [avoid|allow COLOR VERTEX,... N]";

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "analyze",
        arguments: ARGUMENTS,
        summary: "shows what a search finds, every INTERVAL hundredths of a second, until the next line comes",
        run: |session, args| analyze(session, args, Format::Sabaki),
    },
    GtpCommand {
        name: "lz-analyze",
        arguments: ARGUMENTS,
        summary: "analyze in Leela Zero's format",
        run: |session, args| analyze(session, args, Format::Lz),
    },
    GtpCommand {
        name: "kata-analyze",
        arguments: "[COLOR] [INTERVAL] [minmoves N] [maxmoves N] [avoid|allow COLOR VERTEX,... N] [rootInfo true] [ownership true]",
        summary: "analyze in KataGo's format",
        run: |session, args| analyze(session, args, Format::Kata),
    },
    GtpCommand {
        name: "genmove_analyze",
        arguments: "COLOR [INTERVAL] ...",
        summary: "finds a move and plays it, showing the search meanwhile; ends with `play MOVE`",
        run: |session, args| genmove(session, args, Format::Sabaki),
    },
    GtpCommand {
        name: "lz-genmove_analyze",
        arguments: "COLOR [INTERVAL] ...",
        summary: "genmove_analyze in Leela Zero's format",
        run: |session, args| genmove(session, args, Format::Lz),
    },
    GtpCommand {
        name: "kata-genmove_analyze",
        arguments: "COLOR [INTERVAL] ...",
        summary: "genmove_analyze in KataGo's format",
        run: |session, args| genmove(session, args, Format::Kata),
    },
    GtpCommand {
        name: "cgos-genmove_analyze",
        arguments: "COLOR",
        summary: "finds a move and plays it; one line of JSON about it, then `play MOVE`",
        run: |session, args| genmove(session, args, Format::Cgos),
    },
];

/// An analysis that a command has requested.
pub struct Show {
    format: Format,
    request: Request,
    color: Color,
    /// Whether the best move is played at the end.
    plays: bool,
}

fn request(session: &Session, args: &mut Args<'_>) -> Result<Request, String> {
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
    Request::parse(args.rest(), vertex).map_err(|error| error.to_string())
}

fn analyze(session: &mut Session, args: &mut Args<'_>, format: Format) -> Response {
    require_no_trial_moves(session)?;
    let request = request(session, args)?;
    session.to_show = Some(Show {
        format,
        color: request.color.unwrap_or_else(|| session.game.to_move()),
        request,
        plays: false,
    });
    Ok(String::new())
}

fn genmove(session: &mut Session, args: &mut Args<'_>, format: Format) -> Response {
    require_no_trial_moves(session)?;
    let request = request(session, args)?;
    session.to_show = Some(Show {
        format,
        color: request.color.ok_or(INVALID_COLOR)?,
        request,
        plays: true,
    });
    Ok(String::new())
}

/// Writes the answer that a command has requested.
pub(super) fn show(session: &mut Session, show: &Show, stream: &mut Stream<'_>) {
    let view = View {
        size: session.game.board().size(),
        orientation: session.orientation,
    };
    if show.plays {
        play(session, show, view, stream);
        return;
    }
    let allowed = show.request.allowed(show.color, view.size);
    let seed = session.seed;
    stream.begin();
    let hints = (session.engine).hints(&session.game, &session.wish_of_patterns(show.color));
    let Some((player, game)) = session.analyst() else {
        return;
    };
    let root = Root {
        game,
        color: show.color,
        allowed: allowed.as_ref(),
        hints: &hints,
    };
    let mut analysis = Analysis { player, root, seed };
    stream::watch(&mut analysis, show.format, &show.request, view, stream);
}

/// The search behind an analysis.
struct Analysis<'a> {
    player: &'a mut Player,
    root: Root<'a>,
    seed: u64,
}

impl stream::Search for Analysis<'_> {
    fn search(&mut self, time: Duration, stop: &(dyn Fn() -> bool + Sync)) -> Report {
        let began = Instant::now();
        let stop = || began.elapsed() >= time || stop();
        // A new seed: the old one would repeat its random games.
        self.seed = self.seed.wrapping_add(1);
        (self.player).search(&self.root, self.seed, Budget::default(), &stop)
    }
}

/// Ponders while the opponent thinks, if the engine may, until the client sends something.
pub fn ponder(session: &mut Session, input_waits: &mut dyn FnMut() -> bool) {
    if !session.may_ponder() || input_waits() {
        return;
    }
    let (seed, color) = (session.seed, session.game.to_move());
    let Some((player, game)) = session.analyst() else {
        return;
    };
    let root = Root::of(game, color);
    stream::interruptible(input_waits, |stop| {
        player.search(&root, seed.wrapping_add(1), Budget::default(), stop)
    });
}

fn play(session: &mut Session, show: &Show, view: View, stream: &mut Stream<'_>) {
    stream.begin();
    let mut last = None;
    let mut watch = Watch {
        interval: show.request.interval,
        show: &mut |found: &Report| {
            let line = report(found, show.format, &show.request, view);
            if show.format == Format::Cgos {
                // The client wants a single line.
                last = Some(line);
            } else {
                stream.line(&line);
            }
        },
    };
    let wish = Wish {
        allowed: show.request.allowed(show.color, view.size),
        ..session.wish(show.color)
    };
    let decision = session.genmove_watched(&wish, Some(&mut watch));
    if let Some(line) = last {
        stream.line(&line);
    }
    let name = match decision {
        Decision::Play(point) => tokens::name(session, point),
        Decision::Pass => "pass".to_owned(),
        Decision::Resign => "resign".to_owned(),
    };
    stream.line(&format!("play {name}"));
}
