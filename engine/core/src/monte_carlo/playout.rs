//! Random games whose moves are drawn in proportion to their values.

use katachi_board::playout::{Cells, PlayoutBoard};
use katachi_board::{Board, Color};
use rand::Rng;

use super::values::{Value, Values};

/// Cells whose values are summed up together.
const GROUP: usize = 16;
const GROUPS: usize = 64 / GROUP;

/// The move that is no cell.
pub const PASS: u16 = 0;

/// A position of a random game, with the values of all moves in it.
#[derive(Clone, Copy)]
pub struct Playout<const WORDS: usize> {
    board: PlayoutBoard<WORDS>,
    values: [[[Value; 64]; WORDS]; 2],
    /// Sums of the values far from the last move.
    groups: [[[u64; GROUPS]; WORDS]; 2],
    totals: [u64; 2],
}

fn side(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

impl<const WORDS: usize> Playout<WORDS> {
    /// The position of a board.
    pub fn new(board: &Board, values: &Values) -> Self {
        let mut playout = Self {
            board: PlayoutBoard::new(board),
            values: [[[Value::default(); 64]; WORDS]; 2],
            groups: [[[0; GROUPS]; WORDS]; 2],
            totals: [0; 2],
        };
        playout.refresh(values);
        playout
    }

    /// The board.
    pub fn board(&self) -> &PlayoutBoard<WORDS> {
        &self.board
    }

    /// The value of a side's move on this cell, 0 where it may not play.
    pub fn value(&self, color: Color, cell: usize) -> u32 {
        if self.board.ko() == Some(cell) {
            return 0;
        }
        let value = self.values[side(color)].as_flattened()[cell];
        if self.board.near().contains(cell) {
            value.near
        } else {
            value.far
        }
    }

    /// Plays a move that is legal on a [`PlayoutBoard`]; a pass is [`PASS`].
    pub fn play(&mut self, values: &Values, color: Color, cell: u16) {
        if cell == PASS {
            self.board.pass();
        } else {
            self.board.play(color, cell.into());
            self.refresh(values);
        }
    }

    /// Works out the values that the last move may have changed.
    #[inline]
    fn refresh(&mut self, values: &Values) {
        for cell in self.board.take_changed().iter() {
            let mut new = [Value::default(); 2];
            if self.board.empty().contains(cell) {
                let [black, white] = self.board.prospects(cell);
                new = [
                    values.of(self.board.neighborhood(Color::Black, cell), black, white),
                    values.of(self.board.neighborhood(Color::White, cell), white, black),
                ];
            }
            for (side, new) in new.into_iter().enumerate() {
                let value = &mut self.values[side].as_flattened_mut()[cell];
                let old = std::mem::replace(value, new);
                let (new, old) = (u64::from(new.far), u64::from(old.far));
                let group = &mut self.groups[side].as_flattened_mut()[cell / GROUP];
                *group = *group + new - old;
                self.totals[side] = self.totals[side] + new - old;
            }
        }
    }

    /// A cell drawn in proportion to the values of this side's moves; `None` if all are 0.
    #[inline]
    pub fn draw(&self, color: Color, rng: &mut impl Rng) -> Option<usize> {
        let values = self.values[side(color)].as_flattened();
        let (near, ko) = (self.board.near(), self.board.ko());
        let near_value = |cell| {
            if ko == Some(cell) {
                0
            } else {
                u64::from(values[cell].near)
            }
        };
        let mut close = 0;
        let mut far = self.totals[side(color)];
        let mut groups = [[0; GROUPS]; WORDS];
        for cell in near.iter() {
            close += near_value(cell);
            let value = u64::from(values[cell].far);
            groups.as_flattened_mut()[cell / GROUP] += value;
            far -= value;
        }
        let total = close + far;
        if total == 0 {
            return None;
        }
        // A product of 128 bits: as even as the number of values in 2^64 allows.
        let mut left = (u128::from(rng.next_u64()) * u128::from(total) >> 64) as u64;
        if left < close {
            return near
                .iter()
                .find(|&cell| passed(&mut left, near_value(cell)));
        }
        left -= close;
        let sums = self.groups[side(color)].as_flattened().iter();
        let group = (sums.zip(groups.as_flattened()))
            .position(|(sum, near)| passed(&mut left, sum - near))?;
        let mut cells = GROUP * group..GROUP * (group + 1);
        cells.find(|&cell| !near.contains(cell) && passed(&mut left, values[cell].far.into()))
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
            let cell = self.draw(color, rng).map_or(PASS, |cell| cell as u16);
            self.play(values, color, cell);
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

/// Whether the number is below this part; takes the part off otherwise.
#[inline]
fn passed(left: &mut u64, part: u64) -> bool {
    match left.checked_sub(part) {
        None => true,
        Some(rest) => {
            *left = rest;
            false
        }
    }
}
