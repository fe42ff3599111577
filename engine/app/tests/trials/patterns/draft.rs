//! Positions made around a diagram, for patterns that real games do not show.

use std::collections::BTreeMap;

use katachi_board::{Board, BoardSize, Color, Point, Symmetry};
use katachi_image::{Cell, Pattern, Symbol, border};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::example::{Example, Expected, OWN};

pub type Rng = Xoshiro256PlusPlus;

const ANYTHING: u8 = 0b0111;

/// The diagram of this pattern somewhere on a board, in some orientation, among a few random
/// stones. `None` if that is no position.
pub fn draft(pattern: &Pattern<'_>, rng: &mut Rng) -> Option<Example> {
    let record = pattern.record;
    let (rows, cols) = (record.extent.row as usize, record.extent.col as usize);
    let smallest = rows.max(cols).max(5);
    let side = |side| record.borders & side != 0;
    let whole =
        side(border::NORTH) && side(border::SOUTH) || side(border::WEST) && side(border::EAST);
    let largest = if whole {
        smallest
    } else {
        (smallest + 4).min(19)
    };
    let size = BoardSize::new(rng.random_range(smallest..=largest))?;
    let symmetry = Symmetry::new(rng.random_range(0..8))?;
    let mut start = |low: bool, high: bool, length: usize| match (low, high) {
        (true, _) => 0,
        (_, true) => size.get() - length,
        _ => rng.random_range(0..=size.get() - length),
    };
    let row = start(side(border::NORTH), side(border::SOUTH), rows);
    let col = start(side(border::WEST), side(border::EAST), cols);
    let place = |row_offset: i8, col_offset: i8| {
        let point = Point::new(
            (row as i32 + i32::from(row_offset - record.top_left.row)) as usize,
            (col as i32 + i32::from(col_offset - record.top_left.col)) as usize,
        )?;
        Some(symmetry.apply_to_point(point, size))
    };
    let mut allowed = BTreeMap::new();
    for cell in pattern.cells() {
        let symbols = Cell::from_number(cell.cell)?.symbols();
        allowed.insert(place(cell.at.row, cell.at.col)?, symbols);
    }
    let (row, col) = pattern.mv().map_or((0, 0), |mv| (mv.row, mv.col));
    let point = place(row, col)?;
    let density = pick(rng, &[0.0, 0.05, 0.15, 0.3, 0.6]);
    // Around eye shapes, one side has more stones.
    let share = pick(rng, &[0.1, 0.5, 0.5, 0.9]);
    let mut stones = BTreeMap::new();
    for point in size.points() {
        let symbols = allowed.get(&point).copied();
        if let Some(color) = match symbols {
            Some(symbols) => drawn(symbols, rng),
            None if rng.random_bool(density) && rng.random_bool(share) => Some(OWN),
            None if rng.random_bool(density) => Some(!OWN),
            None => None,
        } {
            stones.insert(point, color);
        }
    }
    Some(Example {
        pattern: pattern.name().to_owned(),
        expected: Expected::Misses,
        board: Board::with_stones(
            size,
            stones.into_iter().map(|(point, color)| (color, point)),
        )
        .ok()?,
        point,
        handicap: None,
        line: None,
    })
}

/// The stone for a point of a diagram: one of those that it allows, or none.
fn drawn(allowed: u8, rng: &mut Rng) -> Option<Color> {
    let fitting: Vec<Symbol> = (Symbol::ALL.into_iter())
        .filter(|symbol| allowed & ANYTHING & symbol.bit() != 0)
        .collect();
    match pick(rng, &fitting) {
        Symbol::Own => Some(OWN),
        Symbol::Opponent => Some(!OWN),
        Symbol::Empty | Symbol::Off => None,
    }
}

/// The position with another content of one random point.
pub fn changed(example: &Example, rng: &mut Rng) -> Option<Example> {
    let size = example.board.size();
    let points: Vec<Point> = size.points().filter(|&at| at != example.point).collect();
    let at = pick(rng, &points);
    let color = pick(rng, &[None, Some(OWN), Some(!OWN)]);
    let kept = (example.board.all_stones()).filter(|&(_, point)| point != at);
    let stones = kept.chain(color.map(|color| (color, at)));
    Some(Example {
        board: Board::with_stones(size, stones).ok()?,
        line: None,
        ..example.clone()
    })
}

/// A position whose point has a stone, with that stone, and the point, somewhere else.
pub fn elsewhere(example: &Example, rng: &mut Rng) -> Option<Example> {
    let size = example.board.size();
    let stone = example.board.at(example.point).color()?;
    let points: Vec<Point> = example.board.empty().iter().collect();
    if points.is_empty() {
        return None;
    }
    let point = pick(rng, &points);
    let kept = (example.board.all_stones()).filter(|&(_, at)| at != example.point);
    let stones = kept.chain([(stone, point)]);
    Some(Example {
        board: Board::with_stones(size, stones).ok()?,
        point,
        line: None,
        ..example.clone()
    })
}

fn pick<T: Copy>(rng: &mut Rng, from: &[T]) -> T {
    from[rng.random_range(0..from.len())]
}
