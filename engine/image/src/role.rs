//! Kinds of image and roles of databases: what a database is for, where its patterns are anchored,
//! and whether they propose moves.

use std::path::Path;

use crate::Cell;

/// The kind of content of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Patterns with constraints and actions, matched by masks.
    General = 1,
    /// Eye shapes: graphs of points with their numbers of eyes.
    Eyes = 2,
    /// Weights of moves by their 3x3 neighbourhoods, for random games.
    MonteCarlo = 3,
    /// Whole positions with the moves that were played in them.
    FullBoard = 4,
}

impl Kind {
    /// The kind with this number in an image's header.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::General),
            2 => Some(Self::Eyes),
            3 => Some(Self::MonteCarlo),
            4 => Some(Self::FullBoard),
            _ => None,
        }
    }

    /// The content of an image of this kind, in words.
    pub const fn things(self) -> &'static str {
        match self {
            Self::General => "patterns",
            Self::Eyes => "eye shapes",
            Self::MonteCarlo => "Monte Carlo weights",
            Self::FullBoard => "positions",
        }
    }
}

/// The stones of a diagram that may be its anchor, the point from which it is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Anchor {
    /// Own stones.
    Own,
    /// Opponent stones.
    Opponent,
    /// Stones of either colour.
    Either,
    /// Stones of either colour; a diagram without stones is anchored at its move. Patterns of the
    /// opening need that: in an empty corner there is no stone.
    EitherOrMove,
    /// The corner of the board in which the diagram stands. The diagram consists of stones and
    /// empty points, and a tree of stones finds it.
    Corner,
}

/// The purpose of a database. The role's name is the usual file name without `.db`.
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
    /// Eye shapes.
    Eyes,
    /// Weights of moves in random games.
    MonteCarlo,
    /// Opening moves by the whole position.
    Book,
    /// Corner openings.
    Joseki,
}

/// How a role's databases are compiled and used.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// The role.
    pub role: Role,
    /// The role's name.
    pub name: &'static str,
    /// The kind of its images, and thus the dialect of its sources.
    pub kind: Kind,
    /// The stones that may be anchors.
    pub anchor: Anchor,
    /// Whether every pattern has a move.
    pub needs_move: bool,
    /// Whether the patterns propose moves to this engine.
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
        kind: Kind::General,
        anchor,
        needs_move,
        proposes_moves,
    }
}

/// The profile of a role without general patterns. Only books have diagrams, with a move and
/// without an anchor stone.
const fn other(role: Role, name: &'static str, kind: Kind) -> Profile {
    Profile {
        kind,
        ..profile(role, name, EitherOrMove, true, false)
    }
}

use Anchor::{Corner, Either, EitherOrMove, Opponent, Own};

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
    other(Role::Eyes, "eyes", Kind::Eyes),
    other(Role::MonteCarlo, "monte_carlo", Kind::MonteCarlo),
    Profile {
        proposes_moves: true,
        ..other(Role::Book, "book", Kind::FullBoard)
    },
    profile(Role::Joseki, "joseki", Corner, true, true),
];

impl Role {
    /// The role of this number; `None` beyond the table.
    pub fn from_number(number: u8) -> Option<Self> {
        PROFILES
            .get(usize::from(number))
            .map(|profile| profile.role)
    }

    /// The role with this name. Some roles may have several databases, so `mc_NAME` and `fuseki19`
    /// are names of roles, too.
    pub fn by_name(name: &str) -> Option<Self> {
        let is_size = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        if name.strip_prefix("fuseki").is_some_and(is_size) {
            return Some(Self::Book);
        }
        if name.starts_with("mc_") {
            return Some(Self::MonteCarlo);
        }
        (PROFILES.iter())
            .find(|profile| profile.name == name)
            .map(|profile| profile.role)
    }

    /// Whether this engine consults databases of this role: for moves, for strings, for eyes,
    /// for influence, for lives and combinations, for handicap stones, or for random games.
    pub const fn is_consulted(self) -> bool {
        self.profile().proposes_moves
            || matches!(
                self,
                Self::Attack
                    | Self::Defense
                    | Self::Conn
                    | Self::Eyes
                    | Self::Influence
                    | Self::Barriers
                    | Self::Handicap
                    | Self::AaAttackPats
                    | Self::OwlAttackPats
                    | Self::OwlDefendPats
                    | Self::OwlVitalAPats
                    | Self::MonteCarlo
            )
    }

    /// The class letters that have a meaning in databases of this role. Others are read and have no
    /// effect. The matcher tests `O o X x`, which mean the same everywhere.
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
            Self::Joseki => "sFUJjtTN",
            Self::Eyes | Self::MonteCarlo | Self::Book => "",
        }
    }

    /// The cell that images of this role do not store, because it is frequent.
    pub const fn unstated_cell(self) -> Cell {
        match self.profile().anchor {
            Corner => Cell::Empty,
            _ => Cell::Any,
        }
    }

    /// The role of a database by its file name: `.dbz` files are books, others are named after
    /// their role.
    pub fn by_file(path: &Path) -> Option<Self> {
        if path.extension().is_some_and(|ending| ending == "dbz") {
            return Some(Self::Book);
        }
        Self::by_name(&path.file_stem()?.to_string_lossy())
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

    #[test]
    fn files_are_called_after_their_role() {
        let role = |name: &str| Role::by_file(Path::new(name));
        assert_eq!(role("a/fuseki.db"), Some(Role::Fuseki));
        assert_eq!(role("fuseki19.db"), Some(Role::Book));
        assert_eq!(role("openings-9.dbz"), Some(Role::Book));
        assert_eq!(role("mc_calm.db"), Some(Role::MonteCarlo));
        assert_eq!(role("mine.db"), None);
    }
}
