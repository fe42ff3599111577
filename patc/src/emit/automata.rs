//! Builds automata, which read the points around an anchor one by one.
//!
//! A lane is a pattern in one orientation: a list of points, each with the symbols that it may
//! hold. All lanes of an anchor's symbol run through one automaton. Its states read the points in
//! the order of the spiral, from the anchor outwards. A state stands for the lanes that still fit:
//! it reads the next point that one of them asks about, and leaves out all points that none does. A
//! lane is reported by the state after its last point.
//!
//! Two paths that leave the same lanes over, with the same points to read, lead to one state. So
//! the product is minimal: of two states, some lane can still be reported from the one but not from
//! the other, or one of them reads a point earlier.
//!
//! Where the product would be too large, the lanes are divided by what they ask of the first
//! points, and each part gets an automaton of its own. A scan visits all of them, but most visits
//! end after a few points.
//!
//! The method is the product construction of Rabin and Scott, "Finite automata and their decision
//! problems", 1959. GNU Go matches its small databases so (manual, "The DFA pattern matcher"). That
//! states read only points that matter is as in ordered decision diagrams: Bryant, "Graph-based
//! algorithms for Boolean function manipulation", 1986.

use std::collections::{BTreeMap, HashMap};

use katachi_image::general::{GeneralTables, Run, TestRecord};
use katachi_image::{Offset, Symbol};
use katachi_image::general::automaton::{AutomatonRecord, Candidate, Head, rank, spiral};

use super::lanes::{self, ANCHORS, SHARES, turn};
use super::point_tests;
use crate::model::Pattern;

/// The most words of one automaton, half a megabyte.
const MAX_WORDS: usize = 1 << 17;

static LEAF: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
/// The points that a lane asks about, by rank, each with the symbols that it may hold.
type Tests = Vec<(u16, u8)>;

/// What a state of the product stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// The rank of the point to read; beyond all ranks if no lane is left.
    rank: u16,
    /// The lanes that ask about points, from this one on.
    left: Vec<u32>,
    /// The lanes to report.
    found: Vec<u32>,
    /// Whether the lanes that are left are tested one by one.
    leaf: bool,
}

/// A state: its class for each symbol, and the states that the classes lead to.
#[derive(Clone, Debug)]
struct State {
    classes: [u8; 4],
    targets: Vec<usize>,
}

/// An automaton: its states in an order in which targets come later; the first one is the start.
#[derive(Debug)]
struct Product {
    keys: Vec<Key>,
    states: Vec<State>,
    /// The states by rank.
    order: Vec<usize>,
}

/// What the automata of a database cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Cost {
    /// States that are visited on average at an anchor with a stone.
    pub visits: f32,
    /// Bytes of states and lists.
    pub bytes: usize,
}

impl Product {
    /// The automaton of these lanes, at most this many words large.
    fn of(lanes: &[u32], tests: &[Tests], most: usize) -> Option<Self> {
        let mut product = Self {
            keys: Vec::new(),
            states: Vec::new(),
            order: Vec::new(),
        };
        let mut known = HashMap::new();
        let mut open: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        let mut words = 0;
        let mut add = |product: &mut Self, open: &mut BTreeMap<u16, Vec<usize>>, key: Key| {
            *known.entry(key).or_insert_with_key(|key| {
                let number = product.keys.len();
                open.entry(key.rank).or_default().push(number);
                product.keys.push(key.clone());
                number
            })
        };
        let start = key(lanes.iter().copied(), tests, 0);
        add(&mut product, &mut open, start);
        while let Some((_, states)) = open.pop_first() {
            for number in states {
                let from = product.keys[number].clone();
                let mut state = State {
                    classes: [0; 4],
                    targets: Vec::new(),
                };
                for symbol in Symbol::ALL {
                    if from.leaf { break; }
                    let fits = |&lane: &u32| {
                        let tests = &tests[lane as usize];
                        let test = tests.binary_search_by_key(&from.rank, |&(rank, _)| rank);
                        test.is_err() || test.is_ok_and(|test| tests[test].1 & symbol.bit() != 0)
                    };
                    let fitting = from.left.iter().copied().filter(fits);
                    let next = key(fitting, tests, from.rank + 1);
                    if next.left.is_empty() && next.found.is_empty() {
                        continue;
                    }
                    let target = add(&mut product, &mut open, next);
                    let known = state.targets.iter().position(|&known| known == target);
                    let class = known.unwrap_or_else(|| {
                        state.targets.push(target);
                        state.targets.len() - 1
                    });
                    state.classes[symbol as usize] = class as u8 + 1;
                }
                words += 1 + usize::from(from.leaf || !from.found.is_empty()) + state.targets.len();
                if words > most {
                    return None;
                }
                product.states.resize_with(product.keys.len(), || State {
                    classes: [0; 4],
                    targets: Vec::new(),
                });
                product.states[number] = state;
                product.order.push(number);
            }
        }
        Some(product)
    }

    /// The number of states that a scan visits on average.
    fn visits(&self) -> f32 {
        let mut reached = vec![0.0; self.states.len()];
        reached[0] = 1.0;
        for &number in &self.order {
            let state = &self.states[number];
            for (symbol, share) in SHARES {
                if let Some(class) = usize::from(state.classes[symbol as usize]).checked_sub(1) {
                    reached[state.targets[class]] += reached[number] * share;
                }
            }
        }
        reached.iter().sum()
    }
}

/// The state of these lanes, when all points before this rank are read.
fn key(lanes: impl Iterator<Item = u32>, tests: &[Tests], rank: u16) -> Key {
    let mut key = Key {
        rank: spiral().len() as u16,
        left: Vec::new(),
        found: Vec::new(),
        leaf: false,
    };
    for lane in lanes {
        let tests = &tests[lane as usize];
        match tests.get(tests.partition_point(|&(other, _)| other < rank)) {
            Some(&(next, _)) => {
                key.rank = key.rank.min(next);
                key.left.push(lane);
            }
            None => key.found.push(lane),
        }
    }
    key.leaf = !key.left.is_empty() && key.left.len() <= LEAF.load(std::sync::atomic::Ordering::Relaxed);
    key
}

/// The automata of these lanes: one, or as many as it takes.
fn products(mut lanes: Vec<u32>, tests: &[Tests], most: usize) -> Vec<Product> {
    lanes.sort_unstable();
    if let Some(product) = Product::of(&lanes, tests, most) {
        return vec![product];
    }
    // One lane always fits: it has fewer points than there are words.
    lanes.sort_by(|&a, &b| tests[a as usize].cmp(&tests[b as usize]));
    let rest = lanes.split_off(lanes.len() / 2);
    let mut all = products(lanes, tests, most);
    all.extend(products(rest, tests, most));
    all
}

/// Adds the automata of these patterns to the tables. Returns what they cost.
pub(super) fn build(patterns: &[Pattern], tables: &mut GeneralTables) -> Cost {
    let all: Vec<_> = patterns.iter().map(point_tests::of).collect();
    for (record, tests) in tables.patterns.iter_mut().zip(&all) {
        let start = tables.tests.len();
        let tests = tests.iter().filter(|(at, _)| *at != Offset::default());
        (tables.tests).extend(tests.map(|&(at, allowed)| TestRecord { at, allowed }));
        record.tests = Run::between(start, tables.tests.len());
    }
    LEAF.store(std::env::var("A").map_or(0, |l| l.parse().unwrap()), std::sync::atomic::Ordering::Relaxed);
    let mut cost = Cost::default();
    let mut lists = HashMap::new();
    // For each lane of the image.
    let mut tests: Vec<Tests> = Vec::new();
    for anchor in ANCHORS {
        let first = tests.len();
        for (pattern, orientation) in lanes::anchored(anchor, patterns, &all) {
            let mut points: BTreeMap<u16, u8> = BTreeMap::new();
            for &(at, allowed) in &all[pattern] {
                *points.entry(rank(turn(orientation, at))).or_insert(u8::MAX) &= allowed;
            }
            points.remove(&0);
            tests.push(points.into_iter().collect());
            tables.lanes.push(lanes::record((pattern, orientation)));
        }
        let own: Vec<u32> = (first as u32..tests.len() as u32).collect();
        if own.is_empty() {
            continue;
        }
        for product in products(own, &tests, MAX_WORDS) {
            tables.automata.push(AutomatonRecord {
                anchor: anchor as u8,
                start: (tables.states.len() as u32).into(),
            });
            let share = SHARES.iter().find(|(symbol, _)| *symbol == anchor);
            cost.visits += product.visits() * share.map_or(0.0, |(_, share)| share / 0.34);
            write(&product, &tests, &mut lists, tables);
        }
    }
    cost.bytes = 4 * (tables.states.len() + tables.lists.len());
    cost
}

/// Appends the states of an automaton.
fn write(product: &Product, tests: &[Tests], lists: &mut HashMap<Vec<Candidate>, u32>, tables: &mut GeneralTables) {
    let mut places = vec![0; product.states.len()];
    let mut end = tables.states.len();
    for &number in &product.order {
        places[number] = end as u32;
        let key = &product.keys[number];
        let reports = key.leaf || !key.found.is_empty();
        end += 1 + usize::from(reports) + product.states[number].targets.len();
    }
    for &number in &product.order {
        let (key, state) = (&product.keys[number], &product.states[number]);
        let at = (spiral().get(usize::from(key.rank))).copied().unwrap_or_default();
        let list = |(lanes, rank): (&[u32], u16)| -> Vec<Candidate> {
            let passed = |lane: u32| tests[lane as usize].partition_point(|&(other, _)| other < rank);
            (lanes.iter())
                .map(|&lane| Candidate {
                    lane,
                    passed: passed(lane) as u32,
                })
                .collect()
        };
        let mut candidates = list((&key.found, u16::MAX));
        if key.leaf {
            candidates.extend(list((&key.left, key.rank)));
        }
        let head = match (key.leaf, candidates.is_empty()) {
            (true, _) => Head::leaf(),
            (false, none) => Head::new(at, state.classes, !none),
        };
        tables.states.push(head.0.into());
        if !candidates.is_empty() {
            let list = *lists.entry(candidates.clone()).or_insert_with(|| {
                let start = tables.lists.len() as u32;
                let last = candidates.len() - 1;
                let words = (candidates.iter().enumerate())
                    .map(|(place, one)| one.to_word(place == last));
                tables.lists.extend(words.map(zerocopy::little_endian::U32::new));
                start
            });
            tables.states.push(list.into());
        }
        for &target in &state.targets {
            tables.states.push(places[target].into());
        }
    }
}
