//! Reasons: why a move is a candidate.

use katachi_board::{Outcome, Point};
use katachi_matcher::Match;

/// Why a move is a candidate.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It captures the string on this point, at once or by force.
    Captures {
        /// The first stone of the string.
        string: Point,
        /// The stones of the string.
        stones: usize,
        /// The result of the attack.
        outcome: Outcome,
    },
    /// It saves the string on this point, which would be lost otherwise.
    Saves {
        /// The first stone of the string.
        string: Point,
        /// The stones of the string.
        stones: usize,
        /// The result of the defence.
        outcome: Outcome,
    },
    /// It kills the dragon of this stone.
    KillsDragon {
        /// The first stone of the string that names the dragon.
        dragon: Point,
        /// The stones of the dragon.
        stones: usize,
        /// The result of the attack.
        outcome: Outcome,
    },
    /// It saves the dragon of this stone, which would die otherwise.
    SavesDragon {
        /// The first stone of the string that names the dragon.
        dragon: Point,
        /// The stones of the dragon.
        stones: usize,
        /// The result of the defence.
        outcome: Outcome,
    },
    /// After it, this side could capture the string on this point.
    ThreatensToCapture {
        /// A stone of the string.
        string: Point,
    },
    /// After it, this side could save the string on this point, which is lost now.
    ThreatensToSave {
        /// A stone of the string.
        string: Point,
    },
    /// The action of a pattern found that it captures one of two strings.
    CapturesEither {
        /// A stone of each.
        strings: [Point; 2],
    },
    /// The action of a pattern found that it saves both of two strings.
    SavesBoth {
        /// A stone of each.
        strings: [Point; 2],
    },
    /// It connects two strings.
    Connects {
        /// A stone of each.
        strings: [Point; 2],
    },
    /// It cuts two strings of the opponent.
    Cuts {
        /// A stone of each.
        strings: [Point; 2],
    },
    /// A pattern says that it expands territory.
    ExpandsTerritory,
    /// A pattern says that it expands a moyo.
    ExpandsMoyo,
    /// A pattern says that it invades.
    Invades,
    /// A pattern says that it attacks the dragon of this stone.
    AttacksDragon {
        /// The first stone of the string that names the dragon.
        dragon: Point,
    },
    /// A pattern says that it helps the dragon of this stone.
    DefendsDragon {
        /// The first stone of the string that names the dragon.
        dragon: Point,
    },
    /// A pattern proposes it.
    Pattern {
        /// The index of the database in the engine's knowledge.
        database: usize,
        /// The match.
        found: Match,
    },
    /// A book contains it for this turn.
    Book {
        /// The index of the database in the engine's knowledge.
        database: usize,
        /// The entry of the book.
        entry: u32,
        /// How often the move is drawn, relative to the others.
        weight: u32,
    },
    /// It takes an empty corner, or the centre of a small empty board.
    Opening,
    /// It takes a neutral point.
    Dame,
    /// It makes a neutral point safe, where a stone would be captured now (backfilling).
    Backfill {
        /// The neutral point.
        dame: Point,
    },
    /// It helps to capture dead stones.
    Cleanup {
        /// A stone of the dead string.
        string: Point,
    },
}

impl Reason {
    /// The stones of the string or dragon that a move captures, kills or saves; `None` for other
    /// reasons.
    pub(crate) const fn stones_decided(&self) -> Option<usize> {
        match *self {
            Self::Captures { stones, .. }
            | Self::Saves { stones, .. }
            | Self::KillsDragon { stones, .. }
            | Self::SavesDragon { stones, .. } => Some(stones),
            _ => None,
        }
    }

    /// Whether it is about a neutral point.
    pub(crate) const fn is_about_dame(&self) -> bool {
        matches!(self, Self::Dame | Self::Backfill { .. })
    }
}

/// Where a reason comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// From reading, which also tries the moves of the attack and defence databases.
    Reading,
    /// From the status of dragons, which shows dead stones and neutral points, and from reading
    /// their lives.
    Dragons,
    /// From the class letters or the action of a pattern.
    Pattern {
        /// The index of the database in the engine's knowledge.
        database: usize,
        /// The match.
        found: Match,
    },
    /// From a book.
    Book,
    /// From the rule about corners and the centre.
    Opening,
}

/// A match of a pattern whose constraint holds, whether or not its move may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fired {
    /// The move that it proposes.
    pub point: Point,
    /// The index of the database in the engine's knowledge.
    pub database: usize,
    /// The match.
    pub found: Match,
}
