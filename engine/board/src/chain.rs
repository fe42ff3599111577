//! [`Chain`], the view of a string for callers.

use crate::strings::{Slot, StringData};
use crate::{Board, Color, Common, Point, PointSet};

impl Board {
    /// The string of the stone on this point, if there is a stone.
    #[inline]
    pub fn chain(&self, point: Point) -> Option<Chain<'_>> {
        let color = self.at(point).color()?;
        Some(Chain {
            board: self,
            color,
            slot: self.slot(point),
        })
    }
}

/// A string of stones on a board: solidly connected stones of one colour.
#[derive(Clone, Copy)]
pub struct Chain<'a> {
    pub(crate) board: &'a Board,
    pub(crate) color: Color,
    pub(crate) slot: Slot,
}

impl<'a> Chain<'a> {
    #[inline]
    pub(crate) fn data(&self) -> &'a StringData {
        self.board.data(self.slot)
    }

    /// The colour of the stones.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The number of stones, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a string has stones")]
    pub fn len(&self) -> usize {
        self.data().size.into()
    }

    /// The number of liberties, at least 1.
    #[inline]
    pub fn liberty_count(&self) -> usize {
        self.data().liberties.into()
    }

    /// The liberties.
    pub fn liberties(&self) -> PointSet {
        self.data().border & *self.board.empty()
    }

    /// The [`liberties`](Self::liberties) one by one, in board order.
    #[inline]
    pub fn each_liberty(&self) -> Common<'a> {
        let data = self.data();
        data.border.common(self.board.empty(), data.span)
    }

    /// The stones, in no particular order.
    pub fn stones(&self) -> impl Iterator<Item = Point> + use<'a> {
        self.board.rings().stones(self.data().stone)
    }

    /// One of the stones: always the same one until the board changes. Faster than
    /// [`origin`](Self::origin).
    #[inline]
    pub fn stone(&self) -> Point {
        self.data().stone
    }

    /// The stone that names the string: the first in board order.
    pub fn origin(&self) -> Point {
        self.stones().min().unwrap_or(self.data().stone)
    }

    /// The points next to the string, whatever they hold; cells off the board are included.
    pub fn border(&self) -> PointSet {
        self.data().border
    }

    /// The opponent stones that touch the string.
    pub fn adjacent_stones(&self) -> PointSet {
        self.data().border & *self.board.stones(!self.color)
    }

    /// Whether both are the same string of the same board.
    pub fn is_same(&self, other: &Self) -> bool {
        std::ptr::eq(self.board, other.board) && self.slot == other.slot
    }

    /// Whether the stone on this point belongs to the string.
    pub fn contains(&self, stone: Point) -> bool {
        self.board.at(stone).is(self.color) && self.board.slot(stone) == self.slot
    }
}
