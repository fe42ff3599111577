//! The meaning of the sources of a database, in any dialect.

use crate::book::Book;
use crate::eyes::EyeShapes;
use crate::model::Database;
use crate::monte_carlo::MonteCarloRules;

/// The meaning of the sources of a database, by dialect.
#[derive(Clone, Debug)]
pub enum Model {
    /// Patterns with constraints and actions.
    General(Database),
    /// Eye shapes.
    Eyes(EyeShapes),
    /// Monte Carlo rules.
    MonteCarlo(MonteCarloRules),
    /// Whole positions.
    Book(Book),
}

impl Model {
    /// The database, if it is one of the general dialect.
    pub fn general(&self) -> Option<&Database> {
        match self {
            Self::General(database) => Some(database),
            _ => None,
        }
    }

    /// The number of patterns, shapes, rules or positions.
    pub fn len(&self) -> usize {
        match self {
            Self::General(database) => database.patterns.len(),
            Self::Eyes(eyes) => eyes.shapes.len(),
            Self::MonteCarlo(rules) => rules.rules.len(),
            Self::Book(book) => book.entries.len(),
        }
    }

    /// The noun for what [`Model::len`] counts.
    pub fn things(&self) -> &'static str {
        match self {
            Self::General(_) => "patterns",
            Self::Eyes(_) => "eye shapes",
            Self::MonteCarlo(_) => "rules",
            Self::Book(_) => "positions",
        }
    }

    /// Whether the database is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
