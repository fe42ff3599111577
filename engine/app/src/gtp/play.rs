//! Move generation.

use katachi_board::{Color, PointSet};
use katachi_core::{Decision, Wish};

use super::command::{GtpCommand, Response, Run};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
    GtpCommand {
        name: "genmove",
        arguments: "COLOR",
        summary: "finds a move and plays it; the move, PASS or resign",
        run: Run::Reply(|session, args| {
            let wish = session.wish(tokens::color(args)?);
            genmove(session, GENMOVE, &wish)
        }),
    },
    GtpCommand {
        name: "genmove_black",
        arguments: "",
        summary: "finds a black move and plays it, never resigning",
        run: Run::Reply(|session, _| {
            let wish = wish_without_resigning(session, Color::Black);
            genmove(session, GENMOVE, &wish)
        }),
    },
    GtpCommand {
        name: "genmove_white",
        arguments: "",
        summary: "finds a white move and plays it, never resigning",
        run: Run::Reply(|session, _| {
            let wish = wish_without_resigning(session, Color::White);
            genmove(session, GENMOVE, &wish)
        }),
    },
    GtpCommand {
        name: "reg_genmove",
        arguments: "COLOR",
        summary: "finds a move without playing it, always the same one",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            let wish = Wish {
                seed: 0,
                for_points: true,
                ..session.wish_of_oracle(color)
            };
            consider(session, &wish)
        }),
    },
    GtpCommand {
        name: "gg_genmove",
        arguments: "COLOR [SEED]",
        summary: "finds a move without playing it, with this random seed",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            let wish = Wish {
                seed: args.integer().unwrap_or(0).unsigned_abs(),
                ..session.wish(color)
            };
            consider(session, &wish)
        }),
    },
    GtpCommand {
        name: "restricted_genmove",
        arguments: "COLOR VERTEX...",
        summary: "finds the best of these moves without playing it",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            let points = tokens::points(session, args)?;
            let allowed: PointSet = points.into_iter().collect();
            if allowed.is_empty() {
                return Err("no allowed vertex".into());
            }
            let wish = session.wish(color);
            let wish = Wish {
                allowed: Some(wish.allowed.map_or(allowed, |area| area & allowed)),
                seed: 0,
                for_points: true,
                ..wish
            };
            consider(session, &wish)
        }),
    },
    GtpCommand {
        name: "kgs-genmove_cleanup",
        arguments: "COLOR",
        summary: "finds a move and plays it, taking dead stones off before passing",
        run: Run::Reply(|session, args| {
            let wish = Wish {
                cleanup: true,
                ..wish_without_resigning(session, tokens::color(args)?)
            };
            genmove(session, "kgs-genmove_cleanup", &wish)
        }),
    },
    GtpCommand {
        name: "level",
        arguments: "LEVEL",
        summary: "sets the level; any integer, usually 0 to 10",
        run: Run::Reply(|session, args| {
            let level = args.integer().ok_or("level not an integer")?;
            let level = level.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            session.set_level(level);
            Ok(String::new())
        }),
    },
];

/// The name, in messages, of all move generation except the cleanup.
const GENMOVE: &str = "genmove";

/// Fails if trial moves are on the board, in the words of move generation.
pub(super) fn require_no_trial(session: &Session) -> Result<(), Failure> {
    require_no_trial_for(session, GENMOVE)
}

fn require_no_trial_for(session: &Session, name: &str) -> Result<(), Failure> {
    if session.game.board().trial_moves() > 0 {
        return Err(format!("{name} cannot be called when stackp > 0").into());
    }
    Ok(())
}

pub(super) fn decision_name(session: &Session, decision: Decision) -> String {
    match decision {
        Decision::Play(point) => tokens::name(session, point),
        Decision::Pass => "PASS".to_owned(),
        Decision::Resign => "resign".to_owned(),
    }
}

pub(super) fn wish_without_resigning(session: &Session, color: Color) -> Wish {
    Wish {
        may_resign: false,
        ..session.wish(color)
    }
}

/// Finds a move and plays it, for the command of this name.
pub(super) fn genmove(session: &mut Session, name: &str, wish: &Wish) -> Response {
    require_no_trial_for(session, name)?;
    let decision = session.genmove_watched(wish, None);
    Ok(decision_name(session, decision))
}

fn consider(session: &mut Session, wish: &Wish) -> Response {
    require_no_trial(session)?;
    let point = session.consider(wish);
    Ok(tokens::move_name(session, point))
}
