//! Worked examples, and spreading against a slow twin.

use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Field, Form, Influence, Region, Stones};

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

fn at(name: &str, board: &Board) -> Point {
    Point::from_vertex(name, board.size()).expect("a vertex")
}

fn board_of(size: usize, black: &str, white: &str) -> Board {
    let size = BoardSize::new(size).expect("a size");
    let sides = [(BLACK, black), (WHITE, white)];
    let stones = sides.into_iter().flat_map(|(color, names)| {
        let names = names.split_whitespace();
        names.map(move |name| (color, Point::from_vertex(name, size).expect("a vertex")))
    });
    Board::with_stones(size, stones).expect("a position")
}

/// All stones of the board, safe and of this weakness.
fn all_safe(board: &Board, weakness: f32) -> Stones {
    let mut stones = Stones::new();
    for color in Color::BOTH {
        stones.add(board.stones(color), weakness);
    }
    stones
}

fn assert_near(found: f32, expected: f32, what: &str) {
    let difference = (found - expected).abs();
    assert!(difference < 0.006, "{what}: {found}, expected {expected}");
}

/// The influence of a lone stone at these distances below and right of it.
fn around(influence: &Influence, stone: Point, offsets: &[(i32, i32)]) -> Vec<f32> {
    let size = influence.board_size();
    let points = offsets
        .iter()
        .map(|&(row, col)| stone.offset(row, col, size));
    points
        .map(|point| influence.of(BLACK, point.expect("on the board")))
        .collect()
}

const OFFSETS: [(i32, i32); 5] = [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)];

#[test]
fn a_lone_stone_spreads_as_in_gnu_go() {
    // Printed by GNU Go 3.8 for a stone of full strength, and for one of strength 70.
    let cases = [
        (5, "C3", 0.0, [41.67, 24.51, 17.36, 10.21, 7.71]),
        (7, "D4", 1.0, [29.17, 17.16, 12.15, 7.15, 5.40]),
    ];
    for (size, name, weakness, expected) in cases {
        let board = board_of(size, name, "");
        let stones = all_safe(&board, weakness);
        let field = Field::new(&board, &stones, Form::Territory, Some(WHITE));
        let influence = field.spread();
        let found = around(&influence, at(name, &board), &OFFSETS);
        for (found, expected) in found.into_iter().zip(expected) {
            assert_near(found, expected, name);
        }
        assert_near(influence.of(WHITE, at("A1", &board)), 0.0, "White");
    }
}

#[test]
fn a_lone_stone_with_invasions_gives_gnu_gos_map() {
    // GNU Go 3.8: `play b E5`, `initial_influence white black_influence`. Its patterns add four
    // sources for both sides, and four weak ones for White.
    let board = board_of(9, "E5", "");
    let mut field = Field::new(
        &board,
        &all_safe(&board, 0.26),
        Form::Territory,
        Some(WHITE),
    );
    for name in ["C7", "G7", "C3", "G3"] {
        for color in Color::BOTH {
            field.add_source(color, at(name, &board), 2.0, 1.5);
        }
    }
    for name in ["E7", "C5", "G5", "E3"] {
        field.add_source(WHITE, at(name, &board), 0.2, 1.5);
    }
    let influence = field.spread();
    let rows = [
        [2.21, 2.84, 3.85, 4.17, 4.83],
        [2.84, 4.29, 6.03, 6.85, 8.66],
        [3.85, 6.03, 10.20, 11.92, 18.27],
        [4.17, 6.85, 11.92, 24.38, 39.89],
        [4.83, 8.66, 18.27, 39.89, 92.20],
    ];
    let values = [
        [-0.03, -0.03, -0.03, -0.03, -0.07],
        [-0.03, -0.04, -0.03, -0.04, -0.08],
        [-0.03, -0.03, -0.04, -0.07, -0.14],
        [-0.03, -0.04, -0.07, -0.14, -0.32],
        [-0.07, -0.08, -0.14, -0.32, 0.00],
    ];
    for row in 0..9usize {
        for col in 0..9usize {
            let point = Point::new(row, col).expect("a point");
            let (row, col) = (row.min(8 - row), col.min(8 - col));
            assert_near(influence.of(BLACK, point), rows[row][col], "influence");
            assert_near(influence.territory(point), values[row][col], "value");
        }
    }
    let owner = |region, name| influence.owner(region, at(name, &board));
    assert_eq!(owner(Region::Moyo, "E7"), Some(BLACK));
    assert_eq!(owner(Region::Moyo, "E8"), None);
    assert_eq!(owner(Region::Area, "C7"), Some(BLACK));
    assert_eq!(owner(Region::Area, "B7"), None);
    assert_eq!(owner(Region::Territory, "E6"), None);
    assert_eq!(influence.escape_value(BLACK, at("E6", &board)), 4);
    assert_eq!(influence.escape_value(WHITE, at("E6", &board)), 0);
    assert_eq!(influence.escape_value(WHITE, at("A1", &board)), 1);
}

#[test]
fn intrusions_from_one_stone_share_part_of_its_strength() {
    let board = board_of(9, "E5", "");
    let mut field = Field::new(
        &board,
        &all_safe(&board, 0.065),
        Form::Territory,
        Some(BLACK),
    );
    let stone = at("E5", &board);
    for name in ["A1", "B1", "C1", "D1", "E1", "A1"] {
        field.add_intrusion(stone, at(name, &board), 30.0);
    }
    // At F1 the smaller value counts.
    field.add_intrusion(stone, at("F1", &board), 50.0);
    field.add_intrusion(stone, at("F1", &board), 30.0);
    let influence = field.spread();
    for name in ["A1", "F1"] {
        // 98.05 times 0.6, by six.
        assert_near(influence.strength(BLACK, at(name, &board)), 9.805, name);
    }
}

#[test]
fn dead_stones_are_worth_two_points() {
    let board = board_of(
        5,
        "C3",
        "A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 A3 B3 D3 E3 A4 B4 D4 E4",
    );
    let mut stones = Stones::new();
    stones.add(board.stones(WHITE), 0.0);
    let influence = Field::new(&board, &stones, Form::Territory, Some(WHITE)).spread();
    assert_near(influence.territory(at("C3", &board)), 2.0, "the dead stone");
    assert_near(influence.territory(at("A1", &board)), 0.0, "a living stone");
    assert_near(
        influence.of(BLACK, at("C5", &board)),
        0.0,
        "nothing from dead stones",
    );
    let segments = influence.segments(Region::Territory);
    assert_eq!(segments.len(), 1);
    assert_eq!((segments[0].owner, segments[0].size), (WHITE, 7));
}

#[test]
fn a_pattern_may_deny_territory() {
    let board = board_of(5, "", "A2 B2 C2 D2 E2");
    let mut field = Field::new(&board, &all_safe(&board, 0.0), Form::Territory, Some(BLACK));
    field.deny_territory(WHITE, at("C1", &board));
    field.deny_territory(BLACK, at("D1", &board));
    let influence = field.spread();
    assert_near(influence.territory(at("C1", &board)), 0.0, "denied");
    assert_near(
        influence.territory(at("D1", &board)),
        1.0,
        "denied to the other side",
    );
    assert!(influence.is_denied(WHITE, at("C1", &board)));
}

/// What a source spreads, step by step as the documentation says, with rows and columns.
fn slow_spread(
    size: usize,
    source: (i32, i32),
    strength: f32,
    safe: &dyn Fn(i32, i32) -> bool,
    permeability: &dyn Fn(i32, i32) -> f32,
) -> Vec<Vec<f32>> {
    let directions = [
        (1, 0),
        (0, -1),
        (-1, 0),
        (0, 1),
        (1, -1),
        (-1, -1),
        (-1, 1),
        (1, 1),
    ];
    let mut value = vec![vec![0.0f32; size]; size];
    value[source.0 as usize][source.1 as usize] = strength;
    let mut queue = vec![source];
    let mut next = 0;
    while let Some(&(row, col)) = queue.get(next) {
        next += 1;
        if permeability(row, col) == 0.0 {
            continue;
        }
        let (from_row, from_col) = (row - source.0, col - source.1);
        for (down, right) in directions {
            let (to_row, to_col) = (row + down, col + right);
            let limits = 0..size as i32;
            if !limits.contains(&to_row) || !limits.contains(&to_col) || safe(to_row, to_col) {
                continue;
            }
            let product = down * from_row + right * from_col;
            let is_source = (row, col) == source;
            if !is_source && product <= 0 {
                continue;
            }
            let mut part = value[row as usize][col as usize] / 2.4 * permeability(row, col);
            if !is_source {
                let length = from_row * from_row + from_col * from_col;
                part *= (product * product) as f32 / length as f32;
            }
            if down != 0 && right != 0 {
                let beside = permeability(to_row, col).max(permeability(row, to_col));
                part *= beside / 1.7 * if is_source { 1.0 } else { 0.5 };
            }
            if part <= 0.02 {
                continue;
            }
            let target = &mut value[to_row as usize][to_col as usize];
            if *target == 0.0 {
                queue.push((to_row, to_col));
            }
            *target += part;
        }
    }
    value
}

#[test]
fn spreading_equals_its_slow_twin() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(19);
    for round in 0..300 {
        let size = random.random_range(2..=25usize);
        let board_size = BoardSize::new(size).expect("a size");
        let empty = Board::new(board_size);
        let points: Vec<Point> = empty.empty().iter().collect();
        let stones: Vec<(Color, Point)> = (points.iter())
            .filter_map(|&point| {
                let color = Color::BOTH[random.random_range(0..2usize)];
                (random.random_range(0..8) == 0).then_some((color, point))
            })
            .collect();
        let Ok(board) = Board::with_stones(board_size, stones) else {
            continue;
        };
        let living: PointSet = (board.stones(WHITE).iter())
            .chain(board.stones(BLACK).iter().filter(|_| round % 2 == 0))
            .collect();
        // The white stones are safe and silent; one black source spreads.
        let mut safe = Stones::new();
        safe.add_inessential(&living);
        let mut field = Field::new(&board, &safe, Form::Territory, None);
        let Some(source) = board.empty().first() else {
            continue;
        };
        for point in &points {
            if random.random_range(0..5) == 0 {
                field.weaken(BLACK, *point);
            }
        }
        field.add_source(BLACK, source, 100.0, 2.4);
        let influence = field.spread();
        let named = |row: i32, col: i32| Point::new(row as usize, col as usize).expect("a point");
        let place = (source.row() as i32, source.col() as i32);
        let expected = slow_spread(
            size,
            place,
            100.0,
            &|row, col| living.contains(named(row, col)),
            &|row, col| influence.permeability(BLACK, named(row, col)),
        );
        for point in points {
            let (found, expected) = (
                influence.of(BLACK, point),
                expected[point.row()][point.col()],
            );
            let tolerance = 0.001 + 0.001 * expected;
            assert!(
                (found - expected).abs() < tolerance,
                "{round}, {point:?}: {found}, expected {expected}"
            );
        }
    }
}
