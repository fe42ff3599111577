//! Problems of a joseki tree: what is wrong, where, and what to do about it.

use std::fmt;

use katachi_sgf::Location;

/// Whether something was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// An oddity; the node was read all the same.
    Warning,
    /// A node gives no pattern, or a wrong one.
    Error,
}

/// A problem at a place in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The place in the file, counted from 1.
    pub location: Location,
    /// The node, as the moves that lead to it, such as `B R16, W P17`; empty for the file as a
    /// whole.
    pub node: String,
    /// What was expected, what was found, what to do.
    pub message: String,
}

impl fmt::Display for Problem {
    /// `12:5: error: MESSAGE (after B R16, W P17)`; the caller adds the file's name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{}: {kind}: {}", self.location, self.message)?;
        if self.node.is_empty() {
            Ok(())
        } else {
            write!(f, " (node {})", self.node)
        }
    }
}
