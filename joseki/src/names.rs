//! Names of patterns: running numbers, or names from the moves, which stay the same when other
//! parts of the tree change.

use std::fmt::Write;

/// One step of a path; points are distances from the corner's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// A stone that is set up before the first move.
    Setup {
        /// Whether it has the colour of the first move.
        first: bool,
        /// Row and column from the corner's edges.
        at: (usize, usize),
    },
    /// A move.
    Move {
        /// Whether the side that made the first move plays.
        first: bool,
        /// Row and column from the corner's edges; `None` is a pass.
        at: Option<(usize, usize)>,
    },
}

/// How patterns are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// The prefix, the number of the move, its point, and eight characters from a hash of all moves
    /// that lead to it. The name does not depend on the rest of the tree, on the corner, or on the
    /// side that begins.
    #[default]
    Path,
    /// The prefix and a running number in the order of the tree, as GNU Go names them. Names change
    /// when patterns are inserted before them.
    Numbered,
}

/// Whether a node's name is valid for a pattern: one word of ASCII letters, digits and signs.
pub(crate) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_graphic())
}

/// The first moves of a line, as many as a person reads; if there are more, their number.
pub(crate) fn clipped(moves: impl Iterator<Item = String>, count: usize) -> String {
    const READABLE: usize = 60;
    let mut text = moves.take(READABLE).collect::<Vec<_>>().join(", ");
    if count > READABLE {
        // Writing to a string does not fail.
        let _ = write!(text, ", ... ({count} moves)");
    }
    text
}

/// The name of the pattern at the end of a path; `number` counts patterns, from 1.
pub(crate) fn name(naming: Naming, prefix: &str, number: usize, path: &[Step]) -> String {
    match naming {
        Naming::Numbered => format!("{prefix}{number}"),
        Naming::Path => {
            let moves = path
                .iter()
                .filter(|step| matches!(step, Step::Move { .. }))
                .count();
            let mut name = format!("{prefix}{moves}");
            if let Some(Step::Move { at: Some(at), .. }) = path.last() {
                name.extend([letter(at.1), letter(at.0)]);
            }
            name.push_str(&digest(path));
            name
        }
    }
}

/// The digits of hashes: characters that do not look alike.
const CHARACTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The letter of a distance from an edge.
fn letter(distance: usize) -> char {
    char::from(b'a' + (distance.min(25) as u8))
}

/// Eight characters, each five bits, of a hash of the path.
fn digest(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        let (kind, first, at) = match *step {
            Step::Setup { first, at } => ('s', first, Some(at)),
            Step::Move { first, at } => ('m', first, at),
        };
        // Writing to a string does not fail.
        let _ = write!(text, "{kind}{}{at:?};", u8::from(first));
    }
    let hash = blake3::hash(text.as_bytes());
    let bits = hash
        .as_bytes()
        .iter()
        .take(5)
        .fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
    (0..8)
        .map(|i| char::from(CHARACTERS[(bits >> (5 * i) & 31) as usize]))
        .collect()
}
