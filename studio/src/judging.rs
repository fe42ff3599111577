//! Moves judged by a teacher.

use katachi_board::Point;
use katachi_joseki::mine::fingerprint;
use katachi_sgf::Move;
use katachi_teacher::{Judge, JudgeError};

use crate::games::{Games, Place};

/// What the side to move loses by a move against the best one, in points; negative if the teacher
/// finds it better than its own expectation.
///
/// # Errors
/// If the teacher fails.
pub fn loss(
    judge: &mut Judge,
    games: &Games,
    place: Place,
    at: Option<Point>,
) -> Result<f64, JudgeError> {
    let Some(record) = games.games.get(place.game) else {
        return Ok(0.0);
    };
    let Some(&(color, _)) = record.moves.get(place.before) else {
        return Ok(0.0);
    };
    let before: &[Move] = &record.moves[..place.before];
    let size = record.size;
    let expected = judge.lead(fingerprint(size, before), size, before, color)?;
    let mut after = before.to_vec();
    after.push((color, at));
    let reached = -judge.lead(fingerprint(size, &after), size, &after, !color)?;
    Ok(expected - reached)
}
