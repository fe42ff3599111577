//! Why an image cannot be shown.

use katachi_image::Kind;

use crate::decompile::NoTree;

/// Why an image cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InspectError {
    /// The images to be compared are of different kinds.
    #[error("expected two images of one kind, found {} and {}", .0.things(), .1.things())]
    Kinds(Kind, Kind),
    /// The code of a pattern is valid, but was not written by a compiler.
    #[error("pattern {pattern}: {reason}")]
    Code {
        /// The name of the pattern.
        pattern: String,
        /// What is wrong.
        reason: NoTree,
    },
    /// A neighbourhood has no weights, or other ones when it is turned.
    #[error(
        "neighbourhood {picture}: expected the same weights in all orientations, found none or others: no compiler wrote this table"
    )]
    Weights {
        /// The neighbourhood, its rows between blanks.
        picture: String,
    },
}
