//! Why a match of a pattern fires, or does not.

use katachi_board::Point;
use katachi_image::{Pattern, Role};
use katachi_matcher::{Match, Part, Question};

use super::{LEAST_STAKE, Position, shapes};

/// What is asked about a match, with the answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Why its move is not considered at all; nothing stands in its way if `None`.
    pub rejection: Option<Rejection>,
    /// The parts of its constraint that were evaluated.
    pub parts: Vec<Part>,
    /// Whether the constraint holds, as it does if there is none; `None` if the engine cannot answer it.
    pub constraint: Option<bool>,
    /// Whether its helper accepts it, as it does if there is none; `None` if the engine cannot answer it.
    pub helper: Option<bool>,
    /// The function or helper that it waits for, and does not fire before.
    pub waits_for: Option<&'static str>,
}

impl Explanation {
    /// Whether the match fires.
    pub fn fires(&self) -> bool {
        self.rejection.is_none()
            && self.constraint == Some(true)
            && self.helper == Some(true)
            && self.waits_for.is_none()
    }
}

/// Why the move of a match is not considered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// Nothing is open around it any more.
    Settled,
    /// It is illegal.
    Illegal,
    /// A class letter asks for stones in another condition.
    Stone {
        /// The letter.
        letter: char,
        /// A stone of the string that is not as the letter wants it.
        string: Point,
        /// What it is instead.
        condition: Condition,
    },
    /// It can be captured, and is no sacrifice (`s`).
    Unsafe,
    /// The opponent could not safely play there (`n`).
    Unneeded,
}

/// The condition of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It is dead.
    Dead,
    /// It lives whatever happens.
    Alive,
    /// It is captured, and the move does not change that.
    Lost,
}

/// Asks everything about a match that proposing it depends on, whether or not something fails before.
pub(super) fn explain(
    position: &mut Position<'_>,
    pattern: Pattern<'_>,
    found: Match,
) -> Explanation {
    let role = pattern.image().role;
    let point = found.mv(&pattern, position.board.size());
    let rejection = point
        .filter(|_| role.profile().proposes_moves)
        .and_then(|point| {
            if position.stake(point) < LEAST_STAKE {
                return Some(Rejection::Settled);
            }
            // Corner patterns are tested no further.
            if role == Role::Joseki {
                return None;
            }
            shapes::rejection(position, &pattern, found, point)
        });
    let question = Question::new(pattern, found, position.own, position.board.size());
    let mut host = position.host();
    let (constraint, parts) = question.explain_constraint(&mut host);
    Explanation {
        rejection,
        parts,
        constraint,
        helper: question.helper_holds(&mut host),
        waits_for: pattern.waits_for().map(katachi_image::WaitsFor::name),
    }
}
