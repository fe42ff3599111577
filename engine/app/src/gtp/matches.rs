//! `katachi-matches`: the patterns that fire, for one move or for the whole board.

use katachi_board::{Color, Point};
use katachi_core::{Candidate, Thoughts};
use katachi_gtp::Args;
use katachi_studio::words::FiredAccount;
use katachi_studio::words::against;
use katachi_studio::words::{about_move, other_reason};
use serde::Serialize;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::failure::Failure;
use super::tokens;
use crate::explain::VetoAccount;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[GtpCommand {
    name: "katachi-matches",
    arguments: "[--json] [COLOR] [VERTEX]",
    summary: "the patterns that fire for a move there, what forbids or replaces it, and its other reasons; without a vertex those of the whole board, a line for each pattern and move",
    run: Run::Ask(matches),
}];

/// What is to be said of a move.
#[derive(Serialize)]
struct Move {
    vertex: String,
    /// Its value by patterns and reading, in points; `null` if it is no candidate.
    value: Option<f32>,
    /// Why it is no candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    obstacle: Option<String>,
    patterns: Vec<FiredAccount>,
    /// What forbids it, or gives its value to another move.
    vetoes: Vec<VetoAccount>,
    /// Its other reasons.
    reasons: Vec<String>,
}

fn matches(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let is_json = tokens::json(args);
    let color = tokens::color_or_turn(session, args);
    if args.is_empty() {
        let moves = whole_board(session, color);
        return if is_json {
            tokens::to_json(&moves)
        } else {
            Ok(lines(&moves).join("\n"))
        };
    }
    let point = tokens::point(session, args)?;
    if !session.game.board().at(point).is_empty() {
        return Err(Failure::Stone);
    }
    session.consider_patterns(color);
    let Some(thoughts) = session.thoughts.clone() else {
        return Ok(String::new());
    };
    let vetoes = VetoAccount::all(session, &thoughts, |one| one == point);
    if is_json {
        return tokens::to_json(&about(session, &thoughts, point, vetoes));
    }
    let mut text = about_move(session, &thoughts, point);
    text.extend(vetoes.iter().map(ToString::to_string));
    Ok(text.join("\n"))
}

/// The moves that patterns are about: candidates first, the best one in front, then the others in
/// the order of the board.
fn whole_board(session: &mut Session, color: Color) -> Vec<Move> {
    let wish = session.wish_of_patterns(color);
    let thoughts = session.engine.think_without_search(&session.game, &wish);
    let mut vetoes = VetoAccount::all(session, &thoughts, |_| true);
    let mut points: Vec<Point> = thoughts.candidates.iter().map(|one| one.point).collect();
    let fired = thoughts.fired.iter().map(|fired| fired.point);
    let mut others: Vec<Point> = fired.chain(vetoes.iter().map(|veto| veto.point)).collect();
    others.retain(|point| !points.contains(point));
    others.sort_unstable();
    others.dedup();
    points.extend(others);
    let moves = points.into_iter().map(|point| {
        let here = vetoes.extract_if(.., |veto| veto.point == point).collect();
        about(session, &thoughts, point, here)
    });
    let by_pattern = |one: &Move| !(one.patterns.is_empty() && one.vetoes.is_empty());
    moves.filter(by_pattern).collect()
}

fn about(session: &Session, thoughts: &Thoughts, point: Point, vetoes: Vec<VetoAccount>) -> Move {
    let candidate = thoughts.candidates.iter().find(|one| one.point == point);
    let dropped = thoughts.dropped.iter().find(|(one, _)| one.point == point);
    let fired = thoughts.fired.iter().filter(|fired| fired.point == point);
    let known: Option<&Candidate> = candidate.or(dropped.map(|(one, _)| one));
    let reasons = known.iter().flat_map(|known| &known.reasons);
    Move {
        vertex: session.vertex(point),
        value: candidate.map(|candidate| candidate.value),
        obstacle: (candidate.is_none().then_some(dropped).flatten())
            .map(|(_, obstacle)| against(session, *obstacle)),
        patterns: fired
            .filter_map(|fired| FiredAccount::of(session, fired))
            .collect(),
        vetoes,
        reasons: reasons
            .filter_map(|reason| other_reason(session, reason))
            .collect(),
    }
}

/// A line for each pattern and move.
fn lines(moves: &[Move]) -> Vec<String> {
    let mut lines = Vec::new();
    for one in moves {
        let value = one
            .value
            .map_or("-".to_owned(), |value| format!("{value:.2}"));
        let head = format!("{} {value}", one.vertex);
        lines.extend(one.patterns.iter().map(|fired| format!("{head} {fired}")));
        lines.extend(one.vetoes.iter().map(|veto| format!("{head} {veto}")));
    }
    lines
}
