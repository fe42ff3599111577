//! Builds slates: the bit masks by which the matcher tests all lanes of a database at once.
//!
//! A lane is a pattern in one orientation: one bit. Around each anchor lies a *window* of points,
//! the same for all lanes. For each point of the window and each symbol that may be there, the
//! slate stores the mask of the lanes that allow the symbol.
//!
//! A matcher reads the window and takes the conjunction of the masks. The remaining bits are the
//! lanes that may match; it tests their points outside the window one by one, the most demanding
//! first. The idea is that of bit-parallel string matching: Baeza-Yates and Gonnet, "A new approach
//! to text searching", 1992.
//!
//! Each database has a window of its own: the points at which its patterns are most selective. The
//! window is closed under the symmetries, so that all lanes of a pattern have the same points
//! outside it.

use katachi_image::general::{GeneralTables, Run, SlateRecord, TestRecord};
use katachi_image::{Offset, Symbol};

use super::lanes::{self, ANCHORS, Lane, turn};
use super::orbits::{self, demand};
use super::point_tests::{self, PointTest};
use crate::model::Pattern;

/// The most points of a window. More points cost more time than the lanes they exclude would.
const WINDOW: usize = 24;

/// The window of a database: the orbits with the highest selectivity for each of their points.
fn window(all: &[Vec<PointTest>]) -> Vec<Offset> {
    let mut window = Vec::new();
    for orbit in orbits::by_demand(all) {
        if window.len() + orbit.len() <= WINDOW {
            window.extend(orbit);
        }
    }
    window
}

/// Adds the slates of these patterns to the tables, and the tests of points outside the window.
pub(super) fn build(patterns: &[Pattern], tables: &mut GeneralTables) {
    let all: Vec<Vec<PointTest>> = patterns.iter().map(point_tests::of).collect();
    tables.window = window(&all);
    let in_window = |at: Offset| at == Offset::default() || tables.window.contains(&at);
    for (record, tests) in tables.patterns.iter_mut().zip(&all) {
        let start = tables.tests.len();
        let mut outside: Vec<&PointTest> = tests.iter().filter(|(at, _)| !in_window(*at)).collect();
        outside.sort_by_key(|&&(at, allowed)| (std::cmp::Reverse(demand(allowed)), at));
        let records = outside
            .into_iter()
            .map(|&(at, allowed)| TestRecord { at, allowed });
        tables.tests.extend(records);
        record.tests = Run::between(start, tables.tests.len());
    }
    for anchor in ANCHORS {
        let lanes = lanes::anchored(anchor, patterns, &all);
        if !lanes.is_empty() {
            slate(anchor, &lanes, &all, tables);
        }
    }
}

fn slate(anchor: Symbol, own: &[Lane], all: &[Vec<PointTest>], tables: &mut GeneralTables) {
    let words = own.len().div_ceil(64);
    let rows = tables.window.len() * Symbol::ALL.len();
    let mut masks = vec![0u64; rows * words];
    for (place, &(pattern, orientation)) in own.iter().enumerate() {
        let mut allowed = vec![u8::MAX; tables.window.len()];
        for &(at, symbols) in &all[pattern] {
            let at = turn(orientation, at);
            if let Some(point) = tables.window.iter().position(|&point| point == at) {
                allowed[point] &= symbols;
            }
        }
        for (point, allowed) in allowed.into_iter().enumerate() {
            for symbol in Symbol::ALL {
                if allowed & symbol.bit() != 0 {
                    let row = point * Symbol::ALL.len() + symbol as usize;
                    masks[row * words + place / 64] |= 1 << (place % 64);
                }
            }
        }
    }
    let first_lane = tables.lanes.len();
    tables.lanes.extend(own.iter().copied().map(lanes::record));
    let first_mask = tables.masks.len();
    tables
        .masks
        .extend(masks.into_iter().map(zerocopy::little_endian::U64::new));
    tables.slates.push(SlateRecord {
        anchor: anchor as u8,
        lanes: Run::between(first_lane, tables.lanes.len()),
        masks: Run::between(first_mask, tables.masks.len()),
    });
}
