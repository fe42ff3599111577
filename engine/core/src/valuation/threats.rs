//! What the threats of a move are worth: its follow-up value.

use katachi_board::Point;
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::Dragons;
use katachi_strategy::worms::{Worm, Worms};

use crate::reasons::{Reason, Turn, Worth};

/// The greatest of the threats of a move, in points.
pub(super) fn threats(turn: &mut Turn<'_>, (point, is_safe): (Point, bool), worth: &Worth) -> f32 {
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    let mut most: f32 = 0.0;
    for reason in &worth.reasons {
        let value = match reason {
            Reason::ThreatensToCapture { string } => {
                let works = is_safe || turn.position.quick_owl().is_substantial(*string);
                works.then(|| capture(turn, point, *string, (&worms, &dragons)))
            }
            Reason::ThreatensToSave { string } => is_safe.then(|| turn.string_value(*string)),
            _ => None,
        };
        most = most.max(value.unwrap_or(0.0));
    }
    most
}

/// What the threat to capture a string is worth. Own dead stones beside it would live. But if an
/// own string beside it can be captured, the opponent answers the threat by that.
fn capture(
    turn: &Turn<'_>,
    point: Point,
    string: Point,
    (worms, dragons): (&Worms, &Dragons),
) -> f32 {
    let is_dead = |stone: Point| {
        dragons
            .at(stone)
            .filter(|dragon| dragon.status() == DragonStatus::Dead)
    };
    let Some(worm) = worms.at(string).filter(|_| is_dead(string).is_none()) else {
        return 0.0;
    };
    let chain = turn.board().chain(string).into_iter();
    let beside: Vec<&Worm> = chain
        .flat_map(|chain| chain.neighbors())
        .filter_map(|near| worms.at(near.origin()))
        .collect();
    let freed = (beside.iter())
        .filter_map(|near| is_dead(near.origin))
        .map(|dragon| 2.0 * dragon.effective_size)
        .fold(0.0, f32::max);
    let exposed = (beside.iter())
        .filter(|near| !near.attacks.is_empty() && !near.defenses.iter().any(|(at, _)| at == point))
        .map(|near| near.value())
        .fold(0.0, f32::max);
    (worm.value() + freed - exposed).max(0.0)
}
