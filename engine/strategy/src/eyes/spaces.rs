//! How eye spaces are cut out of the domains.

use katachi_board::{Color, Point, PointSet};
use katachi_image::eyes::EyeValue;

use super::domains::Domains;
use super::table::EyeSpace;

/// The spaces of both sides, without values: connected parts of these open points.
pub(super) fn cut(open: &PointSet, domains: &Domains) -> Vec<EyeSpace> {
    let both = Color::BOTH.into_iter();
    both.flat_map(|color| cut_for(color, open, domains))
        .collect()
}

/// The spaces of one side, without values.
pub(super) fn cut_for(color: Color, open: &PointSet, domains: &Domains) -> Vec<EyeSpace> {
    let (points, margins) = parts(color, open, domains);
    cut_parts(color, &points, &margins)
}

/// These spaces, which have no values yet, as they fall apart where some of these points have
/// become marginal.
pub(super) fn cut_again<'a>(
    spaces: impl Iterator<Item = &'a EyeSpace>,
    changed: &PointSet,
) -> Vec<EyeSpace> {
    let mut parts = Vec::new();
    for space in spaces {
        if space.points.intersects(changed) {
            parts.extend(cut_parts(space.color, &space.points, &space.margins));
        } else {
            parts.push(space.clone());
        }
    }
    parts
}

/// The connected parts of these points, of which some are marginal.
fn cut_parts(color: Color, points: &PointSet, margins: &PointSet) -> Vec<EyeSpace> {
    let mut spaces = Vec::new();
    let mut left = *points;
    while let Some(origin) = left.first() {
        let part = connected(origin, &left, margins);
        left = left - part;
        spaces.push(EyeSpace {
            color,
            origin,
            points: part,
            margins: part & *margins,
            value: EyeValue::default(),
            attack: None,
            defense: None,
            attacks: Vec::new(),
            defenses: Vec::new(),
        });
    }
    spaces
}

/// The points of a side's eye spaces, and the marginal ones among them.
fn parts(color: Color, open: &PointSet, domains: &Domains) -> (PointSet, PointSet) {
    let (own, other) = (domains.0[color], domains.0[!color]);
    let (alone, foreign, shared) = (own - other, other - own, own & other);
    // A point of both belongs to a side if it lies beside that side's own domain.
    let touched = shared & alone.neighbors() & *open;
    let free = alone & *open;
    (free | touched, (free & foreign.neighbors()) | touched)
}

/// The points connected to this one. Marginal points do not connect with each other.
fn connected(origin: Point, points: &PointSet, margins: &PointSet) -> PointSet {
    let mut part = PointSet::EMPTY;
    part.insert(origin);
    let mut fresh = part;
    while !fresh.is_empty() {
        let mut next = (fresh - *margins).neighbors() & *points;
        if fresh.intersects(margins) {
            next |= (fresh & *margins).neighbors() & (*points - *margins);
        }
        fresh = next - part;
        part |= fresh;
    }
    part
}
