//! Lanes: patterns in one orientation each, as all matchers of general databases try them.

use katachi_board::Symmetry;
use katachi_image::general::LaneRecord;
use katachi_image::{Offset, Symbol};

use super::point_tests::PointTest;
use crate::model::Pattern;

/// The symbols that an anchor may hold.
pub(super) const ANCHORS: [Symbol; 3] = [Symbol::Empty, Symbol::Own, Symbol::Opponent];

/// The number of a pattern, and its orientation.
pub(super) type Lane = (usize, Symmetry);

/// The lanes of all patterns whose anchor holds this symbol, by pattern and orientation. `all` has
/// the tests of each pattern.
pub(super) fn anchored(anchor: Symbol, patterns: &[Pattern], all: &[Vec<PointTest>]) -> Vec<Lane> {
    (patterns.iter().zip(all).enumerate())
        .filter(|(_, (_, tests))| tests.contains(&(Offset::default(), anchor.bit())))
        .flat_map(|(number, (pattern, _))| {
            Symmetry::all()
                .filter(|orientation| pattern.orientations >> orientation.number() & 1 != 0)
                .map(move |orientation| (number, orientation))
        })
        .collect()
}

/// The lane as an image stores it.
pub(super) fn record((pattern, orientation): Lane) -> LaneRecord {
    LaneRecord {
        pattern: (pattern as u32).into(),
        symmetry: orientation.number() as u8,
    }
}

/// The offset in this orientation.
pub(super) fn turn(orientation: Symmetry, at: Offset) -> Offset {
    let (row, col) = orientation.apply(at.row.into(), at.col.into());
    Offset {
        row: row as i8,
        col: col as i8,
    }
}
