//! Automata: all patterns of a group tested in one walk over the points around an anchor.
//!
//! A pattern becomes a list of tests: at this offset from the anchor, one of these symbols. The
//! offsets of all patterns, from near to far, are the probes. A state of an automaton knows which
//! patterns of its group are still possible, reads the next probe that any of them tests, and goes
//! on to the state of those that survive (subset construction). Probes that no surviving pattern
//! tests are never read. Matchers turn the probes, not the patterns, to cover the eight
//! orientations.
//!
//! Patterns that test different points multiply states, so patterns are sorted by their tests and
//! cut into groups that stay small. GNU Go merges all patterns of a database into one automaton;
//! for its larger databases that takes hundreds of thousands of states (fact sheet, 10.6).

use std::collections::HashMap;

use katachi_image::general::{GeneralTables, LAST, NONE, RootRecord, StateRecord};
use katachi_image::{Cell, Offset, Symbol, border};

use super::offset;
use crate::model::Pattern;

/// The most patterns of a group: one bit each.
const MAX_GROUP: usize = 64;

/// The most states of an automaton; a group that needs more is divided.
const MAX_STATES: usize = 4096;

/// At this probe, one of these symbols.
type Test<P> = (P, u8);

/// What is tested for one pattern, its anchor first, nearer points before farther ones.
struct Tests {
    pattern: usize,
    anchor: Symbol,
    list: Vec<Test<u16>>,
}

/// Nearer points first; among equally near ones in a fixed order.
fn distance(at: Offset) -> (u8, Offset) {
    (at.row.unsigned_abs() + at.col.unsigned_abs(), at)
}

/// Adds the automata of these patterns to the tables.
pub(super) fn build(patterns: &[Pattern], tables: &mut GeneralTables) {
    let raw: Vec<Vec<Test<Offset>>> = patterns.iter().map(tests).collect();
    let mut probes: Vec<Offset> = raw.iter().flatten().map(|&(at, _)| at).collect();
    probes.sort_by_key(|&at| distance(at));
    probes.dedup();
    let number =
        |at: Offset| probes.partition_point(|&probe| distance(probe) < distance(at)) as u16;

    let mut all: Vec<Tests> = raw
        .iter()
        .enumerate()
        .filter(|(pattern, _)| patterns[*pattern].orientations != 0)
        .filter_map(|(pattern, raw)| {
            let mut list: Vec<_> = raw.iter().map(|&(at, mask)| (number(at), mask)).collect();
            list.sort_unstable();
            // The anchor's own test is made by choosing the root.
            let &(_, mask) = raw.iter().find(|(at, _)| *at == Offset::default())?;
            let anchor = Symbol::ALL
                .into_iter()
                .find(|symbol| symbol.bit() == mask)?;
            Some(Tests {
                pattern,
                anchor,
                list,
            })
        })
        .collect();
    // Stable, so that equal patterns keep their source order.
    all.sort_by(|a, b| (a.anchor as u8, &a.list).cmp(&(b.anchor as u8, &b.list)));

    let mut groups: Vec<&[Tests]> = all
        .chunk_by(|a, b| a.anchor == b.anchor)
        .flat_map(|same_anchor| same_anchor.chunks(MAX_GROUP))
        .collect();
    groups.reverse();
    while let Some(group) = groups.pop() {
        let mut builder = Builder::new(group);
        let everybody = u64::MAX >> (64 - group.len());
        if let Some(root) = builder.state(everybody, 0) {
            builder.finish(root, group[0].anchor, tables);
        } else {
            let (first, second) = group.split_at(group.len() / 2);
            groups.extend([second, first]);
        }
    }
    tables.probes = probes;
}

/// Everything that must hold for a pattern to match: its cells, that its rectangle lies on the
/// board, and its borders.
fn tests(pattern: &Pattern) -> Vec<Test<Offset>> {
    let diagram = &pattern.diagram;
    let at = |row: usize, col: usize| offset(pattern, row, col);
    let mut tests: Vec<Test<Offset>> = diagram
        .iter()
        .filter(|(_, _, cell)| *cell != Cell::Any)
        .map(|(row, col, cell)| (at(row, col), cell.symbols()))
        .collect();
    // A rectangle lies on the board if each of its sides does somewhere. Where no cell says so,
    // the point of that side straight beside the anchor does.
    let (top, left) = (at(0, 0).row, at(0, 0).col);
    let last = at(diagram.rows - 1, diagram.cols - 1);
    let (bottom, right) = (last.row, last.col);
    let on_board = Cell::Any.symbols();
    let sides = [
        Offset { row: top, col: 0 },
        Offset {
            row: bottom,
            col: 0,
        },
        Offset { row: 0, col: left },
        Offset { row: 0, col: right },
    ];
    for (index, side) in sides.into_iter().enumerate() {
        let touches = |&(test, _): &Test<Offset>| match index {
            0 | 1 => test.row == side.row,
            _ => test.col == side.col,
        };
        if !tests.iter().any(touches) {
            tests.push((side, on_board));
        }
    }
    let beyond = [
        (
            border::NORTH,
            Offset {
                row: top - 1,
                col: 0,
            },
        ),
        (
            border::SOUTH,
            Offset {
                row: bottom + 1,
                col: 0,
            },
        ),
        (
            border::WEST,
            Offset {
                row: 0,
                col: left - 1,
            },
        ),
        (
            border::EAST,
            Offset {
                row: 0,
                col: right + 1,
            },
        ),
    ];
    for (side, at) in beyond {
        if diagram.borders & side != 0 {
            tests.push((at, Symbol::Off.bit()));
        }
    }
    tests
}

struct Builder<'a> {
    group: &'a [Tests],
    /// States by what they still have to find out: the possible patterns and the next probe.
    known: HashMap<(u64, u16), u32>,
    /// Children before their parents.
    states: Vec<Draft>,
}

struct Draft {
    probe: u16,
    accepts: u64,
    next: [u32; 4],
}

impl<'a> Builder<'a> {
    fn new(group: &'a [Tests]) -> Self {
        Self {
            group,
            known: HashMap::new(),
            states: Vec::new(),
        }
    }

    fn members(set: u64) -> impl Iterator<Item = usize> {
        (0..64).filter(move |member| set >> member & 1 != 0)
    }

    /// The state in which these patterns have passed all their tests before probe `from`.
    ///
    /// The recursion is as deep as a pattern has tests, at most one for each point of a board.
    fn state(&mut self, possible: u64, from: u16) -> Option<u32> {
        let next_test = |member: usize| {
            let tests = &self.group[member].list;
            let place = tests.partition_point(|&(probe, _)| probe < from);
            tests.get(place).copied()
        };
        let mut probe = None;
        let mut accepts = 0;
        for member in Self::members(possible) {
            match next_test(member) {
                None => accepts |= 1 << member,
                Some((next, _)) => probe = Some(probe.map_or(next, |p: u16| p.min(next))),
            }
        }
        let key = (possible, probe.unwrap_or(u16::MAX));
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let mut next = [NONE; 4];
        if let Some(probe) = probe {
            let mut survivors = [0; 4];
            for member in Self::members(possible & !accepts) {
                let mask = match next_test(member) {
                    Some((next, mask)) if next == probe => mask,
                    _ => 0b1111,
                };
                for symbol in Symbol::ALL {
                    if mask & symbol.bit() != 0 {
                        survivors[symbol as usize] |= 1 << member;
                    }
                }
            }
            for (next, survivors) in next.iter_mut().zip(survivors) {
                if survivors != 0 {
                    *next = self.state(survivors, probe + 1)?;
                }
            }
        }
        if self.states.len() >= MAX_STATES && self.group.len() > 1 {
            return None;
        }
        let number = self.states.len() as u32;
        self.states.push(Draft {
            probe: probe.unwrap_or_default(),
            accepts,
            next,
        });
        self.known.insert(key, number);
        Some(number)
    }

    /// Adds the states to the tables, parents first, and the root.
    fn finish(self, root: u32, anchor: Symbol, tables: &mut GeneralTables) {
        let base = tables.states.len() as u32;
        let last = self.states.len() as u32 - 1;
        let place = |state: u32| {
            if state == NONE {
                NONE
            } else {
                base + last - state
            }
        };
        for draft in self.states.iter().rev() {
            let accepts = if draft.accepts == 0 {
                NONE
            } else {
                let first = tables.accepts.len();
                let members = Self::members(draft.accepts);
                let mut numbers: Vec<_> = members
                    .map(|member| self.group[member].pattern as u32)
                    .collect();
                numbers.sort_unstable();
                for number in numbers {
                    tables.accepts.push(number.into());
                }
                if let Some(end) = tables.accepts.last_mut() {
                    *end = (end.get() | LAST).into();
                }
                first as u32
            };
            tables.states.push(StateRecord {
                probe: draft.probe.into(),
                accepts: accepts.into(),
                next: draft.next.map(|next| place(next).into()),
            });
        }
        tables.roots.push(RootRecord {
            anchor: anchor as u8,
            state: place(root).into(),
        });
    }
}
