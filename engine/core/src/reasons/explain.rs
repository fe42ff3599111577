//! Why a match of a pattern fires, or does not, and what it does then.

use katachi_board::Outcome;
use katachi_image::{Pattern, Role};
use katachi_matcher::{Match, Part, Question};
use katachi_strategy::host::{Effect, PositionHost};

use super::rejection::{Rejection, rejection};
use super::shapes::forbidding_class;
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
    /// The parts of its action that were evaluated; empty if a test fails.
    pub action: Vec<Part>,
    /// Whether the engine could carry out the action, `true` if there is none, or if a test fails.
    pub acts: bool,
    /// What the match does to moves besides its classes and values, in order.
    pub deeds: Vec<Deed>,
}

/// Something that a match does to a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Deed {
    /// What does it: a call as source text, such as `antisuji(a)`, or a class, such as `class T`.
    pub by: String,
    /// What it does.
    pub effect: Effect,
}

impl Explanation {
    /// Whether the match fires.
    pub fn fires(&self) -> bool {
        self.passes() && self.acts
    }

    /// Whether the match passes all tests.
    fn passes(&self) -> bool {
        self.rejection.is_none()
            && self.constraint == Some(true)
            && self.helper == Some(true)
            && self.waits_for.is_none()
    }
}

/// Evaluates all tests of a match, even after one has failed; if none fails, its action.
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
    // A cutting stone that is captured at once cuts nothing.
    let may_cut = role == Role::Conn
        && pattern.helper().is_some()
        && pattern.classes().has('B')
        && point.is_some_and(|point| turn.safe_move_of(!turn.own, point) != Outcome::Lose);
    let question = Question::new(*pattern, found, turn.own, turn.board().size());
    let mut host = turn.host_for(pattern);
    let mut log = Log::default();
    let constraint = question.explain_constraint(&mut host, |part, host| log.add(part, host));
    let parts = std::mem::take(&mut log.parts);
    let mut helper = question.helper_holds(&mut host);
    // A helper that counts cuts accepts nothing; it has done its work if it has counted one.
    if may_cut
        && host
            .effects
            .iter()
            .any(|one| matches!(one, Effect::OpensCut(_)))
    {
        helper = Some(true);
    }
    let mut explanation = Explanation {
        rejection: reason,
        parts,
        constraint,
        helper,
        waits_for: pattern.waits_for().map(katachi_image::WaitsFor::name),
        action: Vec::new(),
        acts: true,
        deeds: Vec::new(),
    };
    log.seen = host.effects.len();
    if explanation.passes() {
        let acted = question.explain_action(&mut host, |part, host| log.add(part, host));
        explanation.acts = acted.is_some();
        explanation.action = log.parts;
    }
    // Before the constraint, a rejected match does nothing.
    if explanation.rejection.is_none() && explanation.waits_for.is_none() {
        explanation.deeds = log.deeds;
    }
    if explanation.fires()
        && let (Some(letter), Some(point)) = (forbidding_class(pattern), point)
    {
        explanation.deeds.push(Deed {
            by: format!("class {letter}"),
            effect: Effect::Forbid(point),
        });
    }
    explanation
}

/// The parts of a program with their effects.
#[derive(Default)]
struct Log {
    parts: Vec<Part>,
    deeds: Vec<Deed>,
    /// The number of effects that were there before.
    seen: usize,
}

impl Log {
    /// Adds a part, and the effects that it left with the host.
    fn add(&mut self, part: Part, host: &PositionHost<'_>) {
        let effects = host.effects.get(self.seen..).unwrap_or_default();
        self.deeds.extend(effects.iter().map(|&effect| Deed {
            by: part.text.clone(),
            effect,
        }));
        self.seen = host.effects.len();
        self.parts.push(part);
    }
}
