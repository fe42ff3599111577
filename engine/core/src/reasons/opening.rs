//! The first moves: empty corners, and the centre of a small board; and the centre against mirror
//! go.
//!
//! They complete databases of the role `fuseki`. Without one nothing is added, so that whoever
//! loads only their own patterns sees what these do. The areas, weights and values are those of GNU
//! Go 3.8.

use katachi_board::{Board, Point, PointSet};
use katachi_image::Role;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::reason::{Reason, Source};
use super::turn::Turn;
use super::worth::Worths;
use crate::constants::{MIRROR_BREAKER, OPENING_CENTER, OPENING_CORNER, OPENING_SECOND};
use crate::mirror::center_against;

/// The greatest board whose first move is its centre.
const SMALL: usize = 11;
/// The least board with corners that are taken by themselves.
const LEAST_SIZE: usize = 9;

/// The points of a corner by their lines, and how often each is drawn: on boards up to 11x11, up to
/// 15x15, and greater ones.
const CORNER_POINTS: [((usize, usize), [u32; 3]); 8] = [
    ((3, 3), [50, 30, 15]),
    ((3, 4), [18, 20, 15]),
    ((4, 3), [17, 20, 15]),
    ((4, 4), [15, 22, 35]),
    ((5, 3), [0, 2, 5]),
    ((3, 5), [0, 2, 5]),
    ((5, 4), [0, 2, 5]),
    ((4, 5), [0, 2, 5]),
];

/// Adds the centre of a small empty board, and a point of each empty corner.
pub fn add_opening_moves(turn: &Turn<'_>, worths: &mut Worths, rng: &mut Xoshiro256PlusPlus) {
    let mut databases = turn.position.knowledge().proposing();
    if !databases.any(|(_, general)| general.role == Role::Fuseki) {
        return;
    }
    let board = turn.board();
    let size = board.size().get();
    let middle = size / 2;
    let around = |row: usize| row.saturating_sub(2)..(row + 3).min(size);
    if size <= SMALL && is_empty(board, around(middle), around(middle)) {
        add(worths, middle, middle, OPENING_CENTER);
    }
    if size < LEAST_SIZE {
        return;
    }
    let side = match size {
        18.. => 8,
        9 => 5,
        _ => size / 2,
    };
    let has_moved = size == 9 && !board.stones(turn.own).is_empty();
    let value = if has_moved {
        OPENING_SECOND
    } else {
        (OPENING_CORNER * size as f32 / 19.0).floor()
    };
    for is_low in [false, true] {
        for is_right in [false, true] {
            // Lines and rows count from the upper left corner.
            let from_edge = |line: usize, far: bool| if far { size - line } else { line - 1 };
            let range = |far: bool| if far { size - side..size } else { 0..side };
            if is_empty(board, range(is_low), range(is_right)) {
                let (row, column) = draw(size, rng);
                add(
                    worths,
                    from_edge(row, is_low),
                    from_edge(column, is_right),
                    value,
                );
            }
        }
    }
}

/// Adds the centre if the opponent plays mirror go.
pub fn add_center_against_mirror_go(turn: &Turn<'_>, worths: &mut Worths) {
    if let Some(center) = center_against(turn.board(), turn.own) {
        add_point(worths, center, MIRROR_BREAKER);
    }
}

fn add(worths: &mut Worths, row: usize, column: usize, value: f32) {
    if let Some(point) = Point::new(row, column) {
        add_point(worths, point, value);
    }
}

fn add_point(worths: &mut Worths, point: Point, value: f32) {
    let worth = worths.entry(point).or_default();
    worth.value.raise(value);
    worth.add(Reason::Opening, Source::Opening);
}

/// A point of a corner by its lines, drawn by weight.
fn draw(size: usize, rng: &mut Xoshiro256PlusPlus) -> (usize, usize) {
    let column = match size {
        0..=11 => 0,
        12..=15 => 1,
        _ => 2,
    };
    let total: u32 = CORNER_POINTS
        .iter()
        .map(|(_, weights)| weights[column])
        .sum();
    let mut left = rng.random_range(0..total);
    for (point, weights) in CORNER_POINTS {
        match left.checked_sub(weights[column]) {
            Some(rest) => left = rest,
            None => return point,
        }
    }
    CORNER_POINTS[0].0
}

fn is_empty(board: &Board, rows: std::ops::Range<usize>, columns: std::ops::Range<usize>) -> bool {
    let points = rows.flat_map(|row| {
        columns
            .clone()
            .filter_map(move |column| Point::new(row, column))
    });
    let area: PointSet = points.collect();
    (area - *board.empty()).is_empty()
}
