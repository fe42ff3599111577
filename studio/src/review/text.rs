//! A review as text.

use std::fmt;

use katachi_board::Point;
use katachi_sgf::vertex;

use super::reviewed::{Review, ReviewedMove};

/// A review as text, of its mistakes or of all its moves.
pub struct Text<'a> {
    review: &'a Review,
    all: bool,
}

impl Review {
    /// The review as text: of all moves, or of mistakes only.
    pub fn text(&self, all: bool) -> Text<'_> {
        Text { review: self, all }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let review = self.review;
        for one in &review.moves {
            if self.all || review.is_mistake(one) {
                writeln!(f, "{}\n", of_move(one))?;
            }
        }
        let mistakes = review.mistakes().count();
        let lost: f64 = (review.moves.iter())
            .filter_map(|one| one.loss)
            .map(|loss| loss.max(0.0))
            .sum();
        writeln!(
            f,
            "{} moves, judged by {}: {lost:.1} points lost, {mistakes} mistakes of at least {} \
             points",
            review.moves.len(),
            review.judge,
            review.least
        )?;
        for (pattern, times, points) in review.blamed() {
            writeln!(f, "to blame: {pattern}, {times} times, {points:.1} points")?;
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
    let mut head = format!("move {}, {} {}", one.number, one.color, name(one.played));
    if let Some(loss) = one.loss {
        head += &if loss >= 0.05 {
            format!(": loses {loss:.1} points")
        } else {
            ": loses nothing".to_owned()
        };
    }
    if one.choice == one.played {
        head += ", the engine's choice";
    } else {
        head += &format!(", the engine plays {}", name(one.choice));
    }
    head
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
