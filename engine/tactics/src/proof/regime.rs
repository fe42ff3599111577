//! Ko regimes: one search under each, and together they make a result code.
//!
//! Reading plays no ko threats. Instead, a regime says which side may retake a ko at once, as if it
//! had a threat for every ko. [`judge`] runs up to three searches, the second only if the first met
//! a ko and does not decide.
//!
//! | the side that asks succeeds | result |
//! |---|---|
//! | even if the other side may retake every ko at once | [`Outcome::Win`] |
//! | only if ko bans bind both sides | [`Outcome::KoA`] |
//! | only if it may retake every ko at once itself | [`Outcome::KoB`] |
//! | not even then | [`Outcome::Lose`] |

use katachi_board::{Board, Color, Outcome, Point};

use super::numbers::{Numbers, Side};
use crate::trail::Trail;

/// The side that may retake a ko at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// The opponent of the side that asks.
    Against,
    /// No side: bans bind both.
    Nobody,
    /// The side that asks.
    For,
}

impl Regime {
    /// Whether a side may retake a ko at once; the flag says whether it is the side that asks.
    pub const fn may_retake(self, is_asker: bool) -> bool {
        match self {
            Self::Nobody => false,
            Self::Against => !is_asker,
            Self::For => is_asker,
        }
    }

    /// Plays a trial move of a colour if it is legal here; the flag says whether that is the side
    /// that asks. Returns whether it was legal, and whether it takes a ko.
    ///
    /// If only this side must wait for kos, it takes one only when it can take a second one
    /// afterwards. Otherwise the opponent would retake at once, and nothing would have changed.
    pub(crate) fn try_move(
        self,
        board: &mut Board,
        (color, is_asker): (Color, bool),
        point: Point,
        trail: &mut Trail,
    ) -> (bool, bool) {
        let Some(taken) = board.ko_capture(color, point) else {
            return (board.try_move(color, point), false);
        };
        let legal = match self {
            Self::Nobody => board.try_move(color, point),
            _ if self.may_retake(is_asker) => board.try_ko(color, point),
            _ => has_second_ko(board, color, taken, trail) && board.try_move(color, point),
        };
        (legal, true)
    }
}

/// What leads from a position to the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A move that takes no ko.
    Plain,
    /// A move that takes one.
    Ko,
    /// A move that retakes one that is banned, as if after a threat.
    BannedKo,
    /// A pass.
    Pass,
}

impl Step {
    /// Whether it takes a ko.
    pub const fn takes_ko(self) -> bool {
        matches!(self, Self::Ko | Self::BannedKo)
    }
}

/// Whether a side that can take this stone in a ko can take a second ko about the same strings.
fn has_second_ko(board: &Board, color: Color, taken: Point, trail: &mut Trail) -> bool {
    let beside = taken.neighbors();
    let own = beside.into_iter().filter_map(|near| board.chain(near));
    for string in own.filter(|string| string.color() == color) {
        trail.around(&string);
        for other in string.neighbors_with(1) {
            let Some(last) = other.each_liberty().next() else {
                continue;
            };
            trail.at(last);
            if !other.contains(taken) && board.ko_capture(color, last).is_some() {
                return true;
            }
        }
    }
    false
}

/// The result of a search under one regime.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Whether the side that asks succeeds.
    pub succeeds: bool,
    /// Whether ko matters.
    pub ko: bool,
    /// The best first move.
    pub best: Option<Point>,
}

impl Found {
    /// A search without success.
    pub const FAILURE: Self = Self {
        succeeds: false,
        ko: false,
        best: None,
    };

    /// The result of a search whose root has these numbers; `None` if it is not decided.
    pub fn of(numbers: Numbers, best: Option<Point>) -> Option<Self> {
        numbers.is_decided().then_some(Self {
            succeeds: numbers.pn == 0,
            ko: numbers.ko,
            best,
        })
    }
}

/// The result of all searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    /// The result code of the side that asks.
    pub outcome: Outcome,
    /// The search whose move achieves it.
    pub for_asker: Found,
    /// The search whose move holds the other side's result.
    pub for_other: Found,
}

/// Runs the searches that the result code needs.
///
/// It begins [`Against`](Regime::Against) the side that asks, where success decides, or
/// [`For`](Regime::For) it, where failure does.
pub(crate) fn judge(begin: Regime, mut search: impl FnMut(Regime) -> Found) -> Verdict {
    let verdict = |outcome, for_asker, for_other| Verdict {
        outcome,
        for_asker,
        for_other,
    };
    let first = search(begin);
    if first.succeeds && (begin == Regime::Against || !first.ko) {
        return verdict(Outcome::Win, first, first);
    }
    if !first.succeeds && (begin == Regime::For || !first.ko) {
        return verdict(Outcome::Lose, first, first);
    }
    let (hard, easy) = if begin == Regime::For {
        (search(Regime::Against), first)
    } else {
        (first, search(Regime::For))
    };
    if hard.succeeds {
        return verdict(Outcome::Win, hard, hard);
    }
    if !easy.succeeds || !hard.ko {
        return verdict(Outcome::Lose, easy, easy);
    }
    let both = search(Regime::Nobody);
    if both.succeeds {
        verdict(Outcome::KoA, both, hard)
    } else {
        verdict(Outcome::KoB, easy, both)
    }
}

/// The answer for the side to move of searches that may end undecided: its result, and its move if
/// it succeeds by one. `None` if a search that the result needs was not decided.
///
/// The prover is the side that asks.
pub fn answer(
    side: Side,
    mut search: impl FnMut(Regime) -> Option<Found>,
) -> Option<(Outcome, Option<Point>)> {
    let mut is_decided = true;
    let verdict = judge(Regime::Against, |regime| {
        let found = if is_decided { search(regime) } else { None };
        is_decided &= found.is_some();
        found.unwrap_or(Found::FAILURE)
    });
    let (outcome, found) = match side {
        Side::Prover => (verdict.outcome, verdict.for_asker),
        Side::Disprover => (verdict.outcome.reversed(), verdict.for_other),
    };
    is_decided.then(|| (outcome, found.best.filter(|_| outcome != Outcome::Lose)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_holds_holds_under_the_hardest_regime() {
        let point = |index| Some(Point::new(index, 0).expect("a point"));
        let verdict = judge(Regime::Against, |regime| Found {
            succeeds: false,
            ko: true,
            best: point(regime as usize),
        });
        assert_eq!(verdict.for_other.best, point(Regime::For as usize));
    }

    #[test]
    fn the_code_says_under_which_regimes_a_side_succeeds() {
        let code = |begin, against, nobody, favoured, ko| {
            let mut searches = 0;
            let verdict = judge(begin, |regime| {
                searches += 1;
                let succeeds = match regime {
                    Regime::Against => against,
                    Regime::Nobody => nobody,
                    Regime::For => favoured,
                };
                Found {
                    succeeds,
                    ko,
                    best: None,
                }
            });
            (verdict.outcome, searches)
        };
        let (hard, easy) = (Regime::Against, Regime::For);
        assert_eq!(code(hard, true, true, true, true), (Outcome::Win, 1));
        assert_eq!(code(easy, true, true, true, true), (Outcome::Win, 2));
        assert_eq!(code(easy, true, true, true, false), (Outcome::Win, 1));
        assert_eq!(code(hard, false, false, false, false), (Outcome::Lose, 1));
        assert_eq!(code(hard, false, false, false, true), (Outcome::Lose, 2));
        assert_eq!(code(easy, false, false, false, true), (Outcome::Lose, 1));
        for begin in [hard, easy] {
            assert_eq!(code(begin, false, true, true, true), (Outcome::KoA, 3));
            assert_eq!(code(begin, false, false, true, true), (Outcome::KoB, 3));
        }
    }
}
