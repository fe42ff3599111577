//! Where a colour can never have an invincible stone.
//!
//! All strings of O that X could capture are off the board, which never does X harm: where they
//! stood X has at least as good eyes. What O has left lives with eyes of its own, so eyes of X may
//! not touch it. X plays on in one area, a part of the board that O's stones enclose.
//!
//! Nothing in the area is lost by filling it with stones of X up to some single points, the eyes:
//! a larger eye is as good or better with one of its points filled. Then strings and eyes of X
//! hang together, as the area does. If any of its stones is invincible, all its strings are, since all
//! strings around an eye stand and fall together; and while there are more than two eyes, one of them can
//! be filled. So X needs two eyes that all its strings have in common: after the area has lost
//! both points, each part of what is left must touch both.
//!
//! That is so exactly if neither point alone cuts the area in two, and they are not neighbours.
//! So one looks for points that are empty, touch no stone of O and do not cut the area: any
//! two of them that are not side by side will do, and of three there are always two.

use katachi_board::{Board, Color, Point, PointSet};

use super::capture::Outcome;
use super::seki;

/// The points where the opponent of `color` can neither have an invincible stone nor live in seki,
/// after what it could capture is off the board.
pub(super) fn where_none_is_possible(board: &Board, color: Color, outcome: &Outcome) -> PointSet {
    let all: PointSet = board.size().points().collect();
    let mut found = PointSet::EMPTY;
    if outcome.left.is_empty() {
        // Where neither side can have two eyes, as on the smallest boards, nothing is settled.
        return found;
    }
    for area in areas(&all, outcome) {
        if !is_possible(&area, outcome) && !seki::is_possible(board, color, &area, &outcome.left) {
            found |= area;
        }
    }
    found
}

/// The parts of the ground that the stones which are left enclose.
pub(super) fn areas(ground: &PointSet, outcome: &Outcome) -> impl Iterator<Item = PointSet> {
    let mut open = *ground - outcome.left;
    std::iter::from_fn(move || {
        let area = open.part(open.first()?);
        open = open - area;
        Some(area)
    })
}

/// Whether the opponent of those who are left can have an invincible stone in this area.
pub(super) fn is_possible(area: &PointSet, outcome: &Outcome) -> bool {
    let eyes = (*area & outcome.empty) - outcome.left.neighbors();
    has_two_eyes(area, &eyes)
}

/// Whether two of the points may be eyes of stones that fill the rest of the area.
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

/// Whether the area without this point is in several parts.
fn cuts(point: Point, rest: &PointSet) -> bool {
    let around = beside_of(point) & *rest;
    let Some(first) = around.first() else {
        return false;
    };
    // Neighbours that hang together around the point hang together.
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
