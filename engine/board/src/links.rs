//! Strings and what lies around them: neighbours, shared liberties, points beside.
//!
//! Nothing here allocates. [`Chains`] yields each string of a set of stones once; the methods of
//! [`Chain`] choose the set.

use crate::point_set::Iter;
use crate::strings::{Slot, SlotList};
use crate::{Board, Chain, Color, Common, Point, PointSet};

/// The strings that have a stone in a set of points, each once, ordered by their first stone there.
#[derive(Clone)]
pub struct Chains<'a> {
    board: &'a Board,
    left: Iter,
    /// The range of liberty counts that is wanted.
    least: usize,
    most: usize,
}

impl<'a> Chains<'a> {
    /// The strings of the stones on these points.
    pub(crate) fn new(board: &'a Board, points: &PointSet) -> Self {
        Self {
            board,
            left: points.iter(),
            least: 0,
            most: usize::MAX,
        }
    }

    /// Restricts the strings to this range of liberty counts.
    pub(crate) fn with_liberties(self, least: usize, most: usize) -> Self {
        Self {
            least,
            most,
            ..self
        }
    }
}

impl<'a> Iterator for Chains<'a> {
    type Item = Chain<'a>;

    fn next(&mut self) -> Option<Chain<'a>> {
        loop {
            let chain = self.board.chain(self.left.next()?);
            let asked = |chain: &Chain<'_>| {
                let liberties = chain.liberty_count();
                self.least <= liberties && liberties <= self.most
            };
            // A refused string may come again by another stone, and is refused again.
            let Some(chain) = chain.filter(asked) else {
                continue;
            };
            if chain.len() > 1 {
                for stone in chain.stones() {
                    self.left.skip_point(stone);
                }
            }
            return Some(chain);
        }
    }
}

/// The opponent strings that touch a string, each once, ordered by their first touching stone.
#[derive(Clone)]
pub struct Neighbors<'a> {
    chain: Chain<'a>,
    stones: Common<'a>,
    /// The first strings returned that have several stones.
    came: SlotList,
    /// The range of liberty counts that is wanted.
    least: u16,
    most: u16,
}

impl<'a> Neighbors<'a> {
    #[inline]
    fn new(chain: &Chain<'a>, least: u16, most: u16) -> Self {
        let data = chain.data();
        let others = chain.board.stones(!chain.color);
        Self {
            chain: *chain,
            stones: data.border.common(others, data.span),
            came: SlotList::default(),
            least,
            most,
        }
    }

    /// Whether the string has been returned for an earlier stone.
    fn has_come(&mut self, slot: Slot, stone: Point) -> bool {
        if !self.came.is_full() {
            return !self.came.insert(slot);
        }
        if self.came.as_slice().contains(&slot) {
            return true;
        }
        let board = self.chain.board;
        let border = &self.chain.data().border;
        let mut stones = board.rings().stones(board.data(slot).stone);
        stones.any(|other| other < stone && border.contains(other))
    }
}

impl<'a> Iterator for Neighbors<'a> {
    type Item = Chain<'a>;

    #[inline]
    fn next(&mut self) -> Option<Chain<'a>> {
        let board = self.chain.board;
        loop {
            let stone = self.stones.next()?;
            let slot = board.slot(stone);
            let data = board.data(slot);
            let asked = self.least <= data.liberties && data.liberties <= self.most;
            if asked && (data.size == 1 || !self.has_come(slot, stone)) {
                return Some(Chain {
                    board,
                    color: !self.chain.color,
                    slot,
                });
            }
        }
    }
}

impl Board {
    /// All strings, in the order of their origins.
    pub fn chains(&self) -> Chains<'_> {
        let stones = *self.stones(Color::Black) | *self.stones(Color::White);
        Chains::new(self, &stones)
    }

    /// The strings with a stone on one of these points, each once, ordered by their first stone
    /// there.
    pub fn chains_at(&self, points: &PointSet) -> Chains<'_> {
        let stones = *self.stones(Color::Black) | *self.stones(Color::White);
        Chains::new(self, &(*points & stones))
    }

    /// The pairs of strings of one colour that have stones at most `apart` lines from each other,
    /// along rows as along columns. Each string is named by its origin; the pairs are in the order
    /// of the origins.
    pub fn near_pairs(&self, apart: usize) -> Vec<(Point, Point)> {
        let chains: Vec<Chain<'_>> = self.chains().collect();
        let mut pairs = Vec::new();
        for (number, a) in chains.iter().enumerate() {
            for b in &chains[number + 1..] {
                let is_near = |one: Point| b.stones().any(|other| one.distance(other) <= apart);
                if a.color() == b.color() && a.stones().any(is_near) {
                    pairs.push((a.origin(), b.origin()));
                }
            }
        }
        pairs
    }
}

impl<'a> Chain<'a> {
    /// Adds the [`border`](Self::border) to a set.
    #[inline]
    pub fn add_border(&self, set: &mut PointSet) {
        let data = self.data();
        set.add_within(&data.border, data.span);
    }

    /// The stones as a set.
    pub fn stone_set(&self) -> PointSet {
        self.stones().collect()
    }

    /// The opponent strings that touch this one, each once, ordered by their first touching stone.
    pub fn neighbors(&self) -> Neighbors<'a> {
        Neighbors::new(self, 0, u16::MAX)
    }

    /// The opponent strings with exactly this many liberties that touch this one.
    pub fn neighbors_with(&self, liberties: usize) -> Neighbors<'a> {
        let liberties = u16::try_from(liberties).unwrap_or(u16::MAX);
        Neighbors::new(self, liberties, liberties)
    }

    /// The opponent strings with at most this many liberties that touch this one.
    pub fn neighbors_up_to(&self, liberties: usize) -> Neighbors<'a> {
        Neighbors::new(self, 0, u16::try_from(liberties).unwrap_or(u16::MAX))
    }

    /// The opponent strings that touch this one or share a liberty with it.
    pub fn extended_neighbors(&self) -> Chains<'a> {
        let around = self.data().border | self.liberties().neighbors();
        Chains::new(self.board, &(around & *self.board.stones(!self.color)))
    }

    /// The opponent strings that touch this one, and all other strings that share a liberty with
    /// it.
    pub fn extended_chains(&self) -> Chains<'a> {
        let beside = self.liberties().neighbors();
        let others = (self.data().border | beside) & *self.board.stones(!self.color);
        let mut own = beside & *self.board.stones(self.color);
        for stone in self.stones() {
            own.remove(stone);
        }
        Chains::new(self.board, &(others | own))
    }

    /// The liberties that both strings share.
    pub fn common_liberties(&self, other: &Self) -> PointSet {
        self.data().border & other.data().border & *self.board.empty()
    }

    /// Whether the strings share a liberty.
    pub fn shares_liberty(&self, other: &Self) -> bool {
        (self.data().border & other.data().border).intersects(self.board.empty())
    }

    /// Whether the point is a liberty of the string.
    #[inline]
    pub fn has_liberty(&self, point: Point) -> bool {
        self.data().border.contains(point) && self.board.at(point).is_empty()
    }

    /// Whether the point is a second-order liberty: empty, next to a liberty, but no liberty
    /// itself.
    pub fn has_second_order_liberty(&self, point: Point) -> bool {
        self.board.at(point).is_empty()
            && !self.data().border.contains(point)
            && (point.neighbors().into_iter()).any(|near| self.has_liberty(near))
    }

    /// Whether the point is next to a stone of the string, whatever it holds.
    #[inline]
    pub fn touches(&self, point: Point) -> bool {
        self.data().border.contains(point) && self.board.size().contains(point)
    }

    /// Whether the two strings touch. They are of different colours then.
    pub fn is_adjacent(&self, other: &Self) -> bool {
        let (few, many) = if self.len() < other.len() {
            (self, other)
        } else {
            (other, self)
        };
        self.color != other.color && (few.stones()).any(|stone| many.data().border.contains(stone))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_strings_of_a_color() {
        let board: Board = "\
            X . . . X
            . . . . .
            . . X . .
            O . . . .
            O . . . X
        "
        .parse()
        .expect("a diagram");
        let names = |apart| -> Vec<String> {
            let vertex = |point: Point| point.vertex(board.size()).to_string();
            (board.near_pairs(apart).into_iter())
                .map(|(a, b)| vertex(a) + " " + &vertex(b))
                .collect()
        };
        assert!(names(1).is_empty());
        assert_eq!(names(2), ["A5 C3", "E5 C3", "C3 E1"]);
        assert_eq!(
            names(4),
            ["A5 E5", "A5 C3", "A5 E1", "E5 C3", "E5 E1", "C3 E1"]
        );
    }
}
