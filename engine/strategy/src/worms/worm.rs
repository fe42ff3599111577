//! Worms as data: what is known about each string, and the table of them.

use katachi_board::{Board, BoardSize, Color, Point, PointSet};
use katachi_tactics::unconditional::{Status, Unconditional};

use super::moves::Moves;
use crate::shape::{self, effective_sizes, liberty_orders};

/// A string with its analysis.
#[derive(Clone, Debug)]
pub struct Worm {
    /// The first of its stones in board order; it names the worm.
    pub origin: Point,
    /// The colour of its stones.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// Its stones, plus half its share of the empty points within four steps.
    pub effective_size: f32,
    /// The number of its liberties of order 1 to 4.
    pub liberties: [usize; 4],
    /// The origin of its lunch: an opponent worm next to it, diagonals included, that can be
    /// captured, at worst by a ko that the captor takes first. Stones in a ko do not count.
    pub lunch: Option<Point>,
    /// 2 if it touches two opponent strings without a common liberty; 1 if all that it touches have
    /// one; 0 if it touches fewer than two.
    pub cutstone: u8,
    /// The number of cuts that become possible if it is saved.
    pub cutstone2: usize,
    /// The number of connected parts of the board without its stones, minus one.
    pub genus: usize,
    /// Whether it can live only if a surrounding worm is captured: it has genus 0, no second-order
    /// liberty, no cut, no lunch, and leaves a closed hole.
    pub is_inessential: bool,
    /// Whether the opponent cannot capture it even if its owner always passes.
    pub is_invincible: bool,
    /// Its unconditional status.
    pub status: Status,
    /// Moves that capture it.
    pub attacks: Moves,
    /// Moves that save it from being captured.
    pub defenses: Moves,
}

impl Worm {
    /// The number of its stones.
    pub fn size(&self) -> usize {
        self.stones.len()
    }

    /// The value of its capture, in points: its stones, and what they work for, twice.
    pub fn value(&self) -> f32 {
        2.0 * self.effective_size
    }

    /// Whether it is captured even if its owner moves first.
    pub fn is_lost(&self) -> bool {
        !self.attacks.is_empty() && self.defenses.is_empty()
    }

    /// Whether it can be captured, but also be saved.
    pub fn is_critical(&self) -> bool {
        !self.attacks.is_empty() && !self.defenses.is_empty()
    }
}

/// All worms of a position.
#[derive(Clone, Debug)]
pub struct Worms {
    size: BoardSize,
    pub(crate) list: Vec<Worm>,
    /// For each point of the grid, the index of its worm in `list`; [`NONE`] on empty points.
    pub(crate) at: Vec<u16>,
    unconditional: Unconditional,
}

/// The index of no worm.
pub(crate) const NONE: u16 = u16::MAX;

impl Worms {
    /// The worms with everything that needs no reading.
    pub(crate) fn of_shape(board: &Board) -> Self {
        let unconditional = Unconditional::of(board);
        let mut at = vec![NONE; Point::LIMIT];
        let mut list = Vec::new();
        for (chain, effective_size) in board.chains().zip(effective_sizes(board)) {
            let stones = chain.stone_set();
            for stone in &stones {
                at[stone.index()] = list.len() as u16;
            }
            let origin = chain.origin();
            list.push(Worm {
                origin,
                color: chain.color(),
                stones,
                effective_size,
                liberties: liberty_orders(board, &chain),
                lunch: None,
                cutstone: shape::cutting(&chain),
                cutstone2: 0,
                genus: shape::genus(board, &stones),
                is_inessential: false,
                is_invincible: unconditional.invincible(chain.color()).contains(origin),
                status: unconditional.status(origin),
                attacks: Moves::default(),
                defenses: Moves::default(),
            });
        }
        Self {
            size: board.size(),
            list,
            at,
            unconditional,
        }
    }

    /// The worm on this point; `None` on an empty point.
    pub fn at(&self, point: Point) -> Option<&Worm> {
        self.list.get(usize::from(*self.at.get(point.index())?))
    }

    /// All worms in the order of their origins.
    pub fn iter(&self) -> std::slice::Iter<'_, Worm> {
        self.list.iter()
    }

    /// Unconditional life, death and territory of the position.
    pub fn unconditional(&self) -> &Unconditional {
        &self.unconditional
    }

    /// The size of the board.
    pub fn board_size(&self) -> BoardSize {
        self.size
    }
}

impl<'a> IntoIterator for &'a Worms {
    type Item = &'a Worm;
    type IntoIter = std::slice::Iter<'a, Worm>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
