//! Builds automata, which read the points around an anchor one by one.
//!
//! A lane is a pattern in one orientation: a list of points, each with the symbols that it may
//! hold. All lanes of an anchor's symbol run through one automaton. Its states read the points in
//! one order, those that exclude most lanes first. A state stands for the lanes that still fit: it
//! reads the next point that one of them asks about, and leaves out all points that none does. A
//! lane is reported by the state after its last point. Where only one lane is left over, the state
//! reports it with the number of its points that were read, and the scan tests the others.
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

use katachi_image::general::automaton::{AutomatonTables, Candidate, Head, MAX_LANES};
use katachi_image::general::{GeneralTables, Run, TestRecord};
use katachi_image::{Offset, Symbol};

use super::lanes::{self, ANCHORS, turn};
use super::orbits;
use super::point_tests;
use crate::model::Pattern;

/// The most words of one automaton: 64 kB, what the nearest caches of a processor hold.
const MAX_WORDS: usize = 1 << 14;

/// The rank of states that read no point: they come last.
const END: u16 = u16::MAX;

/// The points that a lane asks about, by rank, each with the symbols that it may hold.
type Tests = Vec<(u16, u8)>;

/// What a state of the product stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    /// The rank of the point to read.
    rank: u16,
    /// The lanes that ask about points, from this one on.
    left: Vec<u32>,
    /// The lanes to report.
    found: Vec<u32>,
}

/// What a state of the product does.
#[derive(Clone, Debug, Default)]
struct State {
    /// For each symbol 0, or the number of a target plus 1.
    classes: [u8; 4],
    /// The states that the classes lead to.
    targets: Vec<usize>,
    list: Vec<Candidate>,
    /// Whether the lanes of the list have points left to test.
    is_leaf: bool,
}

impl State {
    /// The number of words in the image.
    fn words(&self) -> usize {
        1 + usize::from(!self.list.is_empty()) + self.targets.len()
    }
}

/// An automaton. The first state is the start.
#[derive(Debug, Default)]
struct Product {
    keys: Vec<Key>,
    states: Vec<State>,
    /// The numbers of the states by rank: targets come later.
    order: Vec<usize>,
}

impl Product {
    /// The automaton of these lanes, at most this many words large.
    fn of(lanes: &[u32], tests: &[Tests], most: usize) -> Option<Self> {
        let mut product = Self::default();
        let mut known: HashMap<Key, usize> = HashMap::new();
        let mut open: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        let mut words = 0;
        let mut add = |keys: &mut Vec<Key>, open: &mut BTreeMap<u16, Vec<usize>>, key: Key| {
            *known.entry(key).or_insert_with_key(|key| {
                open.entry(key.rank).or_default().push(keys.len());
                keys.push(key.clone());
                keys.len() - 1
            })
        };
        add(&mut product.keys, &mut open, key(lanes, tests, 0));
        while let Some((_, numbers)) = open.pop_first() {
            for number in numbers {
                let from = product.keys[number].clone();
                let mut state = State {
                    list: from.list(tests),
                    is_leaf: from.is_leaf(),
                    ..State::default()
                };
                for symbol in Symbol::ALL {
                    let next = from.after(symbol, tests);
                    if from.is_leaf() || next.left.is_empty() && next.found.is_empty() {
                        continue;
                    }
                    let target = add(&mut product.keys, &mut open, next);
                    let known = state.targets.iter().position(|&known| known == target);
                    let class = known.unwrap_or(state.targets.len());
                    if class == state.targets.len() {
                        state.targets.push(target);
                    }
                    state.classes[symbol as usize] = class as u8 + 1;
                }
                words += state.words();
                if words > most {
                    return None;
                }
                product.states.resize(product.keys.len(), State::default());
                product.states[number] = state;
                product.order.push(number);
            }
        }
        Some(product)
    }

    /// Appends the states to the tables.
    fn write(&self, lists: &mut HashMap<Vec<Candidate>, u32>, tables: &mut AutomatonTables) {
        let mut places = vec![0; self.states.len()];
        let mut end = tables.states.len();
        for &number in &self.order {
            places[number] = end as u32;
            end += self.states[number].words();
        }
        for &number in &self.order {
            let state = &self.states[number];
            let head = match (state.is_leaf, state.targets.is_empty()) {
                (true, _) => Head::leaf(),
                (_, true) => Head::new(0, [0; 4], true),
                _ => {
                    let reports = !state.list.is_empty();
                    Head::new(self.keys[number].rank, state.classes, reports)
                }
            };
            tables.states.push(head.to_word());
            if let Some(last) = state.list.len().checked_sub(1) {
                let list = *lists.entry(state.list.clone()).or_insert_with(|| {
                    let start = tables.lists.len() as u32;
                    let words = state.list.iter().enumerate();
                    let words = words.map(|(place, one)| one.to_word(place == last));
                    tables.lists.extend(words);
                    start
                });
                tables.states.push(list);
            }
            let targets = state.targets.iter().map(|&target| places[target]);
            tables.states.extend(targets);
        }
    }
}

/// The state of these lanes, when all points before this rank are read.
fn key(lanes: &[u32], tests: &[Tests], rank: u16) -> Key {
    let mut key = Key {
        rank: END,
        left: Vec::new(),
        found: Vec::new(),
    };
    for &lane in lanes {
        let tests = &tests[lane as usize];
        match tests.get(tests.partition_point(|&(other, _)| other < rank)) {
            Some(&(next, _)) => {
                key.rank = key.rank.min(next);
                key.left.push(lane);
            }
            None => key.found.push(lane),
        }
    }
    key
}

impl Key {
    /// Whether only one lane is left over, and nothing else is to be reported.
    fn is_leaf(&self) -> bool {
        self.left.len() == 1 && self.found.is_empty()
    }

    /// The state after this symbol was read.
    fn after(&self, symbol: Symbol, tests: &[Tests]) -> Self {
        let fits = |lane: u32| {
            let tests = &tests[lane as usize];
            let place = tests.binary_search_by_key(&self.rank, |&(rank, _)| rank);
            place.map_or(true, |place| tests[place].1 & symbol.bit() != 0)
        };
        let left = self.left.iter().copied().filter(|&lane| fits(lane));
        key(
            &left.collect::<Vec<_>>(),
            tests,
            self.rank.saturating_add(1),
        )
    }

    /// The lanes that the state reports.
    fn list(&self, tests: &[Tests]) -> Vec<Candidate> {
        let lanes = if self.is_leaf() {
            &self.left
        } else {
            &self.found
        };
        let candidate = |&lane: &u32| {
            let read = tests[lane as usize].partition_point(|&(rank, _)| rank < self.rank);
            Candidate {
                lane,
                read: read as u32,
            }
        };
        lanes.iter().map(candidate).collect()
    }
}

/// The automata of these lanes: one, or as many as it takes.
fn products(mut lanes: Vec<u32>, tests: &[Tests]) -> Vec<Product> {
    lanes.sort_unstable();
    if let Some(product) = Product::of(&lanes, tests, MAX_WORDS) {
        return vec![product];
    }
    // This ends: the automaton of one lane is one leaf.
    lanes.sort_by(|&a, &b| tests[a as usize].cmp(&tests[b as usize]));
    let rest = lanes.split_off(lanes.len() / 2);
    let mut all = products(lanes, tests);
    all.extend(products(rest, tests));
    all
}

/// Adds the automata of these patterns to the tables; all points but the anchor become tests of
/// their patterns. Returns whether there was room for them.
pub(super) fn build(patterns: &[Pattern], tables: &mut GeneralTables) -> bool {
    let all: Vec<_> = patterns.iter().map(point_tests::of).collect();
    let points: Vec<Offset> = orbits::by_demand(&all).concat();
    let ranks = points.iter().zip(0..).map(|(&at, rank)| (at, rank));
    let ranks: HashMap<Offset, u16> = ranks.collect();
    // For each lane of the image.
    let mut tests: Vec<Tests> = Vec::new();
    let mut records = Vec::new();
    let mut anchors = Vec::new();
    for anchor in ANCHORS {
        let first = tests.len() as u32;
        for (pattern, orientation) in lanes::anchored(anchor, patterns, &all) {
            let mut of_lane = Tests::new();
            for &(at, allowed) in &all[pattern] {
                if let Some(&rank) = ranks.get(&turn(orientation, at)) {
                    of_lane.push((rank, allowed));
                }
            }
            of_lane.sort_unstable();
            tests.push(of_lane);
            records.push(lanes::record((pattern, orientation)));
        }
        anchors.push((anchor, (first..tests.len() as u32).collect::<Vec<_>>()));
    }
    if records.len() > MAX_LANES {
        return false;
    }
    let mut lists = HashMap::new();
    for (anchor, lanes) in anchors.into_iter().filter(|(_, lanes)| !lanes.is_empty()) {
        for product in products(lanes, &tests) {
            let automata = &mut tables.automata;
            automata.starts.push((anchor, automata.states.len() as u32));
            product.write(&mut lists, automata);
        }
    }
    for (record, tests) in tables.patterns.iter_mut().zip(&all) {
        let start = tables.tests.len();
        let others = tests.iter().filter(|(at, _)| *at != Offset::default());
        let others = others.map(|&(at, allowed)| TestRecord { at, allowed });
        tables.tests.extend(others);
        record.tests = Run::between(start, tables.tests.len());
    }
    tables.automata.points = points;
    tables.lanes = records;
    true
}
