//! The rules of a Monte Carlo database with their places: what its image no longer knows.
//!
//! Entry point: [`PlayoutRules::of`].

use katachi_image::monte_carlo::{Neighborhood, Situation};
use patc::Source;
use patc::monte_carlo::{MonteCarloRules, compile};

use crate::load::{LoadError, Loaded, read};
use crate::place::Place;

/// The rules of a Monte Carlo database, from its sources.
#[derive(Debug)]
pub struct PlayoutRules {
    rules: MonteCarloRules,
    sources: Vec<Source>,
}

/// A rule that decides the weight of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayoutRule {
    /// The weight.
    pub weight: u32,
    /// The line of the rule: weight and properties.
    pub text: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl PlayoutRules {
    /// Reads the sources of a database again; `None` if it has none: built-in ones, image files.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn of(loaded: &Loaded) -> Result<Option<Self>, LoadError> {
        if matches!(loaded.place, Place::BuiltIn | Place::Image(_)) {
            return Ok(None);
        }
        let sources: Result<Vec<Source>, LoadError> = (loaded.sources.iter())
            .map(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                Ok(Source::new(name, read(path)?))
            })
            .collect();
        let sources = sources?;
        // Mistakes were reported when the database was loaded.
        let rules = compile(&sources, &mut Vec::new());
        Ok(Some(Self { rules, sources }))
    }

    /// The first rule that fits a move, if one does.
    pub fn deciding(&self, seen: Neighborhood, situation: Situation) -> Option<PlayoutRule> {
        let rule = self.rules.deciding(seen, situation)?;
        let source = self.sources.get(rule.source.0)?;
        Some(PlayoutRule {
            weight: rule.weight,
            text: rule.line().to_string(),
            file: source.name().to_owned(),
            line: source.origin(rule.span.start),
        })
    }
}
