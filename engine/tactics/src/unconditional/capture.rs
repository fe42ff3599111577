//! Strings that can be captured if their owner always passes.
//!
//! Entry point: [`all_that_can_be_captured`]. The answer is exact and needs no search. O owns the
//! strings; X captures.
//!
//! 1. X captures a string by filling its liberties. Other moves do not help: they could only
//!    connect stones of X that already have a liberty there.
//! 2. So put X on all liberties of the string. Look at the connected groups of these points and of
//!    X's stones.
//! 3. A group next to an empty point elsewhere can be filled completely, in an order in which each
//!    stone has a liberty.
//! 4. A group without such a point can be filled up to its last point. There X may play only if
//!    that captures, so only one such group can be filled last.
//! 5. So X captures the string if and only if at most one group has no empty point elsewhere.
//!
//! Example. `a` and `b` are two groups without an empty point elsewhere: O is safe.
//!
//! ```text
//! a O b O .
//! O O O O .
//! . . . . .
//! ```
//!
//! A capture never prevents another one. The captured points are no liberties of other strings of
//! O, since adjacent stones are one string. Stones of X that shared a liberty with the captured
//! string have one on its points now. So the order of captures does not matter.

use katachi_board::{Board, Color, Point, PointSet};

/// The board after all possible captures.
pub(super) struct AfterCaptures {
    /// The stones of the passing colour that cannot be captured.
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
pub(super) fn all_that_can_be_captured(
    board: &Board,
    color: Color,
    safe: &PointSet,
) -> AfterCaptures {
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
            return AfterCaptures { left, empty };
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

/// The connected points of `liberties` and `stones` around this one, and whether a point of
/// `elsewhere` is next to them. The search ends at the first such point.
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
