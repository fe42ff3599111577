//! Why a command fails, in GNU Go's words.

use std::borrow::Cow;

use katachi_board::{BoardSize, IllegalMove};
use katachi_gtp::RulesError;

use crate::analysis::NotARequest;
use crate::databases::{DatabaseError, UnknownDatabase};
use crate::record::RecordError;
use crate::rules::Unsupported;

/// Why a command fails.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// An argument is not a point of the board, or not a move.
    #[error("invalid coordinate")]
    Coordinate,
    /// An argument is not a colour.
    #[error("invalid color")]
    Color,
    /// One of two arguments, a colour and a move, is not what it should be.
    #[error("invalid color or coordinate")]
    ColorOrCoordinate,
    /// A point has no stone.
    #[error("vertex must not be empty")]
    NoStone,
    /// A point has a stone.
    #[error("vertex must be empty")]
    Stone,
    /// A move is against the rules.
    #[error("illegal move: {0}")]
    IllegalMove(#[from] IllegalMove),
    /// What an analysis should show is not understood.
    #[error("syntax error: {0}")]
    NotARequest(#[from] NotARequest),
    /// Rules have an unknown name or value.
    #[error("unknown rules: {0}")]
    Rules(#[from] RulesError),
    /// The engine cannot play by the rules.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Databases cannot be used.
    #[error("cannot use databases: {0}")]
    Database(#[from] DatabaseError),
    /// There is no database of this name.
    #[error("unknown database: {0}")]
    UnknownDatabase(#[from] UnknownDatabase),
    /// A game record cannot be used.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The system fails.
    #[error("system error: {0}")]
    System(#[from] std::io::Error),
    /// Anything else. The text begins with GNU Go's words for it, or, in a command that GNU Go does
    /// not have, with `syntax error: ` or other words that docs/gtp.md lists.
    #[error("{0}")]
    Other(Cow<'static, str>),
}

impl From<&'static str> for Failure {
    fn from(words: &'static str) -> Self {
        Self::Other(words.into())
    }
}

impl From<String> for Failure {
    fn from(words: String) -> Self {
        Self::Other(words.into())
    }
}

impl Failure {
    /// The text of the reply. For a bad argument it adds to GNU Go's words what was expected on a
    /// board of this size, and the arguments that were found.
    pub fn text(&self, size: BoardSize, arguments: &str) -> String {
        let corner = katachi_board::column_letter(size.get() - 1).unwrap_or('?');
        let point = format!("A1 to {corner}{size}");
        let expected = match self {
            Self::Coordinate => point,
            Self::Color => "black or white".to_owned(),
            Self::ColorOrCoordinate => format!("black or white, then {point} or pass"),
            _ => return self.to_string(),
        };
        let found = match arguments.trim() {
            "" => "nothing".to_owned(),
            arguments => format!("`{arguments}`"),
        };
        format!("{self}: expected {expected}, found {found}")
    }
}
