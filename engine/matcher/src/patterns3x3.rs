//! 3x3 patterns: the weight of a move from its surroundings, with one look-up for each point.
//!
//! [`MonteCarlo::weight`](katachi_image::MonteCarlo::weight) gives the weight of a move in a
//! [`neighborhood`] and a [`situation`].

use katachi_board::{Board, Color, Point, PointSet, PointState};
use katachi_image::monte_carlo::{NEIGHBORS, Neighborhood, Situation};

use crate::frame::symbol;

/// The surroundings of a point, from this side's point of view.
pub fn neighborhood(board: &Board, point: Point, own: Color) -> Neighborhood {
    let size = board.size();
    Neighborhood::new(NEIGHBORS.map(|(rows, cols)| {
        let state = point
            .offset(rows.into(), cols.into(), size)
            .map_or(PointState::OffBoard, |at| board.at(at));
        symbol(state, own)
    }))
}

/// What a move of this side on an empty point does.
///
/// A move is safe if its string has at least two liberties afterwards. The caller passes `near`,
/// since it knows the previous move.
pub fn situation(board: &Board, point: Point, own: Color, near: bool) -> Situation {
    let safe = |color| board.liberties_after(color, point).len() >= 2;
    Situation {
        near,
        own_captures: captures(board, point, own),
        opponent_captures: captures(board, point, !own),
        own_safe: safe(own),
        opponent_safe: safe(!own),
        opponent_suicide: board.is_suicide(!own, point),
    }
}

/// The empty points near a move: those that it has touched.
///
/// `before` and `after` are the positions before and after this side's move on `point`. After a
/// pass nothing is near. The code follows the definition in `docs/monte-carlo.md` word by word,
/// without shortcuts, so that tests can compare faster ways with it.
pub fn near(before: &Board, after: &Board, color: Color, point: Point) -> PointSet {
    let around = |center: Point| center.neighbors().into_iter().chain(center.diagonals());
    let mut touched: PointSet = around(point).collect();
    // A suicide vacates the point itself.
    let vacated = (before.size().points())
        .filter(|&at| after.at(at).is_empty() && (at == point || !before.at(at).is_empty()));
    let vacated: PointSet = vacated.collect();
    let mut changed = PointSet::EMPTY;
    changed.insert(point);
    changed.extend(point.neighbors());
    for at in &vacated {
        touched.insert(at);
        touched.extend(around(at));
        changed.extend(at.neighbors());
    }
    // Strings with few liberties whose liberties have changed.
    for at in &changed {
        if let Some(chain) = after.chain(at)
            && chain.liberty_count() <= 2
        {
            touched.extend(chain.each_liberty());
        }
    }
    for friend in point.neighbors() {
        if let Some(chain) = before.chain(friend)
            && chain.color() == color
            && chain.liberty_count() == 2
        {
            touched.extend(chain.each_liberty());
        }
    }
    touched & *after.empty()
}

/// The number of stones that this colour's move captures, at most 255.
fn captures(board: &Board, point: Point, color: Color) -> u8 {
    let neighbors = point.neighbors();
    let mut count = 0usize;
    for (place, &near) in neighbors.iter().enumerate() {
        let Some(chain) = board.chain(near) else {
            continue;
        };
        if chain.color() == color || chain.liberty_count() != 1 {
            continue;
        }
        // A string that touches the point on several sides counts once.
        let seen = (neighbors[..place].iter()).any(|&before| chain.contains(before));
        if !seen {
            count += chain.len();
        }
    }
    u8::try_from(count).unwrap_or(u8::MAX)
}
