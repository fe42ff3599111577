//! The choice of the method by which a database is matched.

use std::fmt;
use std::str::FromStr;

use katachi_image::{Anchor, Kind, Role};

/// How the patterns of a database are matched. Only databases of patterns that fit anywhere have a
/// choice; corner patterns have a corner tree instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// Masks: they are as fast as automata or faster in every database that was measured
    /// (docs/matching.md).
    #[default]
    Auto,
    /// Automata: they read the points around an anchor one by one.
    Automaton,
    /// Masks: they test all patterns at once, bit by bit.
    Masks,
}

impl Method {
    /// All methods with their names.
    pub const NAMES: [(&str, Self); 3] = [
        ("auto", Self::Auto),
        ("automaton", Self::Automaton),
        ("masks", Self::Masks),
    ];

    /// Whether the databases of this role have a choice: those of patterns that fit anywhere.
    pub fn applies(role: Role) -> bool {
        let profile = role.profile();
        profile.kind == Kind::General && profile.anchor != Anchor::Corner
    }

    /// The method for a database of this role, if the author asks for this one or for none.
    ///
    /// # Errors
    /// The author asks for one, but the role has no choice.
    pub fn chosen(role: Role, asked: Option<Self>) -> Result<Self, String> {
        match asked {
            Some(_) if !Self::applies(role) => Err(format!(
                "expected no matcher for the role {}, which has only one",
                role.profile().name
            )),
            asked => Ok(asked.unwrap_or_default()),
        }
    }

    /// The name.
    pub fn name(self) -> &'static str {
        let mut names = Self::NAMES.iter();
        let name = names.find(|(_, method)| *method == self);
        name.map_or("?", |(name, _)| name)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut names = Self::NAMES.iter();
        let known = names.find(|(name, _)| *name == text);
        known
            .map(|(_, method)| *method)
            .ok_or_else(|| format!("expected auto, automaton or masks, found '{text}'"))
    }
}
