//! Areas in which a colour can never have an invincible stone.
//!
//! Entry point: [`where_none_is_possible`]. O owns the area; X tries to live in it.
//!
//! 1. Remove all strings of O that X could capture. That never harms X: on their points X has at
//!    least as good eyes. The strings of O that remain have eyes of their own, so an eye of X may
//!    not touch them.
//! 2. X plays in one area: a part of the board that O's remaining stones enclose.
//! 3. Fill the area with stones of X up to single points, the eyes. X loses nothing: a larger eye
//!    with one of its points filled is as good or better.
//! 4. Now X's strings and eyes are connected, as the area is. Strings around an eye live or die
//!    together. So if one string is invincible, all are, and X can fill eyes until two remain.
//! 5. So X lives if and only if two eyes touch every part of what remains without them. That holds
//!    if neither eye alone cuts the area in two, and the eyes are not neighbours.
//!
//! The code therefore looks for two points that are empty, touch no stone of O, do not cut the
//! area, and are not neighbours. Among three such points, two are never neighbours.

use katachi_board::{Board, Color, Point, PointSet};

use super::capture::Outcome;
use super::seki;

/// The points where the opponent of `color` can neither have an invincible stone nor live in seki.
/// `outcome` is the board after the opponent's captures.
pub(super) fn where_none_is_possible(board: &Board, color: Color, outcome: &Outcome) -> PointSet {
    let all: PointSet = board.size().points().collect();
    let mut found = PointSet::EMPTY;
    if outcome.left.is_empty() {
        // If neither side can make two eyes, as on the smallest boards, nothing is settled.
        return found;
    }
    for area in areas(&all, outcome) {
        if !is_possible(&area, outcome) && !seki::is_possible(board, color, &area, &outcome.left) {
            found |= area;
        }
    }
    found
}

/// The parts of `ground` that the remaining stones enclose.
pub(super) fn areas(ground: &PointSet, outcome: &Outcome) -> impl Iterator<Item = PointSet> {
    let mut open = *ground - outcome.left;
    std::iter::from_fn(move || {
        let area = open.part(open.first()?);
        open = open - area;
        Some(area)
    })
}

/// Whether the opponent of the remaining stones can have an invincible stone in this area.
pub(super) fn is_possible(area: &PointSet, outcome: &Outcome) -> bool {
    let eyes = (*area & outcome.empty) - outcome.left.neighbors();
    has_two_eyes(area, &eyes)
}

/// Whether two of these points can be the eyes of stones that fill the rest of the area.
fn has_two_eyes(area: &PointSet, eyes: &PointSet) -> bool {
    let mut good = PointSet::EMPTY;
    for eye in eyes {
        let mut rest = *area;
        rest.remove(eye);
        if cuts(eye, &rest) {
            continue;
        }
        if !(good - beside_of(eye)).is_empty() {
            return true;
        }
        good.insert(eye);
    }
    false
}

/// Whether removing the point cuts the area; `rest` is the area without the point.
fn cuts(point: Point, rest: &PointSet) -> bool {
    let around = beside_of(point) & *rest;
    let Some(first) = around.first() else {
        return false;
    };
    // Cheap test first: if the neighbours connect within the 3x3 ring, removing the point cuts
    // nothing.
    let mut ring = PointSet::EMPTY;
    ring.insert(point);
    let near = (ring.with_surroundings() & *rest).part(first);
    if (around - near).is_empty() {
        return false;
    }
    !(around - rest.part(first)).is_empty()
}

fn beside_of(point: Point) -> PointSet {
    point.neighbors().into_iter().collect()
}
