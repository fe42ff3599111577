//! Why a match of a pattern fires, or does not.

use katachi_image::{Pattern, Role};
use katachi_matcher::{Match, Part, Question};

use super::rejection::{Rejection, rejection};
use super::turn::Turn;

/// The tests of a match, with their results.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Why the move is not considered at all; `None` if it is.
    pub rejection: Option<Rejection>,
    /// The parts of its constraint that were evaluated.
    pub parts: Vec<Part>,
    /// Whether the constraint holds, `true` if there is none; `None` if the engine cannot answer
    /// it.
    pub constraint: Option<bool>,
    /// Whether the helper accepts the match, `true` if there is none; `None` if the engine cannot
    /// answer it.
    pub helper: Option<bool>,
    /// The function or helper that the engine does not know yet; until then the pattern never
    /// fires.
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

/// Evaluates all tests of a match, even after one has failed.
pub(crate) fn explain(turn: &mut Turn<'_>, pattern: &Pattern<'_>, found: Match) -> Explanation {
    let role = pattern.image().role;
    let point = found.mv(pattern, turn.board().size());
    let reason = point
        .filter(|_| role.profile().proposes_moves)
        .and_then(|point| {
            if turn.is_settled(point) {
                return Some(Rejection::Settled);
            }
            // A corner pattern needs no further test.
            if role == Role::Joseki {
                return None;
            }
            rejection(turn, pattern, found, point)
        });
    let question = Question::new(*pattern, found, turn.own, turn.board().size());
    let mut host = turn.host_for(pattern);
    let (constraint, parts) = question.explain_constraint(&mut host);
    Explanation {
        rejection: reason,
        parts,
        constraint,
        helper: question.helper_holds(&mut host),
        waits_for: pattern.waits_for().map(katachi_image::WaitsFor::name),
    }
}
