//! The board's data about strings; [`Chain`](crate::Chain) is the view of a string for callers.
//!
//! Each string has a slot. Slots form a stack: a stone without friends takes the next one, and undo
//! gives it back. Merges and captures leave the slots of the vanished strings untouched, so undo
//! finds them unchanged.

use crate::point::GRID;
use crate::point_set::Span;
use crate::{Point, PointSet};

/// The index of a string's slot.
pub(crate) type Slot = u16;

/// The data of a string.
#[derive(Clone, Debug)]
pub(crate) struct StringData {
    /// All neighbours of the stones: liberties, opponent stones, and also own stones and cells off
    /// the board, which do no harm. Opponent moves never change it.
    pub border: PointSet,
    /// The words of `border` in use: no other is looked at.
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

/// Up to four strings around a point, each once.
#[derive(Clone, Copy, Default)]
pub(crate) struct SlotList {
    slots: [Slot; 4],
    pub len: u8,
}

impl SlotList {
    #[inline]
    pub fn as_slice(&self) -> &[Slot] {
        &self.slots[..usize::from(self.len & 7)]
    }

    #[inline]
    pub fn is_full(&self) -> bool {
        usize::from(self.len) == self.slots.len()
    }

    #[inline]
    pub fn push(&mut self, slot: Slot) {
        self.slots[usize::from(self.len & 3)] = slot;
        self.len += 1;
    }

    /// Adds the slot if it is new; returns whether it was.
    #[inline]
    pub fn insert(&mut self, slot: Slot) -> bool {
        let new = !self.as_slice().contains(&slot);
        if new {
            self.push(slot);
        }
        new
    }
}
