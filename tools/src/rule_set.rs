//! Rule sets by name, and what they mean for the legality of moves.

use katachi_board::{KoRule, Rules, SuicideRule};

/// The rules of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RuleSet {
    /// Japanese: simple ko, no suicide, counted by territory.
    Japanese,
    /// Chinese: positional superko, no suicide, counted by area.
    Chinese,
    /// American (AGA): situational superko, no suicide.
    Aga,
    /// New Zealand: situational superko, suicide, counted by area.
    NewZealand,
    /// Tromp and Taylor: positional superko, suicide, counted by area.
    TrompTaylor,
}

impl RuleSet {
    /// What the referee enforces.
    pub const fn legality(self) -> Rules {
        let (ko, suicide) = match self {
            Self::Japanese => (KoRule::Simple, SuicideRule::Forbidden),
            Self::Chinese => (KoRule::PositionalSuperko, SuicideRule::Forbidden),
            Self::Aga => (KoRule::SituationalSuperko, SuicideRule::Forbidden),
            Self::NewZealand => (KoRule::SituationalSuperko, SuicideRule::All),
            Self::TrompTaylor => (KoRule::PositionalSuperko, SuicideRule::All),
        };
        Rules { ko, suicide }
    }

    /// The name in game records (`RU`), and in the header of tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Japanese => "Japanese",
            Self::Chinese => "Chinese",
            Self::Aga => "AGA",
            Self::NewZealand => "NZ",
            Self::TrompTaylor => "Tromp-Taylor",
        }
    }

    /// The argument of the command `kgs-rules`; KGS does not know Tromp and Taylor's.
    pub const fn kgs_name(self) -> Option<&'static str> {
        match self {
            Self::Japanese => Some("japanese"),
            Self::Chinese => Some("chinese"),
            Self::Aga => Some("aga"),
            Self::NewZealand => Some("new_zealand"),
            Self::TrompTaylor => None,
        }
    }
}
