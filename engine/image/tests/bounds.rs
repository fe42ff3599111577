//! Limits: an image is refused at opening if a match with it could cost too much.

use katachi_image::bytecode::{Instruction, MAX_PROGRAM, Op};
use katachi_image::container::Fingerprint;
use katachi_image::general::automaton::{AutomatonTables, Candidate, Head};
use katachi_image::general::{
    CornerNode, GeneralTables, LaneRecord, MAX_CORNER_STONES, MAX_TESTS, MAX_VALUES, PatternRecord,
    Run, SlateRecord, TestRecord, ValueRecord, corner_node,
};
use katachi_image::{Attribute, AttributeMap, Offset, Role, Symbol};

/// An image of one pattern: a single cell.
fn tables() -> GeneralTables {
    let name = Run::between(0, 1);
    GeneralTables {
        text: "A".to_owned(),
        files: vec![name],
        patterns: vec![PatternRecord {
            name,
            symmetry: b'8',
            extent: Offset { row: 1, col: 1 },
            ..PatternRecord::default()
        }],
        ..GeneralTables::default()
    }
}

/// Opens an image of the tables.
fn opened(tables: &GeneralTables) -> Result<(), String> {
    let image = tables.encode(Role::Patterns, AttributeMap::General, Fingerprint([0; 32]));
    image.map(drop).map_err(|error| error.to_string())
}

fn expect_refused(tables: &GeneralTables, reason: &str) {
    let error = opened(tables).expect_err(reason);
    assert!(error.contains(reason), "{error}");
}

fn with_slates(slates: &[(u8, &[(u32, u8)])]) -> GeneralTables {
    let mut tables = tables();
    for &(anchor, lanes) in slates {
        let start = tables.lanes.len();
        let lanes = lanes.iter().map(|&(pattern, symmetry)| LaneRecord {
            pattern: pattern.into(),
            symmetry,
        });
        tables.lanes.extend(lanes);
        tables.slates.push(SlateRecord {
            anchor,
            lanes: Run::between(start, tables.lanes.len()),
            masks: Run::default(),
        });
    }
    tables
}

#[test]
fn lanes_are_distinct() {
    let all: Vec<(u32, u8)> = (0..8).map(|symmetry| (0, symmetry)).collect();
    assert_eq!(opened(&with_slates(&[(1, &all), (2, &all)])), Ok(()));
    let reason = "lanes that do not rise";
    expect_refused(&with_slates(&[(1, &[(0, 0), (0, 0)])]), reason);
    expect_refused(&with_slates(&[(1, &[(0, 1), (0, 0)])]), reason);
    let many: Vec<(u32, u8)> = vec![(0, 0); 20_000];
    expect_refused(&with_slates(&[(1, &many)]), reason);
}

#[test]
fn each_anchor_has_one_slate() {
    let reason = "anchors that do not rise";
    expect_refused(&with_slates(&[(1, &[(0, 0)]), (1, &[(0, 0)])]), reason);
    expect_refused(&with_slates(&[(2, &[(0, 0)]), (1, &[(0, 0)])]), reason);
}

/// An image with these automata; both of its lanes are those of its only pattern.
fn with_automata(automata: AutomatonTables) -> GeneralTables {
    let lanes = [0, 1].map(|symmetry| LaneRecord {
        pattern: 0.into(),
        symmetry,
    });
    GeneralTables {
        lanes: lanes.into(),
        automata,
        ..tables()
    }
}

/// A list of lanes.
fn list(lanes: &[u32]) -> Vec<u32> {
    let last = lanes.len() - 1;
    let word = |(place, &lane): (usize, &u32)| Candidate { lane, read: 0 }.to_word(place == last);
    lanes.iter().enumerate().map(word).collect()
}

/// An automaton that reads one point, and reports both lanes if it is empty.
fn automaton() -> AutomatonTables {
    let read = Head::new(0, [1, 0, 0, 0], false).to_word();
    let report = Head::new(0, [0; 4], true).to_word();
    AutomatonTables {
        starts: vec![(Symbol::Own, 0)],
        points: vec![Offset { row: 0, col: 1 }],
        states: vec![read, 2, report, 0],
        lists: list(&[0, 1]),
    }
}

#[test]
fn a_scan_ends_and_meets_each_lane_once() {
    let refused = |change: fn(&mut AutomatonTables), reason| {
        let mut tables = automaton();
        change(&mut tables);
        expect_refused(&with_automata(tables), reason);
    };
    assert_eq!(opened(&with_automata(automaton())), Ok(()));
    let no_later_point = "a target that is no state, or that reads no later point";
    refused(|tables| tables.states[1] = 0, no_later_point);
    refused(|tables| tables.states[1] = 3, no_later_point);
    refused(|tables| tables.states[1] = 9, no_later_point);
    refused(
        |tables| tables.states[2] = Head::new(0, [1, 0, 0, 0], true).to_word(),
        "no head of a state",
    );
    refused(|tables| tables.states[0] |= 1 << 30, "no head of a state");
    refused(|tables| tables.states[0] |= 7, "no head of a state");
    refused(|tables| tables.states[0] |= 1 << 16, "no head of a state");
    refused(|tables| tables.states[3] = 2, "an unknown list");
    refused(|tables| tables.lists[1] = 1, "a list without an end");
    refused(|tables| tables.lists = list(&[0, 2]), "an unknown lane");
    refused(|tables| tables.points[0].row = 26, "too far away");
    let too_many = "a scan that meets no lane, or too many";
    refused(|tables| tables.lists = list(&[0, 1, 0]), too_many);
    refused(|tables| tables.starts.push((Symbol::Own, 0)), too_many);
    refused(
        |tables| {
            let first = Head::new(0, [1, 0, 0, 0], true).to_word();
            tables.states = vec![first, 0, 3, Head::new(0, [0; 4], true).to_word(), 0];
        },
        too_many,
    );
    let order = "an unknown anchor or start, or out of order";
    refused(|tables| tables.starts.push((Symbol::Empty, 0)), order);
    refused(|tables| tables.starts[0].0 = Symbol::Off, order);
    refused(|tables| tables.starts[0].1 = 1, order);
    let other = |tables: &mut AutomatonTables| tables.starts.push((Symbol::Opponent, 2));
    let mut tables = automaton();
    other(&mut tables);
    assert_eq!(opened(&with_automata(tables)), Ok(()));
}

#[test]
fn what_is_looked_through_for_a_match_has_limits() {
    let mut long = tables();
    let test = TestRecord {
        at: Offset::default(),
        allowed: 15,
    };
    long.tests = vec![test; MAX_TESTS];
    long.patterns[0].tests = Run::between(0, MAX_TESTS);
    assert_eq!(opened(&long), Ok(()));
    long.tests.push(test);
    long.patterns[0].tests = Run::between(0, MAX_TESTS + 1);
    expect_refused(&long, "too many tests");

    let mut rich = tables();
    let value = ValueRecord {
        attribute: Attribute::Value as u8,
        label: 0,
        number: 1.0.into(),
    };
    rich.values = vec![value; MAX_VALUES + 1];
    rich.patterns[0].values = Run::between(0, MAX_VALUES + 1);
    expect_refused(&rich, "too many values");

    let mut busy = tables();
    let nothing = Instruction::new(Op::Nothing, 0);
    busy.code = vec![nothing; MAX_PROGRAM + 1];
    busy.patterns[0].action = Run::between(0, MAX_PROGRAM + 1);
    expect_refused(&busy, "a program that is too long");
}

#[test]
fn corner_trees_are_no_deeper_than_patterns_have_stones() {
    let deep = |stones: usize| {
        let node = CornerNode {
            at: [0, 0],
            stones: 1,
            flags: corner_node::SAME,
            next: (stones as u32).into(),
        };
        let mut tables = tables();
        tables.corners = vec![node; stones];
        tables
    };
    assert_eq!(opened(&deep(MAX_CORNER_STONES)), Ok(()));
    expect_refused(&deep(100_000), "too many stones");
}
