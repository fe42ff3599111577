//! Half and false eyes that count as territory all the same.

use katachi_board::{Board, Color, Point, PointSet};

use crate::eyes::Eyes;
use crate::worms::{Worm, Worms};

/// The eyes, the least and the most added, that every string around a false eye must reach.
const ENOUGH: u8 = 2;

/// The half and false eyes of both sides that need not be filled: each string beside one is
/// connected to a real eye elsewhere.
///
/// `are_joined` says whether two strings belong to one dragon.
pub(super) fn lasting(
    board: &Board,
    worms: &Worms,
    eyes: &Eyes,
    are_joined: impl Fn(&Worm, &Worm) -> bool,
) -> PointSet {
    let is_lasting = |point: &Point| {
        eyes.half_eye(*point).is_some()
            && Color::BOTH
                .into_iter()
                .any(|color| lasts(board, worms, eyes, (color, *point), &are_joined))
    };
    board.size().points().filter(is_lasting).collect()
}

/// Whether a half or false eye of this side lasts.
fn lasts(
    board: &Board,
    worms: &Worms,
    eyes: &Eyes,
    (color, point): (Color, Point),
    are_joined: &impl Fn(&Worm, &Worm) -> bool,
) -> bool {
    if eyes.space(color, point).is_none() {
        return false;
    }
    let around: Vec<Point> = (point.neighbors().into_iter())
        .filter(|near| board.size().contains(*near))
        .collect();
    let is_own = |near: &Point| board.at(*near).is(color) || eyes.space(color, *near).is_some();
    let mut here = PointSet::EMPTY;
    here.insert(point);
    // Links through these points fall when the opponent attacks the eye.
    let links = *board.empty() - here.with_surroundings();
    around.iter().all(is_own)
        && (around.iter().filter_map(|near| worms.at(*near)))
            .filter(|worm| worm.color == color)
            .all(|worm| {
                let reached = reach(board, worms, worm, &links, are_joined);
                let beside = reached.neighbors();
                let spaces = eyes.spaces().filter(|space| {
                    space.color == color
                        && !space.points.contains(point)
                        && space.proper().intersects(&beside)
                });
                let eyes: u8 = spaces
                    .map(|space| space.value.min_eyes() + space.value.max_eyes())
                    .sum();
                eyes >= ENOUGH
            })
}

/// The stones of the strings that are linked to this one by common liberties among `links`.
fn reach(
    board: &Board,
    worms: &Worms,
    first: &Worm,
    links: &PointSet,
    are_joined: &impl Fn(&Worm, &Worm) -> bool,
) -> PointSet {
    let mut reached = first.stones;
    let mut layer = first.stones;
    while !layer.is_empty() {
        let liberties = layer.neighbors() & *links;
        let beside = (liberties.neighbors() & *board.stones(first.color)) - reached;
        let next = beside.iter().filter_map(|stone| worms.at(stone));
        layer = next
            .filter(|worm| are_joined(first, worm))
            .fold(PointSet::EMPTY, |stones, worm| stones | worm.stones);
        reached |= layer;
    }
    reached
}
