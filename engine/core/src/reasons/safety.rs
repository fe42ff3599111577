//! Safety: whether the new stone of a move is expected to stay on the board.

use katachi_board::{Outcome, Point};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons};

use super::reason::Reason;
use super::turn::Turn;
use super::worth::Worth;
use crate::constants::LARGE_STRING;

/// Whether the new stone stays on the board: nothing captures it, and a reason gives it a future.
/// Of a move without any reason, only the first is asked.
pub fn stays(turn: &mut Turn<'_>, point: Point, worth: &Worth) -> bool {
    if !worth.is_trusted && turn.safe_move(point) == Outcome::Lose {
        return false;
    }
    // Only the other reasons cost reading.
    let is_simple = |reason: &Reason| {
        matches!(
            reason,
            Reason::ExpandsTerritory
                | Reason::ExpandsMoyo
                | Reason::Invades
                | Reason::CapturesEither { .. }
                | Reason::SavesBoth { .. }
        )
    };
    worth.reasons.is_empty()
        || worth.has(is_simple)
        || (worth.reasons.iter()).any(|reason| lasts(turn, (point, worth), reason))
}

/// Whether reading finds that a reason gives the new stone a future: a stone that works together
/// with a dragon lives with it.
fn lasts(turn: &mut Turn<'_>, (point, worth): (Point, &Worth), reason: &Reason) -> bool {
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    match reason {
        Reason::Captures { string, .. } => {
            let size = worms.at(*string).map_or(0.0, |worm| worm.effective_size);
            captors_live(turn, point, (*string, size), &dragons)
        }
        Reason::KillsDragon { dragon, .. } => {
            let size = dragons.at(*dragon).map_or(0.0, |one| one.effective_size);
            captors_live(turn, point, (*dragon, size), &dragons)
        }
        Reason::SavesDragon { dragon, .. } => {
            let strings = dragons.at(*dragon).map(|dragon| dragon.strings.clone());
            let mut strings = strings.into_iter().flatten();
            strings.any(|string| turn.joins(point, string))
        }
        Reason::Saves { string, .. } => dragons.at(*string).is_some_and(|dragon| {
            lives(dragon) || worth.decides(dragon) && turn.joins(point, *string)
        }),
        Reason::Connects { strings: [a, b] } => {
            [a, b].iter().any(|at| dragons.at(**at).is_some_and(lives))
                || turn.position.quick_owl().connection_defends(point, *a, *b) != Outcome::Lose
        }
        _ => false,
    }
}

/// Whether those who take stones live: one of the dragons around them, or they by what they take.
fn captors_live(
    turn: &mut Turn<'_>,
    point: Point,
    (stone, size): (Point, f32),
    dragons: &Dragons,
) -> bool {
    let victim = dragons.at(stone).into_iter();
    let captors: Vec<&Dragon> = victim.flat_map(|victim| dragons.hostile(victim)).collect();
    if size >= LARGE_STRING || captors.iter().any(|captor| lives(captor)) {
        return true;
    }
    match captors.as_slice() {
        [] => true,
        [captor] if captor.status() == DragonStatus::Critical => {
            turn.position.quick_owl().does_defend(point, captor.origin) != Outcome::Lose
        }
        _ => false,
    }
}

/// Whether a dragon lives as far as is known, even if the opponent moves first.
fn lives(dragon: &Dragon) -> bool {
    matches!(dragon.status(), DragonStatus::Alive | DragonStatus::Unknown)
}
