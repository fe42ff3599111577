//! Answers that are neither numbers nor truth values, and no results of reading.

/// Whether a dragon lives. Constraints compare with these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum DragonStatus {
    /// It is dead even if its owner moves first.
    Dead = 0,
    /// It lives even if the opponent moves first.
    Alive = 1,
    /// The side that moves first decides.
    Critical = 2,
    /// Not known.
    Unknown = 3,
}

impl DragonStatus {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::Alive => "alive",
            Self::Critical => "critical",
            Self::Unknown => "unknown",
        }
    }

    /// Whether it dies, or does if its opponent moves first.
    pub const fn may_die(self) -> bool {
        matches!(self, Self::Dead | Self::Critical)
    }
}

/// How tightly a dragon is surrounded. Constraints see these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Surround {
    /// It can run.
    Open = 0,
    /// It is fully surrounded.
    Fully = 1,
    /// It is surrounded, but not tightly.
    Weakly = 2,
}

/// Where a point lies relative to the hull around a dragon. Constraints see these numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i8)]
pub enum Hull {
    /// The dragon has no hull.
    Unknown = -1,
    /// Outside.
    Outside = 0,
    /// Inside the hull.
    Inside = 1,
    /// Inside the hull widened by one line, but not inside the hull.
    Rim = 2,
}
