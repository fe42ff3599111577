//! Two eyes: whether stones in an enclosed area can have them.
//!
//! Entry point: [`are_possible`]; `life` says why two eyes decide.

use katachi_board::{Point, PointSet};

use super::capture::AfterCaptures;

/// The parts of `ground` that the remaining stones enclose.
pub(super) fn areas(ground: &PointSet, after: &AfterCaptures) -> impl Iterator<Item = PointSet> {
    let mut open = *ground - after.left;
    std::iter::from_fn(move || {
        let area = open.part(open.first()?);
        open = open - area;
        Some(area)
    })
}

/// Whether the opponent of the remaining stones can have an invincible stone in this area.
pub(super) fn are_possible(area: &PointSet, after: &AfterCaptures) -> bool {
    let eyes = (*area & after.empty) - after.left.neighbors();
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
