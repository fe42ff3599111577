//! Strings: the board's data about each, and [`Chain`], the view of a string for callers.
//!
//! Each string has a slot. Slots form a stack: a stone without friends takes the next one, and undo
//! gives it back. Merges and captures leave the slots of the vanished strings untouched, so undo
//! finds them unchanged.

use crate::point::GRID;
use crate::point_set::Span;
use crate::{Board, Color, Common, Point, PointSet};

/// The index of a string's slot.
pub(crate) type Slot = u16;

/// The data of a string.
#[derive(Clone, Debug)]
pub(crate) struct StringData {
    /// All neighbours of the stones: liberties, opponent stones, and also own stones and cells off
    /// the board, which do no harm. Opponent moves never change it.
    pub border: PointSet,
    /// The words of `border` in use.
    pub span: Span,
    /// The number of empty points in `border`.
    pub liberties: u16,
    /// The number of stones.
    pub size: u16,
    /// One of the stones; [`Rings`] finds the others.
    pub stone: Point,
}

/// Cyclic lists of the stones of each string.
#[derive(Clone)]
pub(crate) struct Rings([Point; GRID]);

impl Rings {
    pub fn new() -> Self {
        Self([Point::from_index(0); GRID])
    }

    pub fn next(&self, stone: Point) -> Point {
        self.0[stone.index()]
    }

    /// Sets the successor of a stone and returns the old one.
    pub fn set_next(&mut self, stone: Point, next: Point) -> Point {
        std::mem::replace(&mut self.0[stone.index()], next)
    }

    /// Joins the rings of two stones, or splits a ring that this call has joined.
    pub fn swap(&mut self, a: Point, b: Point) {
        self.0.swap(a.index(), b.index());
    }

    pub fn stones(&self, first: Point) -> Stones<'_> {
        Stones {
            rings: self,
            first,
            next: Some(first),
        }
    }
}

/// The stones of a string, each once, in no particular order.
#[derive(Clone)]
pub(crate) struct Stones<'a> {
    rings: &'a Rings,
    first: Point,
    next: Option<Point>,
}

impl Iterator for Stones<'_> {
    type Item = Point;

    fn next(&mut self) -> Option<Point> {
        let stone = self.next?;
        let next = self.rings.next(stone);
        self.next = (next != self.first).then_some(next);
        Some(stone)
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
