//! A part of a table, as the tables of every kind of image refer to it.

use std::ops::Range;

use zerocopy::little_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

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

    pub(crate) fn range(self) -> Range<usize> {
        let start = self.start.get() as usize;
        start..start.saturating_add(self.count.get() as usize)
    }

    /// Whether the run has no entries.
    pub fn is_empty(self) -> bool {
        self.count.get() == 0
    }
}
