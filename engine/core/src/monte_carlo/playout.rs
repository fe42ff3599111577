//! Random games whose moves are drawn in proportion to their values.

use katachi_board::playout::{Cells, PlayoutBoard, Prospects};
use katachi_board::{Board, Color};
use rand::Rng;

use super::values::{Value, Values};

/// Cells whose values are summed up together.
const GROUP: usize = 16;
const GROUPS: usize = 64 / GROUP;

/// The move that is no cell.
pub const PASS: u16 = 0;

/// A position of a random game, with the values of moves in it.
#[derive(Clone, Copy)]
pub struct Playout<const WORDS: usize> {
    board: PlayoutBoard<WORDS>,
    prospects: [[Prospects; 64]; WORDS],
    sides: [SideValues<WORDS>; 2],
}

/// The values of one side's moves, as they were when it last was to move.
#[derive(Clone, Copy)]
struct SideValues<const WORDS: usize> {
    /// The value of each cell, as near as it was, and far from the last move.
    values: [[u32; 64]; WORDS],
    far: [[u32; 64]; WORDS],
    /// Their sums.
    groups: [[u64; GROUPS]; WORDS],
    total: u64,
    /// Where something may have changed.
    stale: Cells<WORDS>,
    /// Where other values were taken than far ones.
    near: Cells<WORDS>,
}

/// Gives a cell another value, and changes the sums by the difference.
#[inline]
fn set(values: &mut [u32], groups: &mut [u64], total: &mut u64, cell: usize, new: u32) {
    let old = std::mem::replace(&mut values[cell], new);
    let difference = u64::from(new).wrapping_sub(u64::from(old));
    let group = &mut groups[cell / GROUP];
    *group = group.wrapping_add(difference);
    *total = total.wrapping_add(difference);
}

fn side(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

impl<const WORDS: usize> Playout<WORDS> {
    /// The position of a board.
    pub fn new(board: &Board) -> Self {
        let nothing = SideValues {
            values: [[0; 64]; WORDS],
            far: [[0; 64]; WORDS],
            groups: [[0; GROUPS]; WORDS],
            total: 0,
            stale: Cells::EMPTY,
            near: Cells::EMPTY,
        };
        let mut playout = Self {
            board: PlayoutBoard::new(board),
            prospects: [[Prospects::default(); 64]; WORDS],
            sides: [nothing; 2],
        };
        playout.note_changes();
        playout
    }

    /// The board.
    pub fn board(&self) -> &PlayoutBoard<WORDS> {
        &self.board
    }

    /// Plays a move that is legal on a [`PlayoutBoard`]; a pass is 0.
    pub fn play(&mut self, color: Color, cell: u16) {
        if cell == PASS {
            self.board.pass();
            return;
        }
        let cell = usize::from(cell);
        self.board.play(color, cell);
        for side in &mut self.sides {
            let values = side.values.as_flattened_mut();
            let groups = side.groups.as_flattened_mut();
            set(values, groups, &mut side.total, cell, 0);
        }
        self.note_changes();
    }

    #[inline]
    fn note_changes(&mut self) {
        let changed = self.board.take_changed();
        let (board, prospects) = (&self.board, self.prospects.as_flattened_mut());
        let empty = *board.empty();
        (changed.prospects & empty).each(|cell| prospects[cell] = board.prospects(cell));
        for side in &mut self.sides {
            side.stale |= changed.neighborhoods | changed.prospects;
        }
    }

    /// Brings a side's values up to date.
    #[inline]
    pub fn refresh(&mut self, values: &Values, color: Color) {
        let (board, prospects) = (&self.board, self.prospects.as_flattened());
        let (empty, near) = (*board.empty(), *board.near());
        let side = &mut self.sides[side(color)];
        let stale = side.stale & empty;
        let fars = side.far.as_flattened_mut();
        let current = side.values.as_flattened_mut();
        let groups = side.groups.as_flattened_mut();
        let mut total = side.total;
        let mut set = |cell, new| set(current, groups, &mut total, cell, new);
        // Whatever is near has changed.
        stale.each(|cell| {
            let code = board.neighborhood(color, cell);
            let Value { far, near: close } = values.of(code, prospects[cell].seen_by(color));
            fars[cell] = far;
            set(cell, if near.contains(cell) { close } else { far });
        });
        let was_near = side.near & empty & !(stale | near);
        was_near.each(|cell| set(cell, fars[cell]));
        if let Some(ko) = board.ko() {
            set(ko, 0);
        }
        side.total = total;
        side.stale = Cells::EMPTY;
        side.near = near;
    }

    /// What moves on an empty cell do.
    pub fn prospects(&self, cell: usize) -> Prospects {
        self.prospects.as_flattened()[cell]
    }

    /// The value of a side's move on this cell when its values were [brought up to date](Self::refresh), 0 where it
    /// may not play.
    pub fn value(&self, color: Color, cell: usize) -> u32 {
        self.sides[side(color)].values.as_flattened()[cell]
    }

    /// The sum of a side's [values](Self::value).
    pub fn total(&self, color: Color) -> u64 {
        self.sides[side(color)].total
    }

    /// A cell drawn in proportion to the [values](Self::value) of this side's moves; `None` if all are 0.
    #[inline]
    pub fn draw(&self, color: Color, rng: &mut impl Rng) -> Option<usize> {
        let side = &self.sides[side(color)];
        if side.total == 0 {
            return None;
        }
        // A product of 128 bits: as even as the number of values in 2^64 allows.
        let mut left = ((u128::from(rng.next_u64()) * u128::from(side.total)) >> 64) as u64;
        let groups = side.groups.as_flattened().iter().copied();
        let group = GROUP * passed(&mut left, groups);
        let cells = side.values.as_flattened().get(group..group + GROUP)?;
        let cell = passed(&mut left, cells.iter().map(|&value| value.into()));
        Some(group + cell)
    }

    /// Plays on to the end of the game, with this side to move: until three passes in turn, or too many moves.
    ///
    /// The moves are added to the list.
    pub fn run(
        &mut self,
        values: &Values,
        mut color: Color,
        rng: &mut impl Rng,
        moves: &mut Vec<u16>,
    ) {
        let mut passes = 0;
        for _ in 0..most_moves(self.board.size().area()) {
            self.refresh(values, color);
            let cell = self.draw(color, rng).map_or(PASS, |cell| cell as u16);
            self.play(color, cell);
            moves.push(cell);
            passes = if cell == PASS { passes + 1 } else { 0 };
            if passes == 3 {
                break;
            }
            color = !color;
        }
    }

    /// Black's area less White's, and who owns what.
    pub fn score(&self) -> (i32, [Cells<WORDS>; 2]) {
        let areas = self.board.areas();
        (areas[0].len() as i32 - areas[1].len() as i32, areas)
    }
}

/// Games end after so many moves, with kos that nobody gives up.
fn most_moves(area: usize) -> usize {
    (3 * area).max(600)
}

/// How many of these parts lie wholly below a number, from the first on; takes them off.
///
/// It looks at all of them: that is quicker than to end where nobody can foresee.
#[inline]
fn passed(left: &mut u64, parts: impl Iterator<Item = u64>) -> usize {
    let (mut count, mut sum, mut below) = (0, 0_u64, 0);
    for part in parts {
        sum = sum.wrapping_add(part);
        let is_below = sum <= *left;
        count += usize::from(is_below);
        below = if is_below { sum } else { below };
    }
    *left -= below;
    count
}
