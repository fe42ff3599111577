//! Random games whose moves are drawn in proportion to their values.
//!
//! Entry points: [`Playout::run`] plays a game, [`Playout::draw`] draws a move. The code avoids
//! branches that a processor cannot predict: wrong predictions would cost most of the time.

use std::hint::select_unpredictable;

use katachi_board::playout::{Cells, PlayoutBoard, side};
use katachi_board::{Board, Color};
use katachi_image::monte_carlo::Neighborhood;
use rand::Rng;

use super::values::{Value, Values};

/// Cells whose values are summed in one group.
const GROUP: usize = 16;
const GROUPS: usize = 64 / GROUP;

/// The move that stands for a pass.
pub const PASS: u16 = 0;

/// A number for Black and one for White.
type Pair<T> = [T; 2];

/// A position of a random game, with the values of all moves.
#[derive(Clone, Copy)]
pub struct Playout<const WORDS: usize> {
    board: PlayoutBoard<WORDS>,
    /// The values that cells have far from the last move, and sums of these.
    far: [[Pair<u32>; 64]; WORDS],
    groups: [[Pair<u64>; GROUPS]; WORDS],
    total: Pair<u64>,
    near: Near<WORDS>,
}

/// The cells near the last move whose values differ for that reason.
#[derive(Clone, Copy)]
struct Near<const WORDS: usize> {
    len: usize,
    cells: [[u16; 64]; WORDS],
    values: [[Pair<u32>; 64]; WORDS],
    /// The sums of their near values, and of the far values that they would have otherwise.
    total: Pair<u64>,
    far: Pair<u64>,
}

impl<const WORDS: usize> Near<WORDS> {
    const NOTHING: Self = Self {
        len: 0,
        cells: [[0; 64]; WORDS],
        values: [[[0; 2]; 64]; WORDS],
        total: [0; 2],
        far: [0; 2],
    };

    fn clear(&mut self) {
        self.len = 0;
        self.total = [0; 2];
        self.far = [0; 2];
    }

    /// Adds a cell with its values.
    #[inline]
    fn push(&mut self, cell: usize, value: Value) {
        self.cells.as_flattened_mut()[self.len] = cell as u16;
        self.values.as_flattened_mut()[self.len] = value.near;
        self.len += 1;
        for side in 0..2 {
            self.total[side] += u64::from(value.near[side]);
            self.far[side] += u64::from(value.far[side]);
        }
    }

    /// The cells.
    #[inline]
    fn cells(&self) -> &[u16] {
        &self.cells.as_flattened()[..self.len]
    }

    /// Their values.
    #[inline]
    fn values(&self) -> &[Pair<u32>] {
        &self.values.as_flattened()[..self.len]
    }
}

impl<const WORDS: usize> Playout<WORDS> {
    /// Starts from the position of a board.
    pub fn new(board: &Board) -> Self {
        Self {
            board: PlayoutBoard::new(board),
            far: [[[0; 2]; 64]; WORDS],
            groups: [[[0; 2]; GROUPS]; WORDS],
            total: [0; 2],
            near: Near::NOTHING,
        }
    }

    /// The board.
    pub fn board(&self) -> &PlayoutBoard<WORDS> {
        &self.board
    }

    /// Plays a move that is legal on a [`PlayoutBoard`]; a pass is 0.
    #[inline]
    pub fn play(&mut self, color: Color, cell: u16) {
        self.near.clear();
        if cell == PASS {
            self.board.pass();
            return;
        }
        self.board.play(color, cell.into());
        self.set(cell.into(), [0; 2]);
    }

    /// Lets the ko be retaken at once. Comes before [`refresh`](Self::refresh).
    #[inline]
    pub fn lift_ko(&mut self) {
        self.board.lift_ko();
    }

    /// Sets the far values of a cell, and updates the sums.
    #[inline]
    fn set(&mut self, cell: usize, new: Pair<u32>) {
        let old = std::mem::replace(&mut self.far.as_flattened_mut()[cell], new);
        let group = &mut self.groups.as_flattened_mut()[cell / GROUP];
        for side in 0..2 {
            let difference = u64::from(new[side]).wrapping_sub(old[side].into());
            group[side] = group[side].wrapping_add(difference);
            self.total[side] = self.total[side].wrapping_add(difference);
        }
    }

    /// Updates the values after moves.
    #[inline]
    pub fn refresh(&mut self, values: &Values) {
        let empty = *self.board.empty();
        self.refresh_in(values, &empty);
    }

    /// The same for a game that goes on in these cells only: others keep the value 0.
    #[inline]
    pub fn refresh_in(&mut self, values: &Values, region: &Cells<WORDS>) {
        let changed = self.board.take_changed() & *self.board.empty() & *region;
        if changed.is_empty() {
            return;
        }
        // All cells near the last move have changed.
        let near = *self.board.near() & *region;
        let ko = self.board.ko().unwrap_or_default();
        near.each(|cell| {
            let mut value = self.look_up(values, cell);
            self.set(cell, value.far);
            if cell == ko {
                value.near = [0; 2];
            }
            self.near.push(cell, value);
        });
        let rest = changed & !near;
        if !rest.is_empty() {
            self.refresh_far(values, &rest);
        }
    }

    /// Updates the values of cells that are not near.
    #[inline(never)]
    fn refresh_far(&mut self, values: &Values, cells: &Cells<WORDS>) {
        cells.each(|cell| self.set(cell, self.look_up(values, cell).far));
    }

    /// The values of a cell.
    #[inline]
    fn look_up(&self, values: &Values, cell: usize) -> Value {
        values.of(self.board.neighborhood(cell), self.board.prospects(cell))
    }

    /// The neighbourhood of a cell from this side's view.
    pub fn neighborhood(&self, color: Color, cell: usize) -> Neighborhood {
        let seen = Neighborhood(self.board.neighborhood(cell));
        match color {
            Color::Black => seen,
            Color::White => seen.swapped(),
        }
    }

    /// The value of a side's move on an empty cell since the last [`refresh`](Self::refresh); 0 if
    /// the move is forbidden.
    pub fn value(&self, color: Color, cell: usize) -> u32 {
        let mut near = self.near.cells().iter().zip(self.near.values());
        let near = near.find(|&(&at, _)| usize::from(at) == cell);
        near.map_or(self.far.as_flattened()[cell], |(_, &value)| value)[side(color)]
    }

    /// The sum of a side's [values](Self::value).
    #[inline]
    pub fn total(&self, color: Color) -> u64 {
        let side = side(color);
        self.near.total[side] + (self.total[side] - self.near.far[side])
    }

    /// Draws a cell in proportion to the [values](Self::value) of this side's moves; `None` if all
    /// are 0.
    #[inline]
    pub fn draw(&self, color: Color, rng: &mut impl Rng) -> Option<usize> {
        let side = side(color);
        let (near, far) = (self.near.total[side], self.total[side]);
        // The far values also contain the near cells. A draw that hits one of these is repeated,
        // unless that would happen in more than half of all draws.
        if self.near.far[side] > near.midpoint(far) {
            return self.draw_near_and_far_apart(color, rng);
        }
        if near + far == 0 {
            return None;
        }
        loop {
            let left = below(near + far, rng);
            if left < near {
                return self.find_near(side, left);
            }
            let cell = self.find_far(side, left - near)?;
            if !self.board.near().contains(cell) {
                return Some(cell);
            }
        }
    }

    /// The same draw, from near cells and the cells that are far: what is left of a game then is
    /// small enough to be added up cell by cell.
    #[cold]
    #[inline(never)]
    fn draw_near_and_far_apart(&self, color: Color, rng: &mut impl Rng) -> Option<usize> {
        let side = side(color);
        let near = self.near.total[side];
        let sum = self.total(color);
        if sum == 0 {
            return None;
        }
        let mut left = below(sum, rng);
        if left < near {
            return self.find_near(side, left);
        }
        left -= near;
        let (far, mut found) = (self.far.as_flattened(), None);
        (*self.board.empty() & !*self.board.near()).each(|cell| {
            let value = u64::from(far[cell][side]);
            if found.is_none() && left < value {
                found = Some(cell);
            }
            left = left.wrapping_sub(value);
        });
        found
    }

    /// The near cell at this position in the sum of near values.
    #[inline]
    fn find_near(&self, side: usize, mut left: u64) -> Option<usize> {
        let at = self.near.values().iter().position(|value| {
            let value = u64::from(value[side]);
            let found = left < value;
            left = left.wrapping_sub(value);
            found
        })?;
        Some(self.near.cells()[at].into())
    }

    /// The cell at this position in the sum of far values.
    #[inline]
    fn find_far(&self, side: usize, mut left: u64) -> Option<usize> {
        let mut sums = [0; WORDS];
        for (sum, groups) in sums.iter_mut().zip(&self.groups) {
            *sum = groups.iter().map(|group| group[side]).sum();
        }
        let word = passed(&mut left, sums);
        let [a, b, c, d] = self.groups.get(word)?;
        let group = passed(&mut left, [a[side], b[side], c[side], d[side]]);
        let (groups, _) = self.far[word].as_chunks::<GROUP>();
        let (quarters, _) = groups.get(group)?.as_chunks::<4>();
        let mut sums = [0; GROUP / 4];
        for (sum, quarter) in sums.iter_mut().zip(quarters) {
            *sum = quarter.iter().map(|value| u64::from(value[side])).sum();
        }
        let quarter = passed(&mut left, sums);
        let [a, b, c, d] = quarters.get(quarter)?;
        let cell = passed(
            &mut left,
            [
                a[side].into(),
                b[side].into(),
                c[side].into(),
                d[side].into(),
            ],
        );
        Some(64 * word + GROUP * group + 4 * quarter + cell)
    }

    /// Plays to the end of the game, with this side to move, and adds the moves to the list.
    ///
    /// The game ends after three passes in a row, or after too many moves.
    pub fn run(
        &mut self,
        values: &Values,
        mut color: Color,
        rng: &mut impl Rng,
        moves: &mut Vec<u16>,
    ) {
        let mut passes = 0;
        for _ in 0..most_moves(self.board.size().area()) {
            self.refresh(values);
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

    /// Black's area minus White's, and the cells that each side owns.
    pub fn score(&self) -> (i32, [Cells<WORDS>; 2]) {
        let areas = self.board.areas();
        (areas[0].len() as i32 - areas[1].len() as i32, areas)
    }
}

/// A random number below `end`, uniform up to rounding of 64 bits.
#[inline]
fn below(end: u64, rng: &mut impl Rng) -> u64 {
    ((u128::from(rng.next_u64()) * u128::from(end)) >> 64) as u64
}

/// The length at which a game ends even if kos go on.
fn most_moves(area: usize) -> usize {
    (3 * area).max(600)
}

/// Counts the leading parts that lie wholly below a number, and subtracts them from it.
///
/// It always examines every part: a loop that ends early is slower, as its end cannot be predicted.
#[inline]
fn passed<const N: usize>(left: &mut u64, parts: [u64; N]) -> usize {
    let (mut count, mut sum, mut below) = (0, 0_u64, 0);
    for part in parts {
        sum = sum.wrapping_add(part);
        let is_below = sum <= *left;
        count += usize::from(is_below);
        below = select_unpredictable(is_below, sum, below);
    }
    *left -= below;
    count
}
