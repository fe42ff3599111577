//! Which strings of a colour can be captured if the colour always passes.
//!
//! X, the attacker, captures a string of O by filling its liberties, and no other move helps: a
//! stone elsewhere could only join stones of X that have a liberty there anyway. So let X stand
//! on all liberties of the string, and look at the groups of stones of X and such points that
//! hang together. A group beside an empty point elsewhere can be filled completely, in an order in which
//! each stone has a liberty. A group without such a point can be filled up to one last point,
//! where X may play only if that captures. So all but one of the groups need a liberty
//! elsewhere, and that is enough.
//!
//! A capture never spoils another one. The captured points are no liberties of any other string of O, since
//! stones side by side are one string; and whatever stones of X beside the string had a liberty in common with it
//! have one there now. So strings are captured in any order until none is left that can be.

use katachi_board::{Board, Color, Point, PointSet};

/// The board after everything has been captured that could be.
pub(super) struct Outcome {
    /// The stones of the passing colour that are left: they cannot be captured.
    pub left: PointSet,
    /// The empty points.
    pub empty: PointSet,
}

/// A string of the passing colour.
struct Prey {
    stones: PointSet,
    /// Its neighbours, whatever is on them.
    border: PointSet,
}

/// Lets the opponent of `color` capture all strings that it can. Those with a stone in `safe` are
/// known to stay.
pub(super) fn all_that_can_be_captured(board: &Board, color: Color, safe: &PointSet) -> Outcome {
    let mut left = *board.stones(color);
    let mut empty = *board.empty();
    let mut stones = *board.stones(!color);
    let mut strings: Vec<Prey> = (board.chains())
        .filter(|chain| chain.color() == color)
        .map(|chain| chain.stone_set())
        .filter(|stones| !stones.intersects(safe))
        .map(|stones| Prey {
            border: stones.neighbors(),
            stones,
        })
        .collect();
    loop {
        let before = strings.len();
        strings.retain(|prey| {
            let liberties = prey.border & empty;
            let safe = !can_be_captured(&liberties, &empty, &stones);
            if !safe {
                left = left - prey.stones;
                stones |= liberties;
                empty = (empty - liberties) | prey.stones;
            }
            safe
        });
        if strings.len() == before || strings.is_empty() {
            return Outcome { left, empty };
        }
    }
}

/// Whether the colour of `stones` can capture the string with these liberties.
fn can_be_captured(liberties: &PointSet, empty: &PointSet, stones: &PointSet) -> bool {
    let elsewhere = *empty - *liberties;
    let mut open = *liberties;
    let mut closed_groups = 0;
    while let Some(first) = open.first() {
        let (group, has_liberty) = group(first, liberties, stones, &elsewhere);
        open = open - group;
        if !has_liberty {
            closed_groups += 1;
            if closed_groups > 1 {
                return false;
            }
        }
    }
    true
}

/// The points of `liberties` and `stones` that hang together with this one, as far as they are
/// found before a point of `elsewhere` is, and whether such a point is beside them.
fn group(
    first: Point,
    liberties: &PointSet,
    stones: &PointSet,
    elsewhere: &PointSet,
) -> (PointSet, bool) {
    let ground = *liberties | *stones;
    let mut group = PointSet::EMPTY;
    group.insert(first);
    let mut fresh = group;
    loop {
        let around = fresh.neighbors();
        if around.intersects(elsewhere) {
            return (group, true);
        }
        fresh = (around & ground) - group;
        if fresh.is_empty() {
            return (group, false);
        }
        group |= fresh;
    }
}
