//! Meanings: one sentence for each word and sign of the pattern language, for documentation,
//! editors and help texts. The signs are in `language.rs` and `role.rs`, the functions with their
//! meanings in `autohelper.rs`.
//!
//! O is the side whose point of view a pattern takes, X its opponent, `*` the move.

use crate::eyes::EyeCell;
use crate::language::{Attribute, AttributeMap, Cell, Symbol};
use crate::monte_carlo::Property;
use crate::role::Role;

impl Cell {
    /// What the point must hold, and what else the cell means.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Own => "a stone of O",
            Self::Opponent => "a stone of X",
            Self::OwnOrEmpty => "a stone of O, or empty",
            Self::OpponentOrEmpty => "a stone of X, or empty",
            Self::Move => "empty; the move",
            Self::Comma => "empty; in `barriers`: no influence passes",
            Self::Bang => {
                "empty; marked for the database's user: a cut, a weak barrier, another handicap stone, an answer"
            }
            Self::OwnAnchor => "a stone of O; the anchor",
            Self::OpponentAnchor => "a stone of X; the anchor",
            Self::Any => "any point of the board, whatever is on it",
        }
    }
}

impl Attribute {
    /// The meaning of the value for the move.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Value => {
                "the move is worth at least N points (the largest of all matches counts); outside the general map the pattern's own rank or strength"
            }
            Self::MaxValue => "the move is worth at most N points (the smallest counts)",
            Self::Territory => {
                "the territory that the move gains is at least N points (the largest counts)"
            }
            Self::MaxTerritory => {
                "the territory that the move gains is at most N points (the smallest counts)"
            }
            Self::Shape => {
                "good shape, or bad shape if negative: a step of 1 changes the value by 5 percent"
            }
            Self::FollowUp => {
                "points that the move threatens to gain with the next move (the largest counts)"
            }
            Self::ReverseFollowUp => {
                "points that the move keeps X from threatening (the largest counts)"
            }
            Self::ThreatensToCapture => "the string that the move threatens to capture",
            Self::ThreatensEye => "the eye space that the move threatens",
            Self::ReverseSente => "the empty point where X would play in sente",
        }
    }
}

impl AttributeMap {
    /// The databases that use the map.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::None => "no values at all; this is what holds without the directive",
            Self::General => "databases that propose moves",
            Self::ValueOnly => "databases in which every pattern has just a rank or a strength",
            Self::OwlAttack => "attacks on a dragon's life",
            Self::OwlDefense => "defences of a dragon's life",
        }
    }
}

impl Role {
    /// The purpose of databases with this role.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Patterns => "moves of all kinds: shape, cuts, connections, attack and defence",
            Self::Patterns2 => "more of the same, in a file of its own",
            Self::Fuseki => "moves of the opening: corners, approaches, extensions",
            Self::Endgame => "moves of the endgame",
            Self::Attack => "moves that capture a string of X",
            Self::Defense => "moves that save a string of O",
            Self::Conn => "cuts and connections between strings of O",
            Self::Influence => "sources of influence that are no stones, and points to invade",
            Self::Barriers => "where influence is held up, and where it breaks in",
            Self::AaAttackPats => "threats that combine to a capture",
            Self::OwlAttackPats => "attacks on the life of a dragon of X",
            Self::OwlVitalAPats => "points that cost a dragon of X an eye",
            Self::OwlDefendPats => "moves that make a dragon of O live or get out",
            Self::Handicap => "free placement of handicap stones",
            Self::Oracle => "a demonstration",
            Self::Eyes => "eye shapes and how many eyes they are worth",
            Self::MonteCarlo => "weights of moves in random games, by what surrounds them",
            Self::Book => "opening moves by the whole position",
            Self::Joseki => {
                "moves of the opening in one corner, all of whose stones a pattern shows"
            }
        }
    }
}

impl EyeCell {
    /// The meaning of the cell for a point of an eye shape.
    pub fn meaning(self) -> String {
        let (empty, stone) = (self.has(Self::EMPTY), self.has(Self::STONE));
        let mut meaning = match (empty, stone) {
            (true, true) => "empty, or a stone of the attacker",
            (false, _) => "a stone of the attacker",
            (true, false) => "empty",
        }
        .to_owned();
        if self.has(Self::MARGINAL) {
            meaning.push_str("; marginal: no eye by itself");
        }
        meaning.push_str(match (self.has(Self::ATTACK), self.has(Self::DEFENSE)) {
            (true, true) => "; vital for both",
            (true, false) => "; where the attacker plays",
            (false, true) => "; where the owner plays",
            (false, false) => "",
        });
        meaning
    }
}

/// The meaning of a cell of a Monte Carlo neighbourhood, by the [`Symbol`]s that it allows.
pub fn neighbor_meaning(symbols: u8) -> String {
    let names = [
        (Symbol::Empty, "empty"),
        (Symbol::Own, "a stone of O"),
        (Symbol::Opponent, "a stone of X"),
        (Symbol::Off, "off the board"),
    ];
    let fits = names
        .iter()
        .filter(|(symbol, _)| symbols & symbol.bit() != 0);
    let fits: Vec<_> = fits.map(|(_, name)| *name).collect();
    fits.join(", or ")
}

impl Property {
    /// When the property holds.
    pub fn meaning(&self) -> String {
        let plain = match self.name {
            "near" => "the point was touched by the move before",
            "far" => "the point was not touched by the move before",
            "osafe" => "the move is no self-atari",
            "ounsafe" => "the move is a self-atari",
            "xsafe" => "X's move there would be no self-atari",
            "xunsafe" => "X's move there would be a self-atari",
            "xsuicide" => "X's move there would be suicide",
            "xnosuicide" => "X's move there would be no suicide",
            _ => "",
        };
        if !plain.is_empty() {
            return plain.to_owned();
        }
        let who = if self.name.starts_with('o') {
            "the move captures"
        } else {
            "X's move there would capture"
        };
        let count = self.name.trim_start_matches(|c: char| !c.is_ascii_digit());
        let stones = |count: &str| if count == "1" { "stone" } else { "stones" };
        match (count.strip_suffix('+'), count.strip_suffix('-')) {
            (Some(least), _) => format!("{who} {least} {} or more", stones(least)),
            (_, Some(most)) => format!("{who} {most} {} or fewer", stones(most)),
            _ if count == "0" => format!("{who} nothing"),
            _ if count == "3" => format!("{who} 3 stones or more"),
            _ => format!("{who} {count} {}", stones(count)),
        }
    }
}

/// The meaning of a class letter of the colon line; `None` for other letters.
pub const fn class_meaning(letter: char) -> Option<&'static str> {
    Some(match letter {
        'O' => {
            "only if no stone of O in the pattern is dead or critical, or lost in spite of the move"
        }
        'o' => "only if no stone of O in the pattern is alive",
        'X' => "only if no stone of X in the pattern is dead",
        'x' => "only if no stone of X in the pattern is alive",
        's' => "the move may be a sacrifice: it need not be safe, only legal",
        'n' => "only if X could play there, too, without being captured",
        'B' => "the move cuts strings of X apart; in `barriers` an intrusion",
        'C' => "the move connects strings of O; in `conn` they are one group",
        'c' => {
            "the move strengthens the groups of O a little; in `owl_` databases one of a pair of threats"
        }
        'b' => "in `owl_` databases: whether the stone belongs to the dragon is open",
        'a' => "the move attacks the groups of X in the pattern",
        'd' => "the move defends the groups of O in the pattern",
        'e' => "the move expands or secures territory",
        'E' => "the move expands a moyo; in `owl_` databases it runs away",
        'I' => "the move invades",
        'J' => "a standard joseki move",
        'j' => "a joseki move of less urgency",
        't' => "a joseki move that can wait; in `barriers` ground that is no territory",
        'U' => "an urgent joseki move",
        'T' => "a trick move: known, and not to be played",
        'F' => "an opening move: not when the game is being scored",
        'W' => "worth playing as a ko threat",
        'N' => "in joseki trees: a wrong move, not to be played",
        'A' => "in `barriers`: X's stones hold up the influence of O; in `attack` an ornament",
        'D' => "in `barriers`: O's stones hold up the influence of X; in `defense` an ornament",
        'Y' => "free for experiments",
        _ => return None,
    })
}

/// The meaning of a symmetry code of the colon line; `None` for other characters.
pub const fn symmetry_meaning(code: char) -> Option<&'static str> {
    Some(match code {
        '8' => "no symmetry",
        '|' => "the left half is the mirror image of the right half",
        '-' => "the upper half is the mirror image of the lower half",
        '/' => "equal to its mirror image in the diagonal that rises to the right",
        '\\' => "equal to its mirror image in the diagonal that falls to the right",
        '+' => "both `|` and `-`",
        'X' => "both `/` and `\\`",
        'O' => "equal to itself after half a turn, and to no mirror image",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::autohelper::{Autohelper, HELPERS};
    use crate::language::{CLASS_LETTERS, SYMMETRY_CODES};
    use crate::monte_carlo::{NEIGHBOR_CELLS, PROPERTIES};
    use crate::role::PROFILES;

    /// The sentences fit a table: no line breaks, no column signs outside code, no full stop.
    #[test]
    fn every_word_and_sign_has_a_meaning() {
        let classes = CLASS_LETTERS.chars().map(class_meaning);
        let codes = SYMMETRY_CODES
            .iter()
            .map(|&(code, _)| symmetry_meaning(code));
        let meanings = (classes.chain(codes).map(Option::unwrap_or_default))
            .chain(Cell::CHARACTERS.iter().map(|(_, cell)| cell.meaning()))
            .chain(Attribute::ALL.iter().map(|attribute| attribute.meaning()))
            .chain(AttributeMap::NAMES.iter().map(|(_, map)| map.meaning()))
            .chain(PROFILES.iter().map(|profile| profile.role.meaning()))
            .chain(Autohelper::ALL.iter().map(|f| f.signature().meaning))
            .chain(HELPERS.iter().map(|helper| helper.meaning))
            .map(ToOwned::to_owned)
            .chain(EyeCell::CHARACTERS.iter().map(|(_, cell)| cell.meaning()))
            .chain(
                NEIGHBOR_CELLS
                    .iter()
                    .map(|(_, symbols)| neighbor_meaning(*symbols)),
            )
            .chain(PROPERTIES.iter().map(Property::meaning));
        for meaning in meanings {
            assert!(meaning.len() > 4, "{meaning:?}");
            assert!(
                !meaning.contains('\n') && !meaning.ends_with('.'),
                "{meaning}"
            );
        }
    }
}
