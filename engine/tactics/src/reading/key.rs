//! Questions about a string, or about several, as keys of the memory.

use katachi_board::{Color, Point};

use super::rules::Terms;
use crate::memory::Key;
use crate::proof::Side;

/// A question about a string, which is named by its first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ReadingKey {
    target: Point,
    /// The side that moves, and its colour.
    side: Side,
    mover: Color,
    wanted: Wanted,
    /// The node limit of a search.
    nodes: u32,
}

/// What a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wanted {
    /// The result, with one move that achieves it.
    Result,
    /// The same, read deeper if the question is hard.
    Thorough,
    /// All moves that work.
    Moves,
}

impl ReadingKey {
    pub fn new(terms: &Terms, side: Side, wanted: Wanted) -> Self {
        Self {
            target: terms.target,
            side,
            mover: terms.mover(side),
            wanted,
            nodes: terms.limits.nodes,
        }
    }
}

impl Key for ReadingKey {
    fn place(&self) -> usize {
        self.target.index()
    }

    fn point(&self) -> Point {
        self.target
    }

    /// Only the side that moves first can meet a ban: the first move ends it.
    fn may_start(&self, color: Color) -> bool {
        color == self.mover
    }
}

/// A question about up to three strings, which are named by the stones that the caller gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct GoalKey {
    kind: GoalKind,
    stones: [Option<Point>; 3],
    /// The trial moves before the question, as far as they cost it nodes.
    stage: usize,
}

/// What a question about several strings asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum GoalKind {
    /// Whether one of them can be captured.
    AttackOne,
    /// Whether all of them can be saved.
    DefendAll,
    /// Whether their opponent breaks through.
    Break,
}

impl GoalKey {
    /// `None` if there are too many stones, or none.
    pub fn new(kind: GoalKind, stones: &[Point], stage: usize) -> Option<Self> {
        let mut key = Self {
            kind,
            stones: [None; 3],
            stage,
        };
        for (at, &stone) in stones.iter().enumerate() {
            *key.stones.get_mut(at)? = Some(stone);
        }
        key.stones[0].map(|_| key)
    }

    /// The stones that name the strings.
    pub fn stones(&self) -> impl Iterator<Item = Point> {
        self.stones.into_iter().flatten()
    }

    fn first(&self) -> Point {
        self.stones[0].expect("a key has a stone")
    }
}

impl Key for GoalKey {
    fn place(&self) -> usize {
        self.first().index()
    }

    fn point(&self) -> Point {
        self.first()
    }

    /// Questions about single strings, of either side, follow each other.
    fn may_start(&self, _: Color) -> bool {
        true
    }
}
