//! Reasons that do not count, because others or the position contradict them.
//!
//! | a reason | does not count if |
//! |---|---|
//! | captures one of two strings, or saves both | one of them can be captured anyway |
//! | threatens to capture or to save a string | the string is inessential, or the move kills or saves its dragon |
//! | kills or saves a dragon | the dragon is inessential |
//! | captures or saves a string | the new stone would be lost, and stands beside no own stone that may live |

use katachi_board::Point;
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragons, Safety};
use katachi_strategy::worms::Worms;

use crate::reasons::{Reason, Turn, Worth};

/// Takes the reasons that do not count out of what speaks for a move, and returns them.
pub(super) fn discard(
    turn: &mut Turn<'_>,
    point: Point,
    is_safe: bool,
    worth: &mut Worth,
) -> Vec<Reason> {
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    let has_friends = is_safe || stands_beside_life(turn, point, &dragons);
    let unwanted = |reason: &Reason| match reason {
        Reason::CapturesEither { strings } | Reason::SavesBoth { strings } => strings
            .iter()
            .any(|&string| can_be_captured(&worms, string)),
        Reason::ThreatensToCapture { string } | Reason::ThreatensToSave { string } => {
            worms.at(*string).is_some_and(|worm| worm.is_inessential)
                || (dragons.at(*string)).is_some_and(|dragon| worth.decides(dragon))
        }
        Reason::KillsDragon { dragon, .. } | Reason::SavesDragon { dragon, .. } => {
            (dragons.at(*dragon)).is_some_and(|dragon| dragon.safety == Safety::Inessential)
        }
        Reason::Captures { .. } | Reason::Saves { .. } => !has_friends,
        _ => false,
    };
    let discarded = worth.reasons.iter().filter(|reason| unwanted(reason));
    let discarded: Vec<Reason> = discarded.cloned().collect();
    worth.remove(|reason| discarded.contains(reason));
    discarded
}

fn can_be_captured(worms: &Worms, string: Point) -> bool {
    worms
        .at(string)
        .is_some_and(|worm| !worm.attacks.is_empty())
}

/// Whether an own stone that is not dead stands beside a point, diagonally included.
fn stands_beside_life(turn: &Turn<'_>, point: Point, dragons: &Dragons) -> bool {
    let (own, board) = (turn.own, turn.board());
    let mut near = board.size().points().filter(|other| {
        let rows = other.row().abs_diff(point.row());
        rows.max(other.col().abs_diff(point.col())) == 1
    });
    near.any(|near| {
        let lives = dragons
            .at(near)
            .is_some_and(|one| one.status() != DragonStatus::Dead);
        board.at(near).is(own) && lives
    })
}
