//! Move generation, and the engine's thoughts about moves.

use std::fmt::Write;

use katachi_board::{Color, Point, PointSet};
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
            consider(session, color, 0, None)
        }),
    },
    GtpCommand {
        name: "gg_genmove",
        arguments: "COLOR [SEED]",
        summary: "finds a move without playing it, with this random seed",
        run: Run::Reply(|session, args| {
            let color = tokens::color(args)?;
            let seed = args.integer().unwrap_or(0).unsigned_abs();
            consider(session, color, seed, None)
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
            consider(session, color, 0, Some(allowed))
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
            session.engine.analyst.set_level(level);
            Ok(String::new())
        }),
    },
    GtpCommand {
        name: "top_moves",
        arguments: "",
        summary: "the best moves of the last move generation with their values",
        run: Run::Reply(|session, _| Ok(top_moves(session))),
    },
    GtpCommand {
        name: "top_moves_black",
        arguments: "",
        summary: "finds the best black moves, without playing",
        run: Run::Reply(|session, _| top_moves_of(session, Color::Black)),
    },
    GtpCommand {
        name: "top_moves_white",
        arguments: "",
        summary: "finds the best white moves, without playing",
        run: Run::Reply(|session, _| top_moves_of(session, Color::White)),
    },
    GtpCommand {
        name: "move_probabilities",
        arguments: "",
        summary: "the moves of the last move generation: how much of the search each took; without a search, the move alone",
        run: Run::Reply(|session, _| Ok(move_probabilities(session))),
    },
    GtpCommand {
        name: "all_move_values",
        arguments: "",
        summary: "all moves of the last move generation with their values",
        run: Run::Reply(|session, _| Ok(all_move_values(session))),
    },
];

/// The name, in messages, of all move generation except the cleanup.
const GENMOVE: &str = "genmove";

fn require_no_trial(session: &Session, name: &str) -> Result<(), Failure> {
    if session.game.board().trial_moves() > 0 {
        return Err(format!("{name} cannot be called when stackp > 0").into());
    }
    Ok(())
}

fn decision_name(session: &Session, decision: Decision) -> String {
    match decision {
        Decision::Play(point) => tokens::name(session, point),
        Decision::Pass => "PASS".to_owned(),
        Decision::Resign => "resign".to_owned(),
    }
}

fn wish_without_resigning(session: &Session, color: Color) -> Wish {
    Wish {
        may_resign: false,
        ..session.wish(color)
    }
}

/// Finds a move and plays it, for the command of this name.
fn genmove(session: &mut Session, name: &str, wish: &Wish) -> Response {
    require_no_trial(session, name)?;
    let decision = session.genmove_watched(wish, None);
    Ok(decision_name(session, decision))
}

fn consider(session: &mut Session, color: Color, seed: u64, allowed: Option<PointSet>) -> Response {
    require_no_trial(session, GENMOVE)?;
    let point = session.consider(color, seed, allowed);
    Ok(tokens::move_name(session, point))
}

/// A line for each point: its share of the search, 0 to 1.
fn move_probabilities(session: &Session) -> String {
    let Some(thoughts) = &session.thoughts else {
        return String::new();
    };
    let shares: Vec<(Point, f64)> = match (&thoughts.report, thoughts.decision) {
        (Some(report), _) => {
            let all: u32 = report.moves.iter().map(|one| one.visits).sum();
            (report.moves.iter())
                .filter_map(|one| Some((one.point?, f64::from(one.visits) / f64::from(all.max(1)))))
                .collect()
        }
        (None, Decision::Play(point)) => vec![(point, 1.0)],
        (None, _) => Vec::new(),
    };
    let lines: Vec<String> = (shares.iter())
        .map(|&(point, share)| format!("{} {share:.4}", tokens::name(session, point)))
        .collect();
    lines.join("\n")
}

/// Up to ten moves on one line, as GNU Go prints them: with a blank at the end.
fn top_moves(session: &Session) -> String {
    let candidates = session
        .thoughts
        .iter()
        .flat_map(|thoughts| &thoughts.candidates);
    let mut text = String::new();
    for candidate in candidates.take(10) {
        let vertex = tokens::name(session, candidate.point);
        // Writing to a string cannot fail.
        let _ = write!(text, "{vertex} {:.2} ", candidate.rating());
    }
    text
}

fn top_moves_of(session: &mut Session, color: Color) -> Response {
    require_no_trial(session, GENMOVE)?;
    let seed = session.seed;
    session.consider(color, seed, None);
    Ok(top_moves(session))
}

fn all_move_values(session: &Session) -> String {
    let Some(thoughts) = &session.thoughts else {
        return String::new();
    };
    let mut candidates: Vec<_> = thoughts.candidates.iter().collect();
    candidates.sort_by_key(|candidate| candidate.point);
    let lines: Vec<String> = candidates
        .iter()
        .map(|candidate| {
            format!(
                "{:3} {:.2}",
                tokens::name(session, candidate.point),
                candidate.rating()
            )
        })
        .collect();
    lines.join("\n")
}
