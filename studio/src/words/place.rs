//! Where a pattern is written.

use std::fmt;

use katachi_image::Pattern;
use serde::Serialize;

/// The name of a pattern, and its place in the source.
#[derive(Debug, Serialize)]
pub struct PatternPlace {
    pattern: String,
    file: String,
    line: u32,
}

impl PatternPlace {
    /// The place of this pattern.
    pub fn of(pattern: &Pattern<'_>) -> Self {
        Self {
            pattern: pattern.name().to_owned(),
            file: pattern.file().to_owned(),
            line: pattern.line(),
        }
    }
}

impl fmt::Display for PatternPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:{}", self.pattern, self.file, self.line)
    }
}
