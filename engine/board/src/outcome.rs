//! Results of reading: whether something succeeds, fails, or depends on a ko.

/// The result of reading, for the side that moves first.
///
/// The numbers are those that constraints compare with; `WIN` is 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// It fails.
    Lose = 0,
    /// It succeeds by a ko for which the mover must make the first threat.
    KoB = 1,
    /// It succeeds by a ko that the mover takes first.
    KoA = 4,
    /// It succeeds.
    Win = 5,
}

impl Outcome {
    /// The opponent's result.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Lose => Self::Win,
            Self::KoB => Self::KoA,
            Self::KoA => Self::KoB,
            Self::Win => Self::Lose,
        }
    }
}

/// What becomes of three stones around a wedge of the opponent, who moves first. Constraints
/// compare with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BreakThrough {
    /// Nothing is captured and nothing is cut.
    Fails = 0,
    /// One of the stones is already gone.
    Gone = 1,
    /// The stones are cut apart, and none of them is captured.
    Cuts = 2,
    /// One of the stones is captured.
    Captures = 5,
}
