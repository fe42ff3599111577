//! What undoes a move of a board.

use crate::point_set::Span;
use crate::strings::{Slot, SlotList};
use crate::{Color, Point};

/// Everything that undoes one move.
#[derive(Clone, Copy)]
pub(crate) struct Record {
    pub color: Color,
    pub point: Option<Point>,
    pub ko: Option<Point>,
    /// The hash of the stones before the move.
    pub hash: u64,
    /// The former successor of the point in its ring, perhaps in a captured string.
    pub next: Point,
    /// The string that the stone joined.
    pub slot: Slot,
    /// The former liberties of that string, not counting the point itself.
    pub liberties: u16,
    /// Which neighbours of the point were new in that string's border.
    pub new_border: u8,
    /// The former span of that string's border.
    pub span: Span,
    pub absorbed: SlotList,
    pub captured: SlotList,
    pub founded: bool,
    pub suicide: bool,
}

impl Record {
    /// The record of a pass, with the banned ko and the hash before it.
    #[inline]
    pub fn pass(color: Color, ko: Option<Point>, hash: u64) -> Self {
        Self {
            color,
            point: None,
            ko,
            hash,
            next: Point::from_index(0),
            slot: 0,
            liberties: 0,
            new_border: 0,
            span: Span::EMPTY,
            absorbed: SlotList::default(),
            captured: SlotList::default(),
            founded: false,
            suicide: false,
        }
    }
}
