//! Quick tests of matches: as far as they go without worms, dragons, eyes and influence.
//!
//! Entry point: [`quick_test`]. Analysis of a whole position takes ten times as long as all quick
//! tests of its matches, so those who look at hundreds of thousands of positions ask this way.

use katachi_board::Point;
use katachi_image::{Pattern, Role};
use katachi_matcher::{Match, Question};
use katachi_strategy::host::PositionHost;

use super::rejection::quick_rejection;
use super::turn::Turn;

/// The result of quick tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum QuickResult {
    /// The move is illegal or can be captured, or class `n` rejects it.
    Rejected,
    /// Constraint or helper do not hold, or wait for a function.
    Refused,
    /// Constraint or helper ask about worms, dragons, eyes or influence.
    Open,
    /// All tests are passed, if strings are in the conditions that class letters ask for. The
    /// action has not been carried out.
    Holds,
}

/// Tests a match in the order of a real turn, and stops where the answer is not quick.
pub(crate) fn quick_test(
    turn: &mut Turn<'_>,
    pattern: &Pattern<'_>,
    found: Match,
    point: Point,
) -> QuickResult {
    if pattern.waits_for().is_some() {
        return QuickResult::Refused;
    }
    let is_joseki = pattern.image().role == Role::Joseki;
    if !is_joseki && quick_rejection(turn, pattern, point).is_some() {
        return QuickResult::Rejected;
    }
    let question = Question::new(*pattern, found, turn.own, turn.board().size());
    let komi = turn.position.komi;
    let readers = turn.position.readers.reborrow();
    let mut host = PositionHost::new(&mut turn.position.board, readers, komi);
    host.is_quick = true;
    let answers = match question.constraint_holds(&mut host) {
        Some(true) => question.helper_holds(&mut host),
        other => other,
    };
    match answers {
        Some(true) => QuickResult::Holds,
        Some(false) => QuickResult::Refused,
        None => QuickResult::Open,
    }
}
