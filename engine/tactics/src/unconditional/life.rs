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
//! The code (`eyes`) therefore looks for two points that are empty, touch no stone of O, do not cut
//! the area, and are not neighbours. Among three such points, two are never neighbours.

use katachi_board::{Board, Color, PointSet};

use super::capture::AfterCaptures;
use super::{eyes, seki};

/// The points where the opponent of `color` can neither have an invincible stone nor live in seki.
/// `after` is the board after the opponent's captures.
pub(super) fn where_none_is_possible(
    board: &Board,
    color: Color,
    after: &AfterCaptures,
) -> PointSet {
    let all: PointSet = board.size().points().collect();
    let mut found = PointSet::EMPTY;
    if after.left.is_empty() {
        // If neither side can make two eyes, as on the smallest boards, nothing is settled.
        return found;
    }
    for area in eyes::areas(&all, after) {
        if !eyes::are_possible(&area, after) && !seki::is_possible(board, color, &area, &after.left)
        {
            found |= area;
        }
    }
    found
}
