//! Matches: where the diagrams of patterns fit.

use katachi_board::{BoardSize, Point, Symmetry};
use katachi_image::{Offset, Pattern};

/// The most matches at one anchor, far more than real databases have.
///
/// Patterns that fit everywhere could fill the memory or delay a move. Beyond the limit, the
/// matches of the last patterns are dropped.
pub const MAX_MATCHES: usize = 1 << 12;

/// Drops matches beyond the limit at each anchor; the matches are ordered by anchor.
pub(crate) fn limit(found: &mut Vec<Match>) {
    let (mut anchor, mut count) = (None, 0);
    found.retain(|one| {
        if anchor != Some(one.anchor) {
            (anchor, count) = (Some(one.anchor), 0);
        }
        count += 1;
        count <= MAX_MATCHES
    });
}

/// A place where a pattern's diagram fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match {
    /// The point of the anchor.
    pub anchor: Point,
    /// The index of the pattern in the image.
    pub pattern: u32,
    /// The orientation of the diagram.
    pub symmetry: Symmetry,
}

impl Match {
    /// The point at this offset from the anchor, if it is on the board.
    pub fn point(&self, offset: Offset, size: BoardSize) -> Option<Point> {
        let (row, col) = self.symmetry.apply(offset.row.into(), offset.col.into());
        self.anchor.offset(row, col, size)
    }

    /// The move that the pattern proposes, if it has one.
    pub fn mv(&self, pattern: &Pattern<'_>, size: BoardSize) -> Option<Point> {
        self.point(pattern.mv()?, size)
    }
}
