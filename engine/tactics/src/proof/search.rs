//! The node loop, and the trait of what it searches.

use katachi_board::Point;

use super::numbers::{INFINITE, Numbers, Side, Sum};

/// The numbers at which a node returns to its parent.
#[derive(Clone, Copy, Debug)]
pub struct Thresholds {
    /// For the number of the side to move.
    pub own: u32,
    /// For the other number.
    pub other: u32,
}

impl Thresholds {
    /// Searches until the node is decided, or the budget is spent.
    pub const NONE: Self = Self {
        own: INFINITE,
        other: INFINITE,
    };
}

/// What a move leads to.
pub enum Entered<S: Search> {
    /// An expanded node, to be searched.
    Node(S::Node),
    /// A result that needs no search now.
    Result(S::Found),
}

/// A question on a board: what the node loop has to know about it.
///
/// A reader expands nodes itself: it lists the candidate moves in its order, with first guesses of
/// their numbers. [`note`](Self::note) sees each result and may add or cut moves then.
pub trait Search: Sized {
    /// The name of an expanded node.
    type Node: Copy;
    /// What the search finds out about a position.
    type Found: Copy;

    /// The numbers of a node, and the child to search next.
    fn weigh(&self, node: Self::Node, side: Side) -> Sum;

    /// The move of a child, `None` for a pass, and its numbers.
    fn child(&self, node: Self::Node, child: usize) -> (Option<Point>, Numbers);

    /// How high a child's own number may rise before the second best gets its turn; `second` is
    /// that one's number.
    fn margin(second: u32) -> u32;

    /// Whether the budget is spent.
    fn is_spent(&self) -> bool;

    /// The nodes expanded so far.
    fn nodes(&self) -> u64;

    /// Plays the move of a child.
    ///
    /// # Errors
    /// The result, if the move turns out to be illegal.
    fn play(
        &mut self,
        node: Self::Node,
        child: usize,
        side: Side,
        depth: u32,
    ) -> Result<(), Self::Found>;

    /// The position after the move of a child, which stands on the board: expands it unless it is
    /// known or needs no search. `second` is the own number of the second best child.
    fn enter(
        &mut self,
        node: Self::Node,
        child: usize,
        side: Side,
        depth: u32,
        second: u32,
    ) -> Entered<Self>;

    /// Takes back the move played at this depth.
    fn take_back(&mut self, depth: u32);

    /// Stores the result of a child's move.
    fn note(&mut self, node: Self::Node, child: usize, side: Side, found: Self::Found);

    /// The result of a node that is left now. `best` is its best move, `work` the nodes that it
    /// took.
    fn finish(
        &mut self,
        node: Self::Node,
        side: Side,
        depth: u32,
        sum: Sum,
        best: Option<Point>,
        work: u64,
    ) -> Self::Found;
}

/// Searches an expanded node until a number reaches its threshold, or the budget is spent.
pub fn search<S: Search>(
    run: &mut S,
    node: S::Node,
    side: Side,
    depth: u32,
    most: Thresholds,
) -> S::Found {
    let begun = run.nodes();
    let mut best = None;
    let sum = loop {
        let sum = run.weigh(node, side);
        let Some(child) = sum.choice else {
            break sum;
        };
        let (point, numbers) = run.child(node, child);
        let (own, other) = sum.numbers.of(side);
        // A pass is best only if it succeeds.
        best = if own == 0 { point } else { point.or(best) };
        if sum.numbers.is_decided() || own >= most.own || other >= most.other || run.is_spent() {
            break sum;
        }
        // Stay with the child until the second best is better by a margin.
        let below = Thresholds {
            own: (most.other - other + numbers.of(side).1).min(INFINITE),
            other: most.own.min(S::margin(sum.second)),
        };
        let found = if let Err(found) = run.play(node, child, side, depth) {
            found
        } else {
            let found = match run.enter(node, child, side, depth, sum.second) {
                Entered::Node(next) => search(run, next, side.other(), depth + 1, below),
                Entered::Result(found) => found,
            };
            run.take_back(depth);
            found
        };
        run.note(node, child, side, found);
    };
    let work = run.nodes() - begun;
    run.finish(node, side, depth, sum, best, work)
}
