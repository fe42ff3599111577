//! The choice of the method by which a database is matched.

use std::fmt;
use std::str::FromStr;

/// How the patterns of a general database are matched. Databases of corner patterns have a corner
/// tree instead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// The faster one, by the estimate of `patc stats`.
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
