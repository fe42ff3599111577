//! The rules that differ between rule sets: ko, suicide and counting.

use std::fmt;

/// Which repetitions of a position are forbidden. Passing is always allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// A single stone that has just captured a single stone may not be retaken at once.
    #[default]
    Simple,
    /// Everything may be repeated.
    None,
    /// No move may repeat an earlier position.
    PositionalSuperko,
    /// No move may repeat an earlier position with the same player to move.
    SituationalSuperko,
}

/// Whether a move may take the last liberty of its own string.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SuicideRule {
    /// No suicide.
    #[default]
    Forbidden,
    /// Suicide of two or more stones is allowed.
    Multiple,
    /// All suicide is allowed, of single stones too.
    All,
}

/// How a finished game is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Japanese: territory and prisoners.
    #[default]
    Territory,
    /// Chinese: stones and territory.
    Area,
}

/// The rules that decide about the legality of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The ko rule.
    pub ko: KoRule,
    /// The suicide rule.
    pub suicide: SuicideRule,
}

impl Rules {
    /// Simple ko, no suicide: the default, and always the rules of trial moves.
    pub const SIMPLE: Self = Self {
        ko: KoRule::Simple,
        suicide: SuicideRule::Forbidden,
    };
}

/// The most strings that the moves of a game may start, captured ones included.
pub const MAX_STRINGS: usize = 60_000;

/// The reason why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The point is not on the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// A stone stands there already.
    #[error("the point is occupied")]
    Occupied,
    /// The move would leave its own string without a liberty.
    #[error("suicide is not allowed")]
    Suicide,
    /// The move would retake a ko at once.
    #[error("the ko may not be retaken at once")]
    Ko,
    /// The move would repeat an earlier position.
    #[error("the move repeats an earlier position (superko)")]
    Superko,
    /// Trial moves are on the board; take them back first.
    #[error("trial moves are on the board: take them back first")]
    TrialMoves,
    /// The game has started as many strings as a board can store.
    #[error("the game is too long: a board remembers {MAX_STRINGS} strings")]
    TooLong,
}

impl fmt::Display for KoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Simple => "simple ko",
            Self::None => "no ko rule",
            Self::PositionalSuperko => "positional superko",
            Self::SituationalSuperko => "situational superko",
        })
    }
}

impl fmt::Display for SuicideRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Forbidden => "no suicide",
            Self::Multiple => "suicide of two or more stones allowed",
            Self::All => "all suicide allowed",
        })
    }
}
