//! Neutral points, and moves that make them safe.

use katachi_board::{Board, Color, Outcome, Point, PointSet, Scoring};
use katachi_strategy::{Position, Readers};

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

/// Adds the moves that come before a neutral point where a stone would be captured now.
pub fn add_backfills(turn: &mut Turn<'_>, worths: &mut Worths) {
    let dame = worths
        .iter()
        .filter(|(_, worth)| worth.has(|reason| *reason == Reason::Dame));
    let dame: Vec<Point> = dame.map(|(&point, _)| point).collect();
    for point in dame {
        if let Some(first) = backfill(turn, point) {
            let reason = Reason::Backfill { dame: point };
            add_reason(worths, first, reason, Source::Reading);
        }
    }
}

/// A safe move after which a stone on this point is safe, too, if it is not now: the capture of a
/// string in atari beside it, or a liberty that the stone would have.
///
/// Under territory scoring it may fill a point of territory, so it is only for a point where the
/// opponent threatens something: then the move is due anyway.
fn backfill(turn: &mut Turn<'_>, point: Point) -> Option<Point> {
    let own = turn.own;
    if !turn.board().is_legal(own, point) || turn.safe_move(point) == Outcome::Win {
        return None;
    }
    if turn.game.scoring == Scoring::Territory && !threatens(turn, point) {
        return None;
    }
    let liberties = turn.board().liberties_after(own, point);
    let captures: PointSet = turn
        .after(point, |_, board| {
            let in_atari = board.chain(point).map(|stone| stone.neighbors_with(1));
            let each = in_atari.into_iter().flatten();
            each.flat_map(|string| string.each_liberty()).collect()
        })
        .unwrap_or_default();
    let prepares = |turn: &mut Turn<'_>, first: Point| {
        let is_safe = |readers: &mut Readers<'_>, board: &mut Board| {
            readers.tactics.safe_move(board, own, point) == Outcome::Win
        };
        turn.safe_move(first) == Outcome::Win && turn.after(first, is_safe) == Some(true)
    };
    let mut tries = captures.iter().chain(liberties.iter());
    tries.find(|&first| first != point && prepares(turn, first))
}

/// Whether a stone of the opponent on this point threatens to capture a string beside it.
fn threatens(turn: &mut Turn<'_>, point: Point) -> bool {
    let own = turn.own;
    let Position { board, readers, .. } = &mut turn.position;
    readers.tactics.threatens(board, !own, point)
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
