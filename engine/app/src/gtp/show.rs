//! Answers that are written bit by bit: an analysis shows what a search finds while it goes on.
//!
//! A command returns a request, [`Show`]; [`Show::write`] then writes reports.

use std::time::{Duration, Instant};

use katachi_board::Color;
use katachi_core::monte_carlo::{Budget, Player, Report, Root, Watch};
use katachi_core::{Decision, Wish};
use katachi_gtp::Stream;

use super::tokens;
use crate::analysis::write::{View, report};
use crate::analysis::{Format, Request, stream};
use crate::session::Session;

/// An analysis that a command has requested.
pub struct Show {
    /// The format of the reports.
    pub format: Format,
    /// What the client wants to know.
    pub request: Request,
    /// The side to move.
    pub color: Color,
    /// Whether the best move is played at the end.
    pub plays: bool,
}

impl Show {
    /// Writes the answer.
    pub fn write(&self, session: &mut Session, stream: &mut Stream<'_>) {
        let view = View {
            size: session.game.board().size(),
            orientation: session.orientation,
        };
        if self.plays {
            play(session, self, view, stream);
        } else {
            analyse(session, self, view, stream);
        }
    }
}

fn analyse(session: &mut Session, show: &Show, view: View, stream: &mut Stream<'_>) {
    let allowed = show.request.allowed(show.color, view.size);
    let seed = session.seed;
    stream.begin();
    let hints = (session.engine).hints(&session.game, &session.wish_of_patterns(show.color));
    let Some((player, game)) = session.player_and_game() else {
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
    let Some((player, game)) = session.player_and_game() else {
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
    let wish = session.wish(show.color);
    let asked = show.request.allowed(show.color, view.size);
    let allowed = match (asked, wish.allowed) {
        (Some(these), Some(area)) => Some(these & area),
        (these, area) => these.or(area),
    };
    let wish = Wish { allowed, ..wish };
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
