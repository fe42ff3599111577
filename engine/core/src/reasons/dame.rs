//! Neutral points.

use katachi_board::{Color, Outcome, Point};

use super::reason::{Reason, Source};
use super::turn::Turn;
use super::worth::{Worths, add_reason};

/// Adds neutral points between living stones of both colours. Under area scoring each is worth a
/// point. Under territory scoring they cost nothing, and taking them shows which points a side must
/// still protect.
pub fn add_dame(turn: &mut Turn<'_>, worths: &mut Worths) {
    let empty = *turn.board().empty();
    for point in &empty {
        if Color::BOTH.iter().all(|&color| touches(turn, color, point)) {
            add_reason(worths, point, Reason::Dame, Source::Dragons);
        }
    }
}

/// Whether a side reaches this empty point: with a living stone or one that it captures for sure,
/// or by an empty point beside it where it has a living stone and the other side cannot play.
fn touches(turn: &mut Turn<'_>, color: Color, point: Point) -> bool {
    let is_beside = |turn: &mut Turn<'_>, point: Point| {
        (point.neighbors().into_iter()).any(|near| holder(turn, near) == Some(color))
    };
    is_beside(turn, point)
        || point.neighbors().into_iter().any(|near| {
            turn.board().at(near).is_empty()
                && is_beside(turn, near)
                && turn.safe_move_of(!color, near) == Outcome::Lose
        })
}

/// The side to which a stone counts: the other one if it is dead.
fn holder(turn: &mut Turn<'_>, stone: Point) -> Option<Color> {
    let color = turn.board().at(stone).color()?;
    Some(if turn.is_dead(stone) { !color } else { color })
}
