//! The engine's thoughts about moves: values, probabilities, reasons.
//!
//! They are those of the last move generation in this position, except where a command says that it
//! thinks.

use std::fmt::Write;

use katachi_board::{Color, Outcome, Point};
use katachi_core::{Candidate, Decision, Reason};
use katachi_gtp::Args;
use katachi_strategy::worms::Worm;
use katachi_studio::words::breakdown;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::failure::Failure;
use super::play::require_no_trial;
use super::tokens;
use crate::explain::VetoAccount;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[
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
        name: "move_uncertainty",
        arguments: "",
        summary: "how much the last move generation left open: the entropy of its probabilities, in bits",
        run: Run::Reply(|session, _| Ok(format!("{:.4}", uncertainty(session)))),
    },
    GtpCommand {
        name: "all_move_values",
        arguments: "",
        summary: "all moves of the last move generation with their values",
        run: Run::Reply(|session, _| Ok(all_move_values(session))),
    },
    GtpCommand {
        name: "move_reasons",
        arguments: "VERTEX",
        summary: "the reasons for a move that the last move generation found, as sentences",
        run: Run::Reply(move_reasons),
    },
    GtpCommand {
        name: "katachi-reasons",
        arguments: "[COLOR] VERTEX",
        summary: "thinks by patterns and reading: each step of a move's value, each reason with where it comes from, and the patterns that fire",
        run: Run::Ask(reasons),
    },
    GtpCommand {
        name: "katachi-values",
        arguments: "[COLOR]",
        summary: "thinks by patterns and reading, without a search: all moves with their values and the steps of each, the best first",
        run: Run::Ask(values),
    },
];

/// The probability of each point in the last move generation, 0 to 1.
fn probabilities(session: &Session) -> Vec<(Point, f64)> {
    let Some(thoughts) = &session.thoughts else {
        return Vec::new();
    };
    match (&thoughts.report, thoughts.decision) {
        (Some(report), _) => {
            let all: u32 = report.moves.iter().map(|one| one.visits).sum();
            (report.moves.iter())
                .filter_map(|one| Some((one.point?, f64::from(one.visits) / f64::from(all.max(1)))))
                .collect()
        }
        (None, Decision::Play(point)) => vec![(point, 1.0)],
        (None, _) => Vec::new(),
    }
}

/// A line for each point: its share of the search, 0 to 1.
fn move_probabilities(session: &Session) -> String {
    let shares = probabilities(session);
    let lines: Vec<String> = (shares.iter())
        .map(|&(point, share)| format!("{} {share:.4}", tokens::name(session, point)))
        .collect();
    lines.join("\n")
}

/// The entropy of the probabilities, in bits.
fn uncertainty(session: &Session) -> f64 {
    let shares = probabilities(session).into_iter();
    let bits = shares.filter(|(_, share)| *share > 0.0);
    // Without a move there is nothing open: 0, not -0.
    bits.map(|(_, share)| share * share.recip().log2())
        .fold(0.0, |sum, bits| sum + bits)
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
    require_no_trial(session)?;
    session.consider(&session.wish_of_oracle(color));
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

/// The reasons of the last move generation for a move, in GNU Go's sentences.
fn move_reasons(session: &mut Session, args: &mut Args<'_>) -> Response {
    let point = tokens::point(session, args)?;
    if !session.game.board().at(point).is_empty() {
        return Err("vertex must not be occupied".into());
    }
    let Some(thoughts) = &session.thoughts else {
        return Ok(String::new());
    };
    let mut candidates =
        (thoughts.candidates.iter()).chain(thoughts.dropped.iter().map(|(one, _)| one));
    let Some(candidate) = candidates.find(|one| one.point == point).cloned() else {
        return Ok(String::new());
    };
    let lost = lost_strings(session, &candidate);
    let name = tokens::name(session, point);
    let mut lines = Vec::new();
    for reason in &candidate.reasons {
        if let Some(what) = sentence(session, reason, &lost) {
            lines.push(format!("Move at {name} {what}"));
        }
    }
    if !lines.is_empty() && !candidate.terms.is_safe {
        lines.push(format!("Move at {name} strategically or tactically unsafe"));
    }
    Ok(lines.join("\n"))
}

/// The strings that a move captures and that nothing could save.
fn lost_strings(session: &mut Session, candidate: &Candidate) -> Vec<Point> {
    let worms = session.engine.position(&session.game).worms();
    let captured = candidate.reasons.iter().filter_map(|reason| match reason {
        Reason::Captures { string, .. } => Some(*string),
        _ => None,
    });
    captured
        .filter(|&string| worms.at(string).is_some_and(Worm::is_lost))
        .collect()
}

/// What a reason says about a move; `None` for patterns and books, which give reasons.
fn sentence(session: &Session, reason: &Reason, lost: &[Point]) -> Option<String> {
    let name = |point: &Point| tokens::name(session, *point);
    Some(match reason {
        Reason::Captures {
            string, outcome, ..
        } => {
            let defenseless = if lost.contains(string) {
                " (defenseless)"
            } else {
                ""
            };
            format!("attacks {}{}{defenseless}", name(string), with_ko(*outcome))
        }
        Reason::Saves {
            string, outcome, ..
        } => format!("defends {}{}", name(string), with_ko(*outcome)),
        Reason::KillsDragon {
            dragon, outcome, ..
        } => format!("owl-attacks {}{}", name(dragon), with_ko(*outcome)),
        Reason::SavesDragon {
            dragon, outcome, ..
        } => format!("owl-defends {}{}", name(dragon), with_ko(*outcome)),
        Reason::ThreatensToCapture { string } => format!("threatens to attack {}", name(string)),
        Reason::ThreatensToSave { string } => format!("threatens to defend {}", name(string)),
        Reason::CapturesEither { strings: [a, b] } => {
            format!("either attacks {} or attacks {}", name(a), name(b))
        }
        Reason::SavesBoth { strings: [a, b] } => {
            format!("both defends {} and defends {}", name(a), name(b))
        }
        Reason::Connects { strings: [a, b] } => format!("connects {} and {}", name(a), name(b)),
        Reason::Cuts { strings: [a, b] } => format!("cuts {} and {}", name(a), name(b)),
        Reason::ExpandsTerritory => "expands territory".to_owned(),
        Reason::ExpandsMoyo => "expands moyo".to_owned(),
        Reason::Invades => "is an invasion".to_owned(),
        Reason::AttacksDragon { dragon } => format!("strategically attacks {}", name(dragon)),
        Reason::DefendsDragon { dragon } => format!("strategically defends {}", name(dragon)),
        Reason::Dame
        | Reason::Backfill { .. }
        | Reason::Opening
        | Reason::Cleanup { .. }
        | Reason::Pattern { .. }
        | Reason::Book { .. } => {
            return None;
        }
    })
}

/// How a ko decides, if one does.
fn with_ko(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::KoA => " with good ko",
        Outcome::KoB => " with bad ko",
        Outcome::Win | Outcome::Lose => "",
    }
}

fn reasons(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let color = tokens::color_or_turn(session, args);
    let point = tokens::point(session, args)?;
    if !session.game.board().at(point).is_empty() {
        return Err(Failure::Stone);
    }
    let wish = session.wish_of_patterns(color);
    let thoughts = session.engine.think_about(&session.game, &wish, point);
    let mut lines = breakdown(session, &thoughts, point);
    let vetoes = VetoAccount::all(session, &thoughts, |one| one == point);
    lines.extend(vetoes.iter().map(ToString::to_string));
    Ok(lines.join("\n"))
}

/// A line for each candidate: its value without a search, and the steps that lead to it.
fn values(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let color = tokens::color_or_turn(session, args);
    let wish = session.wish_of_patterns(color);
    let thoughts = session.engine.think_without_search(&session.game, &wish);
    let lines = thoughts.candidates.iter().map(|candidate| {
        let name = tokens::name(session, candidate.point);
        let mut line = format!("{name} {:.2}", candidate.value);
        for (step, points) in candidate.terms.sum.steps() {
            // What would be printed as 0 says nothing.
            if points.abs() >= 0.005 {
                let _ = write!(line, " {step} {points:+.2}");
            }
        }
        line
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}
