//! Neutral points.

use katachi_board::Color;

use super::reason::{Reason, Source};
use super::turn::Turn;
use super::worth::{Worths, add_reason};

/// Adds neutral points between living stones of both colours. Under area scoring each is worth a
/// point. Under territory scoring they cost nothing, and taking them shows which points a side must
/// still protect.
pub fn add_dame(turn: &Turn<'_>, worths: &mut Worths) {
    let board = turn.board();
    let settled = turn.ownership.settled(board);
    for point in board.empty() {
        let beside = |color| {
            point
                .neighbors()
                .into_iter()
                .any(|near| board.at(near).is(color) && !turn.ownership.is_dead(board, near))
        };
        if beside(Color::Black) && beside(Color::White) && !settled.contains(point) {
            add_reason(worths, point, Reason::Dame, Source::Playouts);
        }
    }
}
