//! The records of a general image, as its tables store them.
//!
//! All offsets are (rows down, columns right) from the anchor of the pattern.

use zerocopy::little_endian::{F32, U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::run::Run;

/// The greatest offset from the anchor: one line beyond the largest board.
pub const MAX_OFFSET: i8 = 25;

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
    /// The helper of the colon line: its index in [`HELPERS`](crate::HELPERS) plus 1, or 0.
    pub helper: u8,
    /// The first function or helper that the engine cannot answer, or 0. A function is 1 plus the
    /// number of its [`Autohelper`](crate::Autohelper), a helper 1000 plus its index. Such a
    /// pattern never matches.
    pub waits_for: U16,
    /// The cells in reading order, a run of the cells. Cells that are not stored are `?`; in corner
    /// patterns, which have no `?`, they are `.`.
    pub cells: Run,
    /// Conditions outside the window, a run of the tests; those that fail most often come first.
    pub tests: Run,
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
    /// For an attribute with a label: the index in the pattern's labels.
    pub label: u8,
    /// For an attribute with a number: the number.
    pub number: F32,
}

/// A test: the point at this offset from an anchor must hold one of these symbols.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct TestRecord {
    /// The offset.
    pub at: Offset,
    /// The symbols allowed, bits of [`Symbol`](crate::Symbol).
    pub allowed: u8,
}

/// A lane: a pattern in one orientation.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct LaneRecord {
    /// The pattern.
    pub pattern: U32,
    /// The number of the symmetry.
    pub symmetry: u8,
}

/// A slate: all lanes that share an anchor colour, with their masks.
///
/// A mask is a row with one bit for each lane. There is one for each point of the window and,
/// within a point, for each symbol: empty, own, opponent, off the board. A lane's bit says that the
/// lane allows the symbol there.
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct SlateRecord {
    /// The symbol that the anchor must hold: the number of a [`Symbol`](crate::Symbol).
    pub anchor: u8,
    /// The lanes, a run of the lanes, by pattern and symmetry.
    pub lanes: Run,
    /// The masks, a run of the masks.
    pub masks: Run,
}

impl SlateRecord {
    /// The number of words in a row of masks.
    pub fn words(&self) -> usize {
        (self.lanes.count.get() as usize).div_ceil(64)
    }
}

/// A node of a corner tree: a stone, or a pattern whose stones are those of the path to the node.
///
/// Nodes are in depth-first order. Distances from the corner's two edges name a point; the
/// rectangle from the corner to it is its corner area. The tree follows GNU Go's corner matcher
/// (manual, "Corner Matcher").
#[derive(FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub struct CornerNode {
    /// A stone: its distances. A pattern: the lines of its rectangle along each edge.
    pub at: [u8; 2],
    /// The number of stones in the corner area of this stone, itself included, or in the rectangle.
    pub stones: u8,
    /// Bits of [`corner_node`].
    pub flags: u8,
    /// A stone: the first node after its subtree. A pattern: its index.
    pub next: U32,
}

/// The bits of [`CornerNode::flags`].
pub mod corner_node {
    /// The node is a pattern, not a stone.
    pub const PATTERN: u8 = 1;
    /// The stone, or the side that moves, has the colour of the path's first stone.
    pub const SAME: u8 = 2;
    /// The path has rows and columns of the pattern's diagram swapped.
    pub const SWAPPED: u8 = 4;
}

/// The most stones of a corner pattern.
pub const MAX_CORNER_STONES: usize = 255;

/// The most tests of a pattern: one for each possible offset.
pub const MAX_TESTS: usize = (2 * MAX_OFFSET as usize + 1).pow(2);

/// The most values of a pattern.
pub const MAX_VALUES: usize = 250;

/// The most points of a window.
pub const MAX_WINDOW: usize = 64;

/// The number of window points in a group, which a scan tests together.
pub const GROUP: usize = 4;

impl Offset {
    pub(super) fn is_near(self) -> bool {
        let near = |x: i8| (-MAX_OFFSET..=MAX_OFFSET).contains(&x);
        near(self.row) && near(self.col)
    }
}
