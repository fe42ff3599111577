//! Where influence may go from a point, seen from its source: always away from it.
//!
//! Of the eight directions at most four lead away. A cone has them for one offset from the source,
//! with the share of the influence that goes there: the square of the cosine between the direction
//! and the line from the source, for diagonals divided by a damping.

use std::sync::LazyLock;

use katachi_board::{BoardSize, Point};

use super::field::Form;

/// The number of directions: first the four along lines, then the four diagonals.
pub(super) const DIRECTIONS: usize = 8;

/// The first diagonal direction.
pub(super) const DIAGONAL: usize = 4;

/// Rows down and columns right of each direction: S, W, N, E, SW, NW, NE, SE. Influence that comes
/// together on a point depends on this order.
const STEPS: [(i32, i32); DIRECTIONS] = [
    (1, 0),
    (0, -1),
    (-1, 0),
    (0, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
    (1, 1),
];

/// The cells of the grid from a point to the one below.
pub(crate) const WIDTH: usize = match (Point::new(0, 0), Point::new(1, 0)) {
    (Some(above), Some(below)) => below.index() - above.index(),
    _ => 0,
};

/// The greatest distance of two points, along rows or columns.
const REACH: i32 = BoardSize::MAX as i32 - 1;

/// The offsets along one line: from -[`REACH`] to [`REACH`].
const SPAN: i32 = 2 * REACH + 1;

/// The number of the offset of a source from itself.
pub(super) const CENTER: u16 = (REACH * SPAN + REACH) as u16;

/// A direction as differences of numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// Of cells of the grid.
    pub cells: isize,
    /// Of offsets from the source.
    pub offsets: i16,
    /// For a diagonal: of the cells that touch both its ends.
    pub sides: [isize; 2],
}

pub(super) const ALL: [Step; DIRECTIONS] = {
    let mut all = [Step {
        cells: 0,
        offsets: 0,
        sides: [0; 2],
    }; DIRECTIONS];
    let mut at = 0;
    while at < DIRECTIONS {
        let (row, col) = (STEPS[at].0 as isize, STEPS[at].1 as isize);
        let down = row * WIDTH as isize;
        all[at] = Step {
            cells: down + col,
            offsets: (row * SPAN as isize + col) as i16,
            sides: [down, col],
        };
        at += 1;
    }
    all
};

/// The directions that lead away from the source at one offset. Where there are fewer than four,
/// the rest have no share.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cone {
    pub shares: [f32; 4],
    pub directions: [u8; 4],
}

/// The cones of all offsets for one damping of diagonals.
#[derive(Debug)]
pub(super) struct Cones {
    /// The shares that go in each direction from the source itself.
    pub start: [f32; DIRECTIONS],
    /// The cones, by the number of their offset.
    pub list: Vec<Cone>,
}

impl Cones {
    /// The cones of a form.
    pub fn of(form: Form) -> &'static Self {
        static TERRITORY: LazyLock<Cones> = LazyLock::new(|| Cones::new(1.7));
        static ESCAPE: LazyLock<Cones> = LazyLock::new(|| Cones::new(2.0));
        match form {
            Form::Territory => &TERRITORY,
            Form::Escape => &ESCAPE,
        }
    }

    fn new(damping: f32) -> Self {
        let damped = |direction: usize| {
            if direction < DIAGONAL {
                1.0
            } else {
                1.0 / damping
            }
        };
        let offsets = (-REACH..=REACH).flat_map(|row| (-REACH..=REACH).map(move |col| (row, col)));
        let list = offsets.map(|(row, col)| {
            let mut cone = Cone::default();
            let mut count = 0;
            for (direction, &(down, right)) in STEPS.iter().enumerate() {
                let product = row * down + col * right;
                if product <= 0 {
                    continue;
                }
                let lengths = (row * row + col * col) * (down * down + right * right);
                let cosine_squared = (product * product) as f32 / lengths as f32;
                cone.directions[count] = direction as u8;
                cone.shares[count] = cosine_squared * damped(direction);
                count += 1;
            }
            cone
        });
        Self {
            start: std::array::from_fn(damped),
            list: list.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cones_lead_away_and_are_symmetric() {
        let cones = Cones::of(Form::Territory);
        assert_eq!(cones.list.len(), (SPAN * SPAN) as usize);
        let center = cones.list[usize::from(CENTER)];
        assert!(center.shares.iter().sum::<f32>() <= 0.0);
        let total = |row: i32, col: i32| {
            let number = (row + REACH) * SPAN + col + REACH;
            cones.list[number as usize].shares.iter().sum::<f32>()
        };
        for row in 0..=REACH {
            for col in 0..=row {
                let here = total(row, col);
                let turned = [(-row, col), (row, -col), (col, row), (-col, -row)];
                let alike = |&(row, col): &(i32, i32)| (total(row, col) - here).abs() < 1e-6;
                assert!(turned.iter().all(alike), "{row} {col}");
            }
        }
    }
}
