//! The kinds of image and the roles of databases, each once: what a database of a given name is
//! for, how its patterns are anchored, and whose move it proposes.

/// What an image holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Patterns with constraints and actions, matched by masks.
    General = 1,
}

impl Kind {
    /// The kind of this number, as an image's header gives it.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::General),
            _ => None,
        }
    }
}

/// Which stones of a diagram may be its anchor, from where it is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// Own stones.
    Own,
    /// Opponent stones.
    Opponent,
    /// Stones of either colour.
    Either,
    /// Stones of either colour; a diagram without stones is anchored at its move.
    EitherOrMove,
}

/// What a database is for. The name of the role is the database's usual file name without `.db`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Role {
    /// General moves.
    Patterns,
    /// More general moves.
    Patterns2,
    /// Opening moves.
    Fuseki,
    /// Endgame moves.
    Endgame,
    /// Tactical attacks.
    Attack,
    /// Tactical defences.
    Defense,
    /// Connections and cuts.
    Conn,
    /// Sources of influence.
    Influence,
    /// Barriers to influence.
    Barriers,
    /// Threats for combinations.
    AaAttackPats,
    /// Attacks on a dragon's life.
    OwlAttackPats,
    /// Corrections of eye counts.
    OwlVitalAPats,
    /// Defences of a dragon's life.
    OwlDefendPats,
    /// Free handicap placement.
    Handicap,
    /// A demonstration.
    Oracle,
}

/// How a role's databases are compiled and used.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// The role.
    pub role: Role,
    /// The role's name.
    pub name: &'static str,
    /// Which stones may be anchors.
    pub anchor: Anchor,
    /// Whether every pattern has a move.
    pub needs_move: bool,
    /// Whether this engine consults the database when it looks for a move.
    pub proposes_moves: bool,
}

const fn profile(
    role: Role,
    name: &'static str,
    anchor: Anchor,
    needs_move: bool,
    proposes_moves: bool,
) -> Profile {
    Profile {
        role,
        name,
        anchor,
        needs_move,
        proposes_moves,
    }
}

use Anchor::{Either, EitherOrMove, Opponent, Own};

/// All roles, in the order of their numbers.
pub const PROFILES: &[Profile] = &[
    profile(Role::Patterns, "patterns", EitherOrMove, true, true),
    profile(Role::Patterns2, "patterns2", EitherOrMove, true, true),
    profile(Role::Fuseki, "fuseki", EitherOrMove, true, true),
    profile(Role::Endgame, "endgame", EitherOrMove, true, true),
    profile(Role::Attack, "attack", Opponent, true, false),
    profile(Role::Defense, "defense", Own, true, false),
    profile(Role::Conn, "conn", Own, false, false),
    profile(Role::Influence, "influence", Own, false, false),
    profile(Role::Barriers, "barriers", Either, false, false),
    profile(Role::AaAttackPats, "aa_attackpats", Either, true, false),
    profile(Role::OwlAttackPats, "owl_attackpats", Either, true, false),
    profile(Role::OwlVitalAPats, "owl_vital_apats", Either, true, false),
    profile(Role::OwlDefendPats, "owl_defendpats", Either, true, false),
    profile(Role::Handicap, "handicap", Either, true, false),
    profile(Role::Oracle, "oracle", Either, true, false),
];

impl Role {
    /// The role of this number; `None` beyond the table.
    pub fn from_number(number: u8) -> Option<Self> {
        PROFILES
            .get(usize::from(number))
            .map(|profile| profile.role)
    }

    /// The role of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        (PROFILES.iter())
            .find(|profile| profile.name == name)
            .map(|profile| profile.role)
    }

    /// The class letters that mean something in databases of this role. Letters without a meaning
    /// are read and have no effect; `O o X x` are tested by the matcher and mean the same everywhere.
    pub const fn class_letters(self) -> &'static str {
        match self {
            Self::Patterns | Self::Patterns2 | Self::Fuseki | Self::Endgame => {
                "OoXxsnBCcadeEIJjtUTFW"
            }
            Self::Attack => "OoXxA",
            Self::Defense => "OoXxD",
            Self::Conn => "OoXxsBC",
            Self::Influence => "OoXxseEI",
            Self::Barriers => "OoXxsBtAD",
            Self::AaAttackPats => "OoXxsc",
            Self::OwlAttackPats => "OoXxsnBCcbE",
            Self::OwlVitalAPats => "OoXxsn",
            Self::OwlDefendPats => "OoXxsnBcbaE",
            Self::Handicap | Self::Oracle => "OoXx",
        }
    }

    /// How databases of this role are compiled and used.
    pub const fn profile(self) -> &'static Profile {
        &PROFILES[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_numbered_by_place() {
        for (number, profile) in PROFILES.iter().enumerate() {
            assert_eq!(profile.role as usize, number);
            assert_eq!(Role::from_number(number as u8), Some(profile.role));
            assert_eq!(Role::by_name(profile.name), Some(profile.role));
            let known = |letter| crate::Classes::from_letter(letter).is_some();
            assert!(profile.role.class_letters().chars().all(known));
        }
    }
}
