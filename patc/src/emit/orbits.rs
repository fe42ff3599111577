//! Points in the order in which it pays to read them: by how many lanes they exclude.

use std::collections::BTreeMap;

use katachi_image::Offset;

use super::point_tests::PointTest;
use crate::shares::share;

/// How selective a test is, in hundredths of a bit: minus the logarithm of how often its symbols
/// occur.
pub(super) fn demand(allowed: u8) -> u32 {
    (-100.0 * share(allowed).max(0.01).log2()).round() as u32
}

/// The orbit of an offset: all the places to which the symmetries map it, as one key.
fn orbit(at: Offset) -> (u8, u8) {
    let (row, col) = (at.row.unsigned_abs(), at.col.unsigned_abs());
    (row.min(col), row.max(col))
}

/// All offsets of an orbit.
fn points((short, long): (u8, u8)) -> Vec<Offset> {
    let signs = |x: u8| [x as i8, -(x as i8)];
    let mut points = Vec::new();
    for (row, col) in [(short, long), (long, short)] {
        for row in signs(row) {
            for col in signs(col) {
                points.push(Offset { row, col });
            }
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// The orbits of all points that these tests are about, without the anchor: those with the highest
/// selectivity for each of their points first, among equals the nearest. `all` has the tests of
/// each pattern, in the orientation of its diagram.
pub(super) fn by_demand(all: &[Vec<PointTest>]) -> Vec<Vec<Offset>> {
    let mut demands: BTreeMap<(u8, u8), u32> = BTreeMap::new();
    for &(at, allowed) in all.iter().flatten() {
        *demands.entry(orbit(at)).or_default() += demand(allowed);
    }
    // The choice of the lanes by the anchor's symbol tests the anchor itself.
    demands.remove(&(0, 0));
    let mut orbits: Vec<(u32, (u8, u8))> = (demands.into_iter())
        .map(|(orbit, demand)| (demand / points(orbit).len() as u32, orbit))
        .collect();
    orbits.sort_by_key(|&(demand, orbit)| (std::cmp::Reverse(demand), orbit));
    orbits.into_iter().map(|(_, orbit)| points(orbit)).collect()
}
