//! The records of a general image, as they lie in its tables.
//!
//! All offsets are (rows down, columns right) from the anchor of the pattern.

use std::ops::Range;

use zerocopy::little_endian::{F32, U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// The farthest that an offset from the anchor may lead: one line beyond the largest board.
pub const MAX_OFFSET: i8 = 25;

/// No entry: in fields that may refer to one.
pub const NONE: u32 = u32::MAX;

/// A run of entries of another table.
#[derive(
    FromBytes,
    IntoBytes,
    KnownLayout,
    Immutable,
    Unaligned,
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
)]
#[repr(C)]
pub struct Run {
    /// The first entry.
    pub start: U32,
    /// The number of entries.
    pub count: U32,
}

impl Run {
    /// The run from `start` to before `end`.
    pub fn between(start: usize, end: usize) -> Self {
        Self {
            start: (start as u32).into(),
            count: ((end - start) as u32).into(),
        }
    }

    pub(super) fn range(self) -> Range<usize> {
        let start = self.start.get() as usize;
        start..start.saturating_add(self.count.get() as usize)
    }

    /// Whether the run has no entries.
    pub fn is_empty(self) -> bool {
        self.count.get() == 0
    }
}

/// A pattern.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct PatternRecord {
    /// The name, a run of the text.
    pub name: Run,
    /// The source file, an entry of the files.
    pub file: U16,
    /// The line of the name in that file, from 1.
    pub line: U32,
    /// The class letters, the bits of [`Classes`](crate::language::Classes).
    pub classes: U32,
    /// The symmetry code of the colon line, ASCII.
    pub symmetry: u8,
    /// The orientations to try, one bit for each symmetry number.
    pub orientations: u8,
    /// The borders, bits of [`crate::border`].
    pub borders: u8,
    /// The offset of the diagram's top left cell.
    pub top_left: Offset,
    /// Rows and columns of the diagram.
    pub extent: Offset,
    /// The offset of the move; only meaningful if `has_move` is not 0.
    pub mv: Offset,
    /// Whether there is a move.
    pub has_move: u8,
    /// The helper of the colon line: its place in [`HELPERS`](crate::HELPERS) plus 1, or 0.
    pub helper: u8,
    /// The first function or helper that the engine cannot answer: 0 for none, 1 plus the number
    /// of an [`Autohelper`](crate::Autohelper), or 1000 plus the place of a helper. Such a pattern never matches.
    pub waits_for: U16,
    /// All cells but `?`, in reading order, a run of the cells.
    pub cells: Run,
    /// The labels, a run of the labels.
    pub labels: Run,
    /// The values of the colon line, a run of the values.
    pub values: Run,
    /// The constraint, a run of the code; empty if there is none.
    pub constraint: Run,
    /// The action, a run of the code; empty if there is none.
    pub action: Run,
}

/// Rows down and columns right.
#[derive(
    FromBytes,
    IntoBytes,
    KnownLayout,
    Immutable,
    Unaligned,
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
#[repr(C)]
pub struct Offset {
    /// Rows down.
    pub row: i8,
    /// Columns right.
    pub col: i8,
}

/// A cell of a diagram.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct CellRecord {
    /// Where it is.
    pub at: Offset,
    /// The number of the [`Cell`](crate::language::Cell).
    pub cell: u8,
}

/// A label: a letter that constraint and action use for a point.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct LabelRecord {
    /// Where it is: its first cell in reading order.
    pub at: Offset,
    /// The letter, ASCII.
    pub letter: u8,
}

/// A value of the colon line.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct ValueRecord {
    /// The number of the [`Attribute`](crate::language::Attribute).
    pub attribute: u8,
    /// For attributes that name a label: its place in the pattern's labels.
    pub label: u8,
    /// For attributes with a number: the number.
    pub number: F32,
}

/// A state of an automaton: read the point at `probe`, go on at `next`.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct StateRecord {
    /// The point to read, an entry of the probes; meaningless if all of `next` is [`NONE`]. A
    /// later state reads a later probe, so a scan reads each probe at most once.
    pub probe: U16,
    /// The patterns that match here: the first entry of the accepts, or [`NONE`].
    pub accepts: U32,
    /// The next state by the symbol read, or [`NONE`]. Always a later state than this one.
    pub next: [U32; 4],
}

impl StateRecord {
    /// Whether no state follows this one.
    #[inline]
    pub fn ends(&self) -> bool {
        self.next.iter().all(|next| next.get() == NONE)
    }
}

/// A start state.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct RootRecord {
    /// What the anchor must hold: the number of a [`crate::Symbol`].
    pub anchor: u8,
    /// The state.
    pub state: U32,
}

/// In an entry of the accepts: the last of its list.
pub const LAST: u32 = 1 << 31;

impl Offset {
    pub(super) fn is_near(self) -> bool {
        let near = |x: i8| (-MAX_OFFSET..=MAX_OFFSET).contains(&x);
        near(self.row) && near(self.col)
    }
}
