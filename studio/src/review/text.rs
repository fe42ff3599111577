//! A review as text.

use std::fmt;

use katachi_board::Point;
use katachi_sgf::vertex;

use super::reviewed::{Review, ReviewedMove};

/// The most patterns to blame that are listed.
const BLAMED: usize = 10;

/// A review as text.
pub struct Text<'a> {
    review: &'a Review,
    /// The most mistakes that are shown; `None` shows all moves.
    most: Option<usize>,
    /// Show only moves for which the pattern of this name is to blame.
    pattern: Option<&'a str>,
}

impl Review {
    /// The review as text with at most this many mistakes, the worst ones; `None` shows all moves.
    /// With a pattern, only moves for which it is to blame are shown.
    pub fn text<'a>(&'a self, most: Option<usize>, pattern: Option<&'a str>) -> Text<'a> {
        Text {
            review: self,
            most,
            pattern,
        }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let review = self.review;
        let mut mistakes: Vec<&ReviewedMove> = review.mistakes().collect();
        let lost: f64 = (review.moves.iter())
            .filter_map(|one| one.loss)
            .map(|loss| loss.max(0.0))
            .sum();
        writeln!(
            f,
            "{} moves, judged by {}: {lost:.1} points lost, {} mistakes of at least {} points",
            review.moves.len(),
            review.judge,
            mistakes.len(),
            review.least
        )?;
        let blamed = review.blamed();
        for (pattern, times, points) in blamed.iter().take(BLAMED) {
            let moves = if *times == 1 { "move" } else { "moves" };
            writeln!(
                f,
                "to blame: {pattern}, {times} {moves}, {points:.1} points"
            )?;
        }
        if blamed.len() > BLAMED {
            writeln!(f, "and {} more patterns", blamed.len() - BLAMED)?;
        }
        let is_shown = |one: &&ReviewedMove| {
            let names = one.blame.iter().flat_map(|blame| &blame.patterns);
            let mut names = names.filter_map(|place| place.split(' ').next());
            (self.pattern).is_none_or(|pattern| names.any(|name| name == pattern))
        };
        mistakes.retain(is_shown);
        let Some(most) = self.most else {
            for one in review.moves.iter().filter(is_shown) {
                writeln!(f, "\n{}", of_move(one))?;
            }
            return Ok(());
        };
        let loss = |one: &&ReviewedMove| one.loss.unwrap_or(0.0);
        mistakes.sort_by(|a, b| loss(b).total_cmp(&loss(a)));
        let hidden = mistakes.len().saturating_sub(most);
        mistakes.truncate(most);
        mistakes.sort_by_key(|one| one.number);
        for one in mistakes {
            writeln!(f, "\n{}", of_move(one))?;
        }
        if hidden > 0 {
            writeln!(f, "\nand {hidden} smaller mistakes")?;
        }
        Ok(())
    }
}

/// A move: what it loses, what was better, and who is to blame.
pub(super) fn of_move(one: &ReviewedMove) -> String {
    let mut lines = vec![head(one)];
    lines.extend(one.reasons.iter().map(|line| format!("  played: {line}")));
    lines.extend(details(one));
    lines.join("\n")
}

/// The number of a move, and what it loses.
pub(super) fn head(one: &ReviewedMove) -> String {
    let size = one.game.board().size();
    let name = |point: Option<Point>| vertex(point, size);
    let loss = match one.loss {
        None => String::new(),
        Some(loss) if loss >= 0.05 => format!(": loses {loss:.1} points"),
        Some(_) => ": loses nothing".to_owned(),
    };
    let choice = if one.choice == one.played {
        "the engine's choice".to_owned()
    } else {
        format!("the engine plays {}", name(one.choice))
    };
    let (number, color, played) = (one.number, one.color, name(one.played));
    format!("move {number}, {color} {played}{loss}, {choice}")
}

/// What was better, and who is to blame.
fn details(one: &ReviewedMove) -> Vec<String> {
    let size = one.game.board().size();
    let name = |point: Option<Point>| vertex(point, size);
    let mut lines = Vec::new();
    if let Some(better) = &one.better {
        let (point, gain) = (name(better.point), better.gain);
        lines.push(format!("  better: {point} by {gain:.1} points"));
        let reasons = better.reasons.iter();
        lines.extend(reasons.map(|line| format!("  better: {line}")));
    }
    if let Some(blame) = &one.blame {
        let patterns = blame.patterns.join(" and ");
        let (value, without) = (blame.value, blame.without);
        lines.push(format!(
            "  to blame: {patterns}: {value:.2} points, {without:.2} without it; then {} is the \
             best move",
            name(blame.instead)
        ));
    }
    lines
}
