//! `katachi-mc_moves`: what the active Monte Carlo database says of each move.

use katachi_board::{Board, PointSet};
use katachi_databases::{PlayoutRule, PlayoutRules};
use katachi_gtp::Args;
use katachi_matcher::patterns3x3;
use serde::Serialize;

use super::command::{GtpCommand, Response, Run, require_no_trial_moves};
use super::failure::Failure;
use super::tokens;
use crate::session::Session;

pub(super) const COMMANDS: &[GtpCommand] = &[GtpCommand {
    name: "katachi-mc_moves",
    arguments: "[--json] [COLOR]",
    summary: "what random games know of each move: its weight, the rule that gives it, file and line; the heaviest move first",
    run: Run::Ask(mc_moves),
}];

/// A move in random games.
#[derive(Serialize)]
struct Move {
    vertex: String,
    weight: u32,
    /// Whether the last move has touched the point.
    near: bool,
    /// The rule, without its picture; `null` if none fits, or the database has no sources.
    rule: Option<String>,
    file: String,
    line: Option<u32>,
}

fn mc_moves(session: &mut Session, args: &mut Args<'_>) -> Response {
    require_no_trial_moves(session)?;
    let is_json = tokens::json(args);
    let color = tokens::color_or_turn(session, args);
    let loaded = session.databases().monte_carlo();
    let loaded = loaded.ok_or_else(|| Failure::from("no database for random games is active"))?;
    let image = loaded.image.monte_carlo();
    let image = image.ok_or_else(|| Failure::from("the active database has no playout rules"))?;
    let rules =
        PlayoutRules::of(loaded).map_err(|error| Failure::Other(error.to_string().into()))?;
    let board = session.game.board();
    let near = near(board);
    let mut moves = Vec::new();
    for point in board.empty() {
        if !board.is_legal(color, point) || board.is_suicide(color, point) {
            continue;
        }
        let seen = patterns3x3::neighborhood(board, point, color);
        let near = near.contains(point);
        let situation = patterns3x3::situation(board, point, color, near);
        let weight = image.weight(seen, situation);
        // A file that was saved since it was loaded has other rules than the image.
        let rule: Option<PlayoutRule> = (rules.as_ref())
            .and_then(|rules| rules.deciding(seen, situation))
            .filter(|rule| rule.weight == weight);
        let (text, file, line) = rule.map_or_else(
            || (None, image.file().to_owned(), None),
            |rule| (Some(rule.text), rule.file, Some(rule.line)),
        );
        moves.push(Move {
            vertex: session.vertex(point),
            weight,
            near,
            rule: text,
            file,
            line,
        });
    }
    moves.sort_by_key(|one| std::cmp::Reverse(one.weight));
    if is_json {
        return tokens::to_json(&moves);
    }
    let lines: Vec<String> = moves.iter().map(line).collect();
    Ok(lines.join("\n"))
}

fn line(one: &Move) -> String {
    let rule = one.rule.as_deref().unwrap_or("-");
    let line = one.line.map_or(String::new(), |line| format!(":{line}"));
    format!("{} {} {rule} {}{line}", one.vertex, one.weight, one.file)
}

/// The points that the last move has touched.
fn near(after: &Board) -> PointSet {
    let mut before = after.clone();
    match before.undo() {
        Some((color, Some(point))) => patterns3x3::near(&before, after, color, point),
        _ => PointSet::EMPTY,
    }
}
