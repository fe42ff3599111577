//! What a census looks at ([`Plan`]), and how deep ([`Depth`]).

use std::fmt;
use std::str::FromStr;

use crate::games::{Games, Positions};
use crate::set::PatternSet;

/// How far a census follows each match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// Only whether diagrams fit.
    Diagram,
    /// Class letters, safety and constraints, as far as they do not ask about groups.
    Constraint,
    /// Everything, as when the engine chooses a move without a search.
    Move,
}

impl Depth {
    /// All, the least first.
    pub const ALL: [Self; 3] = [Self::Diagram, Self::Constraint, Self::Move];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Diagram => "diagram",
            Self::Constraint => "constraint",
            Self::Move => "move",
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|depth| depth.name() == text);
        found.ok_or_else(|| "expected diagram, constraint or move".to_owned())
    }
}

/// What a census looks at, and how deep.
pub struct Plan<'a> {
    /// The databases.
    pub set: &'a PatternSet,
    /// The games.
    pub games: &'a Games,
    /// The positions of them.
    pub positions: &'a Positions,
    /// How far each match is followed.
    pub depth: Depth,
    /// The level of the engine.
    pub level: i32,
    /// The candidates of each position that a teacher will judge: the best ones. Only with
    /// [`Depth::Move`].
    pub judged: usize,
}
