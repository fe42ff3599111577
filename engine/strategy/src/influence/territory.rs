//! The territorial value of each point.
//!
//! | step | what it does |
//! |---|---|
//! | 1 | the cube of the difference of both influences in relation to their sum |
//! | 2 | less in the centre and at small influence: a corner needs less of it than the centre |
//! | 3 | the points of dead stones belong to their captors |
//! | 4 | less beside points of the opponent, and beside points that the opponent can enter |
//! | 5 | nothing where a pattern denies the owner the point |
//! | 6 | a dead stone is worth one more, as a prisoner |

use katachi_board::{BoardSize, Color, Point, PointSet};

use super::Layer;
use super::field::{Field, Side, clockwise};

/// The influence that a point needs to count in full, for every fourth [`remoteness`].
const NEEDED: [f32; 7] = [6.0, 15.0, 26.0, 36.0, 45.0, 50.0, 55.0];

/// The same where the [centre is preferred](super::Style::Cosmic): more at the edge, less beyond.
const NEEDED_FOR_CENTER: [f32; 7] = [10.0, 17.0, 22.0, 26.0, 28.0, 28.0, 28.0];

/// The distance of two entries of [`NEEDED`].
const SPACING: usize = 4;

/// What a point is worth at 0, 0.2, … 1 of the influence that it needs.
const WORTH: [f32; 6] = [0.0, 0.25, 0.45, 0.65, 0.85, 1.0];

/// Lines from an edge beyond which the distance to it does not count, if the other edge is nearer.
const FAR: usize = 4;

/// The values of all points; White's are positive. Points of safe stones have none.
pub(super) fn values(field: &Field) -> Box<Layer> {
    let (black, white) = (&field.sides[Color::Black], &field.sides[Color::White]);
    let open: PointSet =
        field.empty | ((field.stones[Color::Black] | field.stones[Color::White]) - field.safe);
    let mut first = [0.0; Point::LIMIT];
    for point in &open {
        first[point.index()] = if field.stones[Color::Black].contains(point) {
            1.0
        } else if field.stones[Color::White].contains(point) {
            -1.0
        } else {
            let (w, b) = (
                white.influence[point.index()],
                black.influence[point.index()],
            );
            balance(w, b) * worth(w.max(b) / needed(point, field))
        };
    }
    let mut values = Box::new([0.0; Point::LIMIT]);
    for point in &open {
        let start = first[point.index()];
        let opponent = if start > 0.0 { black } else { white };
        let mut value = start;
        for near in clockwise(point) {
            if open.contains(near) {
                value = lowered(value, start, first[near.index()], opponent, near);
            }
        }
        let owner = if value > 0.0 { white } else { black };
        if owner.denied.contains(point) {
            value = 0.0;
        }
        let prisoner = if field.empty.contains(point) {
            0.0
        } else {
            start
        };
        values[point.index()] = value + prisoner;
    }
    values
}

/// What of a value belongs to this side, as a positive number.
pub(super) fn share(value: f32, color: Color) -> f32 {
    match color {
        Color::White => value.max(0.0),
        Color::Black => (-value).max(0.0),
    }
}

/// A value that a neighbour lowers: at most what the neighbour has, as far as the opponent can get
/// there.
fn lowered(value: f32, start: f32, neighbor: f32, opponent: &Side, near: Point) -> f32 {
    let open = opponent.permeability[near.index()];
    let limit = open * neighbor + (1.0 - open) * start;
    if start > 0.0 {
        value.min(limit).max(0.0)
    } else {
        value.max(limit).min(0.0)
    }
}

fn balance(white: f32, black: f32) -> f32 {
    let sum = white + black;
    if sum > 0.0 {
        ((white - black) / sum).powi(3)
    } else {
        0.0
    }
}

/// What a point is worth with this part of the influence that it needs.
fn worth(part: f32) -> f32 {
    interpolated(&WORTH, 5.0 * part)
}

/// The influence that a point needs.
fn needed(point: Point, field: &Field) -> f32 {
    let place = remoteness(point, field.size) as f32 / SPACING as f32;
    let usual = interpolated(&NEEDED, place);
    usual + field.for_center * (interpolated(&NEEDED_FOR_CENTER, place) - usual)
}

/// How far a point is from the corners: three times its distance from the nearer edge, plus that
/// from the other up to four lines. Beyond the fifth line it grows by one a line.
pub(super) fn remoteness(point: Point, size: BoardSize) -> usize {
    let last = size.get() - 1;
    let distance = |at: usize| at.min(last - at);
    let (mut rows, mut cols) = (distance(point.row()), distance(point.col()));
    if rows > cols {
        rows = rows.min(FAR);
    } else {
        cols = cols.min(FAR);
    }
    2 * rows.min(cols) + rows + cols
}

/// The value between the entries of a table; at least the first, at most the last.
fn interpolated<const N: usize>(table: &[f32; N], at: f32) -> f32 {
    let at = at.clamp(0.0, (N - 1) as f32);
    let place = (at as usize).min(N - 2);
    let part = at - place as f32;
    table[place] + part * (table[place + 1] - table[place])
}
