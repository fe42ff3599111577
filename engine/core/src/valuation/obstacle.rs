//! What speaks against a move, so that it is no candidate.

use katachi_board::{Point, is_eye};

use crate::reasons::{Reason, Turn, Worth};

/// Why a move with reasons is no candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A pattern forbids it: its action, or the class letter of a trick move or a mistake.
    Forbidden,
    /// The caller has not allowed it.
    Excluded,
    /// It is illegal.
    Illegal,
    /// It leads in a circle: it repeats a situation for the second time, or is what its side tried
    /// in this one before.
    Repetition,
    /// It fills an own eye.
    Eye,
    /// It puts itself in atari, and no reason asks for that.
    SelfAtari,
    /// An action of a pattern gives its value to another move.
    Replaced {
        /// The other move.
        by: Point,
    },
    /// Its value is not above 0.
    Worthless,
}

/// Why a move may not be played: it must be legal, lead in no circle, fill no own eye, and be no
/// self-atari without a reason. If an action trusts the move, self-atari is allowed.
pub(super) fn obstacle(turn: &mut Turn<'_>, point: Point, worth: &Worth) -> Option<Obstacle> {
    let (game, own) = (turn.game, turn.own);
    let board = game.board();
    if !board.is_legal(own, point) {
        return Some(Obstacle::Illegal);
    }
    if game.goes_in_a_circle(own, point) {
        return Some(Obstacle::Repetition);
    }
    if is_eye(turn.board(), own, point) {
        return Some(Obstacle::Eye);
    }
    let board = turn.board();
    if board.captures_something(own, point) || worth.is_trusted || worth.is_sacrifice {
        return None;
    }
    // Reading has shown that a throw-in, for a ko or a snapback, works.
    let works = |reason: &Reason| reason.stones_decided().is_some();
    let is_justified = board.liberties_after(own, point).len() > 1 || worth.has(works);
    (!is_justified).then_some(Obstacle::SelfAtari)
}
