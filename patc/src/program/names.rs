//! Names of patterns on the command line: several, with wildcards, and near misses.

use anyhow::{Context, bail};
use patc::nearest;

/// The patterns that the user asked for.
pub struct Names {
    asked: Vec<glob::Pattern>,
}

impl Names {
    /// The names between the commas; `*` and `?` stand for any characters.
    pub fn new(names: &[String]) -> anyhow::Result<Self> {
        let names = names.iter().flat_map(|names| names.split(','));
        let names = names.map(str::trim).filter(|name| !name.is_empty());
        let pattern = |name| {
            glob::Pattern::new(name).with_context(|| format!("cannot use the name '{name}'"))
        };
        let asked = names.map(pattern).collect::<Result<_, _>>()?;
        Ok(Self { asked })
    }

    /// Whether the name was asked for; without any names, all were.
    pub fn has(&self, name: &str) -> bool {
        self.asked.is_empty() || self.asked.iter().any(|asked| asked.matches(name))
    }

    /// An error if one of the names fits no pattern.
    pub fn check<'a>(&self, known: impl Iterator<Item = &'a str> + Clone) -> anyhow::Result<()> {
        for asked in &self.asked {
            if known.clone().any(|name| asked.matches(name)) {
                continue;
            }
            match nearest(asked.as_str(), known) {
                Some(near) => {
                    bail!("expected the name of a pattern, found '{asked}': did you mean '{near}'?")
                }
                None => bail!("expected the name of a pattern, found '{asked}'"),
            }
        }
        Ok(())
    }
}
