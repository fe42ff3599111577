//! Proof and disproof numbers.

/// The proof or disproof number of a goal that can no longer be reached.
pub const INFINITE: u32 = 1 << 24;

/// The two sides of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side that wants to reach the goal: it captures, or it connects.
    Prover,
    /// The side that wants to prevent it.
    Disprover,
}

impl Side {
    /// The other side.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Prover => Self::Disprover,
            Self::Disprover => Self::Prover,
        }
    }
}

/// The proof numbers of a node: the work left to prove the goal, or to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Proof number: 0 when the goal is proven.
    pub pn: u32,
    /// Disproof number: 0 when it is disproven.
    pub dn: u32,
    /// Whether ko matters, so that another ko regime may give another result.
    pub ko: bool,
    /// The depth of the earliest position that a line below repeats, [`Self::NEVER`] if there is
    /// none. A decision that rests on a repetition holds only after the moves that led there.
    pub repeats: u8,
}

impl Default for Numbers {
    fn default() -> Self {
        Self::open(1, 1)
    }
}

impl Numbers {
    /// The numbers as a trace shows them. `aims` names what each side wants, `results` what they
    /// reach: first of the goal proven, then of the goal disproven.
    pub fn in_words(self, aims: [&str; 2], results: [&str; 2]) -> String {
        let text = match (self.pn, self.dn) {
            (0, _) => results[0].to_owned(),
            (_, 0) => results[1].to_owned(),
            (pn, dn) => format!("open: {pn} to {}, {dn} to {}", aims[0], aims[1]),
        };
        text + if self.ko { ", with ko" } else { "" }
    }

    /// No line below repeats a position above.
    pub const NEVER: u8 = u8::MAX;

    /// The goal is reached.
    pub const PROVEN: Self = Self::open(0, INFINITE);
    /// The goal can no longer be reached.
    pub const DISPROVEN: Self = Self::open(INFINITE, 0);

    /// These numbers, and no ko so far.
    pub const fn open(pn: u32, dn: u32) -> Self {
        Self {
            pn,
            dn,
            ko: false,
            repeats: Self::NEVER,
        }
    }

    /// These numbers of a move, with this much more to do for the side that makes it.
    #[must_use]
    pub const fn doubted(mut self, side: Side, more: u32) -> Self {
        match side {
            Side::Prover => self.pn += more,
            Side::Disprover => self.dn += more,
        }
        self
    }

    /// The numbers of a node where this side moves: its own number, and the other one.
    #[inline]
    pub const fn with(side: Side, own: u32, other: u32) -> Self {
        match side {
            Side::Prover => Self::open(own, other),
            Side::Disprover => Self::open(other, own),
        }
    }

    /// A failure of this side.
    #[inline]
    pub const fn lost(side: Side) -> Self {
        Self::with(side, INFINITE, 0)
    }

    /// The number that this side wants to bring to 0, and the other one.
    #[inline]
    pub const fn of(self, side: Side) -> (u32, u32) {
        match side {
            Side::Prover => (self.pn, self.dn),
            Side::Disprover => (self.dn, self.pn),
        }
    }

    /// Whether the goal is proven or disproven.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// The same numbers where they rest on the line since this depth: a repetition, or the end of a
    /// line that is too long.
    #[must_use]
    pub const fn of_line_since(self, depth: u8) -> Self {
        Self {
            ko: true,
            repeats: depth,
            ..self
        }
    }

    /// The same numbers; ko matters if it did before or if `ko` says so.
    #[must_use]
    #[inline]
    pub const fn with_ko(self, ko: bool) -> Self {
        Self {
            ko: self.ko || ko,
            ..self
        }
    }
}

/// A node's numbers, and the child to search next.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The numbers; [`repeats`](Numbers::repeats) is left to the caller.
    pub numbers: Numbers,
    /// The number of the most promising child, the first of equals; `None` without children.
    pub choice: Option<usize>,
    /// The own number of the second best child.
    pub second: u32,
}

/// A node's numbers from those of its children, with this side to move.
///
/// `share` is the weight, in sixteenths, of the smaller numbers in the sum; the greatest counts in
/// full. `ko` says whether ko matters at the node itself.
#[inline]
pub fn weigh(
    children: impl ExactSizeIterator<Item = Numbers> + Clone,
    side: Side,
    share: u32,
    ko: bool,
) -> Sum {
    match side {
        Side::Prover => add(children, side, share, ko, |numbers| {
            (numbers.pn, numbers.dn)
        }),
        Side::Disprover => add(children, side, share, ko, |numbers| {
            (numbers.dn, numbers.pn)
        }),
    }
}

#[inline]
fn add(
    children: impl ExactSizeIterator<Item = Numbers> + Clone,
    side: Side,
    share: u32,
    ko: bool,
    of: impl Fn(Numbers) -> (u32, u32),
) -> Sum {
    // Every real number is smaller than `u32::MAX`.
    let (mut least, mut best, mut second) = (u32::MAX, 0, INFINITE);
    let (mut sum, mut most, mut any_ko, mut best_ko) = (0_u64, 0, ko, false);
    let count = children.len();
    for (at, numbers) in children.enumerate() {
        let (own, other) = of(numbers);
        sum += u64::from(other);
        most = most.max(other);
        any_ko |= numbers.ko;
        second = second.min(own.max(least));
        if own < least {
            (least, best, best_ko) = (own, at, numbers.ko);
        }
    }
    let shared = u64::from(most) + (sum - u64::from(most)) * u64::from(share) / 16;
    // However much work is left, nobody has failed as long as no child has.
    let limit = if most < INFINITE {
        INFINITE - 1
    } else {
        INFINITE
    };
    let sum = shared.min(limit.into()) as u32;
    let least = least.min(INFINITE);
    // A proven child decides the node, so ko matters only if that child needed it.
    let (sum, ko) = match least {
        0 => (INFINITE, best_ko),
        _ => (sum, any_ko),
    };
    Sum {
        numbers: Numbers::with(side, least, sum).with_ko(ko),
        choice: (count > 0).then_some(best),
        second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_good_move_is_enough_and_all_must_fail() {
        let children = [
            Numbers::open(3, 4),
            Numbers::open(2, 8),
            Numbers::open(5, 1),
        ];
        let sum = weigh(children.into_iter(), Side::Prover, 16, false);
        assert_eq!((sum.numbers.pn, sum.numbers.dn), (2, 13));
        assert_eq!((sum.choice, sum.second), (Some(1), 3));
        let sum = weigh(children.into_iter(), Side::Disprover, 16, false);
        assert_eq!((sum.numbers.pn, sum.numbers.dn), (10, 1));
        assert_eq!((sum.choice, sum.second), (Some(2), 4));
        // Four of sixteen parts of the smaller numbers.
        let sum = weigh(children.into_iter(), Side::Prover, 4, false);
        assert_eq!(sum.numbers.dn, 8 + 5 / 4);
    }

    #[test]
    fn a_sum_of_open_children_is_never_infinite() {
        let children = [Numbers::open(1, INFINITE - 1); 3];
        let sum = weigh(children.into_iter(), Side::Prover, 16, false);
        assert_eq!(sum.numbers, Numbers::open(1, INFINITE - 1));
        assert!(!sum.numbers.is_decided());
    }

    #[test]
    fn a_proven_child_decides_and_brings_its_own_ko_only() {
        let other = Numbers::open(3, 4).with_ko(true);
        let children = [other, Numbers::PROVEN];
        let sum = weigh(children.into_iter(), Side::Prover, 16, true);
        assert_eq!(sum.numbers, Numbers::PROVEN);
        let sum = weigh(
            [other, Numbers::DISPROVEN].into_iter(),
            Side::Prover,
            16,
            false,
        );
        assert!(sum.numbers.ko && !sum.numbers.is_decided());
        let none = weigh(std::iter::empty(), Side::Prover, 16, false);
        assert_eq!((none.numbers, none.choice), (Numbers::DISPROVEN, None));
    }
}
