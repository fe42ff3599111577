//! Results of a race.

use katachi_board::{Outcome, Point};

/// The results for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Whether its dragon lives.
    pub life: Outcome,
    /// Whether the other dragon dies.
    pub kill: Outcome,
    /// Its move; a result without one needs none.
    pub point: Option<Point>,
}

impl Verdict {
    /// The mover's dragon lives, and the other one dies.
    pub const WON: Self = Self::new(Outcome::Win, Outcome::Win);
    /// Both live.
    pub const BOTH_LIVE: Self = Self::new(Outcome::Win, Outcome::Lose);
    /// The mover's dragon dies, and the other one lives.
    pub const LOST: Self = Self::new(Outcome::Lose, Outcome::Lose);

    const fn new(life: Outcome, kill: Outcome) -> Self {
        Self {
            life,
            kill,
            point: None,
        }
    }

    /// The same results after this move.
    #[must_use]
    pub fn by(self, point: Point) -> Self {
        Self {
            point: Some(point),
            ..self
        }
    }

    /// The results for the other side, without a move.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self::new(self.kill.reversed(), self.life.reversed())
    }

    /// The results of a move that took a banned ko as if a threat had been answered: at best a ko.
    #[must_use]
    pub fn after_threat(self) -> Self {
        let only_ko = |outcome| match outcome {
            Outcome::Lose => Outcome::Lose,
            _ => Outcome::KoB,
        };
        Self {
            life: only_ko(self.life),
            kill: only_ko(self.kill),
            ..self
        }
    }

    /// Whether nothing can be better.
    pub fn is_best(self) -> bool {
        self.life == Outcome::Win && self.kill == Outcome::Win
    }
}

/// What a side likes best. Life comes first, unless its own dragon is small next to the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taste {
    Life,
    Kill,
}

impl Taste {
    /// A dragon of at most this many stones risks its life for a large one.
    const FEW_STONES: usize = 5;
    /// A dragon is large if it has more than this many times the stones of the other one.
    const LARGE: usize = 3;

    /// What a side with this many stones likes in a race with these.
    pub fn of(own: usize, other: usize) -> Self {
        if own <= Self::FEW_STONES && other > Self::LARGE * own {
            Self::Kill
        } else {
            Self::Life
        }
    }

    /// Whether the first result is better.
    pub fn prefers(self, a: Verdict, b: Verdict) -> bool {
        match self {
            Self::Life => (a.life, a.kill) > (b.life, b.kill),
            Self::Kill => (a.kill, a.life) > (b.kill, b.life),
        }
    }
}
