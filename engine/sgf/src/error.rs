//! The errors and warnings of the crate, with their places: an [`Error`] stops the reader, a
//! [`Warning`] does not.

use std::fmt;

use thiserror::Error;

/// A place in a file, counted from 1; a column is a character, not a byte.
///
/// Line and column 0 stand for something that was built, not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// Line, from 1; each of LF, CR, CRLF and LFCR ends one.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A deviation from the standard in a record that was read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Where it stands.
    pub location: Location,
    /// What was found and how it was interpreted.
    pub message: String,
}

impl Warning {
    /// The warning for a value that does not fit its property; it quotes the beginning of a long
    /// one.
    pub(crate) fn bad_value(location: Location, expected: &str, raw: &str) -> Self {
        let clipped: String = raw.chars().take(24).collect();
        let dots = if clipped.len() < raw.len() { "..." } else { "" };
        let message = format!("expected {expected}, found `{clipped}{dots}`; the value is ignored");
        Self { location, message }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location, self.message)
    }
}

/// Why a record could not be read or built.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no `(;` in the file.
    #[error(
        "{end}: expected a game tree, which starts with `(;`, found the end of the file; check that this is an SGF file"
    )]
    NoGameTree {
        /// The end of the file.
        end: Location,
    },
    /// A `[` without its `]`.
    #[error(
        "{start}: expected `]` after the value of {identifier}, found the end of the file; close the value, or write `\\]` for a bracket that belongs to it"
    )]
    UnterminatedValue {
        /// The opening bracket.
        start: Location,
        /// The property.
        identifier: String,
    },
    /// A game tree without its `)`; [`parse`](crate::parse) only warns of it.
    #[error(
        "{end}: expected `)` at the end of the game tree, found the end of the file ({missing} missing); the file breaks off: restore the rest, or close the tree"
    )]
    UnclosedTree {
        /// The end of the file.
        end: Location,
        /// How many `)` are missing.
        missing: usize,
    },
    /// A zero byte before the first game tree: no text, or text in UTF-16.
    #[error(
        "{location}: expected text, found a zero byte; save the record as UTF-8 text or name another file"
    )]
    Binary {
        /// The zero byte.
        location: Location,
    },
    /// A file of two gigabytes or more.
    #[error("expected a file below 2 GiB, found {bytes} bytes; split the collection")]
    TooLarge {
        /// Its length after conversion to UTF-8.
        bytes: usize,
    },
    /// A name for a new property that could not be read back.
    #[error(
        "expected a property name of capital letters, such as `AB`, found `{found}`; use the FF4 name"
    )]
    BadIdentifier {
        /// The name.
        found: String,
    },
}

impl Error {
    /// Where it is; the beginning for an error without a place.
    pub fn location(&self) -> Location {
        match self {
            Self::NoGameTree { end } | Self::UnclosedTree { end, .. } => *end,
            Self::UnterminatedValue { start, .. } => *start,
            Self::Binary { location } => *location,
            Self::TooLarge { .. } | Self::BadIdentifier { .. } => Location::default(),
        }
    }
}
