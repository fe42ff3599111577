//! The tree of a search, which threads share without locks.
//!
//! Entry points: [`Tree::expand`] and [`Tree::children`]. Each number is a single word that threads
//! write without waiting (Enzenberger and Müller, "A Lock-free Multithreaded Monte-Carlo Tree
//! Search Algorithm", 2009). If two threads write the same number at the same time, one result is
//! lost. That hardly matters, and with one thread it never happens.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

/// A number of results, with their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// The number of results.
    pub visits: u32,
    /// Their sum, each 0 to 1.
    pub sum: f32,
}

impl Stats {
    /// The mean; `None` without results.
    pub fn mean(self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }
}

/// The results with the most visits, and the visits of those with the second most.
pub fn most_visited(all: impl Iterator<Item = Stats>) -> (Stats, u32) {
    all.fold((Stats::default(), 0), |(best, second), results| {
        if results.visits > best.visits {
            (results, best.visits)
        } else {
            (best, second.max(results.visits))
        }
    })
}

/// The unit of a stored result: 1 divided by this number.
pub const PARTS: u32 = 128;

/// [`Stats`] in one word: the number in the upper half, the sum in units of 1 / [`PARTS`] in the
/// lower half. It holds 33 million results of 1.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// The results so far.
    #[inline]
    pub fn get(&self) -> Stats {
        let bits = self.0.load(Ordering::Relaxed);
        Stats {
            visits: (bits >> 32) as u32,
            sum: (bits as u32) as f32 / PARTS as f32,
        }
    }

    /// Adds visits, and results in units of 1 / [`PARTS`].
    #[inline]
    pub fn add(&self, visits: u32, parts: u32) {
        let old = self.0.load(Ordering::Relaxed);
        let new = old.wrapping_add(u64::from(visits) << 32 | u64::from(parts));
        self.0.store(new, Ordering::Relaxed);
    }

    fn copy_from(&self, other: &Self) {
        self.0
            .store(other.0.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// A move in the tree, and the position after it.
#[derive(Debug, Default)]
pub struct Node {
    /// Simulations through the node, from the view of the side that moved. An unfinished one counts
    /// as lost.
    pub results: Counter,
    /// Simulations in which that side played the move here or later, before anybody else did.
    pub amaf: Counter,
    prior: AtomicU32,
    /// The first of the children, [`LEAF`], or [`BUSY`].
    first: AtomicU32,
    count: AtomicU16,
    cell: AtomicU16,
}

/// The node has no children.
const LEAF: u32 = 0;
/// A thread is expanding the node now.
const BUSY: u32 = u32::MAX;

impl Node {
    /// The cell of the move.
    #[inline]
    pub fn cell(&self) -> u16 {
        self.cell.load(Ordering::Relaxed)
    }

    /// The prior: how likely the move is to be best before any simulation, 0 to 1.
    #[inline]
    pub fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Ordering::Relaxed))
    }

    /// Changes the [`prior`](Self::prior).
    pub fn set_prior(&self, prior: f32) {
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
    }

    /// Whether the node can be expanded.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.first.load(Ordering::Relaxed) == LEAF
    }

    fn set(&self, cell: u16, prior: f32) {
        self.results.0.store(0, Ordering::Relaxed);
        self.amaf.0.store(0, Ordering::Relaxed);
        self.prior.store(prior.to_bits(), Ordering::Relaxed);
        self.first.store(LEAF, Ordering::Relaxed);
        self.count.store(0, Ordering::Relaxed);
        self.cell.store(cell, Ordering::Relaxed);
    }
}

/// Nodes are allocated in chunks of this size, each when it is needed.
const CHUNK: usize = 1 << 14;

/// The index of a node.
pub type NodeId = u32;

/// The index of the root.
pub const ROOT: NodeId = 1;

/// A tree of moves.
#[derive(Debug)]
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicU32,
}

impl Tree {
    /// A tree with only a root; it will take at most this many bytes.
    pub fn new(bytes: usize) -> Self {
        let chunks = (bytes / size_of::<Node>() / CHUNK).clamp(1, 1 << 16);
        let tree = Self {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(ROOT + 1),
        };
        tree.node(ROOT).set(0, 1.0);
        tree
    }

    /// The number of nodes.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed) as usize - 1
    }

    fn chunk(&self, number: usize) -> &[Node] {
        self.chunks[number].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// The node with this index.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        let id = id as usize;
        &self.chunk(id / CHUNK)[id % CHUNK]
    }

    /// The index of the first child, and the children; no children at a leaf.
    #[inline]
    pub fn children(&self, node: &Node) -> (NodeId, &[Node]) {
        let first = node.first.load(Ordering::Acquire);
        if first == LEAF || first == BUSY {
            return (0, &[]);
        }
        let count = usize::from(node.count.load(Ordering::Relaxed));
        let at = first as usize;
        let chunk = self.chunk(at / CHUNK);
        (first, &chunk[at % CHUNK..at % CHUNK + count])
    }

    /// Sorts the children of a node by prior, the most likely first.
    pub fn sort_children(&mut self, id: NodeId) {
        let node = self.node(id);
        let count = self.children(node).1.len();
        let at = node.first.load(Ordering::Relaxed) as usize;
        if let Some(chunk) = self.chunks.get_mut(at / CHUNK).and_then(OnceLock::get_mut)
            && let Some(children) = chunk.get_mut(at % CHUNK..at % CHUNK + count)
        {
            children.sort_by(|a, b| b.prior().total_cmp(&a.prior()));
        }
    }

    /// Adds children to a leaf: moves with priors, the most likely first. Returns whether it did;
    /// another thread may be doing so, or the tree may be full.
    pub fn expand(&self, node: &Node, moves: &[(u16, f32)]) -> bool {
        let busy = (node.first).compare_exchange(LEAF, BUSY, Ordering::Relaxed, Ordering::Relaxed);
        if busy.is_err() {
            return false;
        }
        let first = self.reserve(moves.len());
        if let Some(first) = first {
            for (number, &(cell, prior)) in moves.iter().enumerate() {
                self.node(first + number as u32).set(cell, prior);
            }
            node.count.store(moves.len() as u16, Ordering::Relaxed);
        }
        node.first.store(first.unwrap_or(LEAF), Ordering::Release);
        first.is_some()
    }

    /// Reserves this many consecutive nodes.
    fn reserve(&self, count: usize) -> Option<NodeId> {
        if count == 0 || count > CHUNK {
            return None;
        }
        let place = |used: u32| {
            let used = used as usize;
            // Siblings must lie in one chunk.
            let last = used + count - 1;
            let first = if used / CHUNK == last / CHUNK {
                used
            } else {
                last / CHUNK * CHUNK
            };
            (first + count <= self.chunks.len() * CHUNK).then_some(first)
        };
        let next = |used| place(used).map(|first| (first + count) as u32);
        let used = (self.used).fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        used.ok().and_then(place).map(|first| first as u32)
    }

    /// A tree of the same size that contains this node, as the root, and all nodes below it.
    pub fn below(&self, id: NodeId) -> Self {
        let new = Self {
            chunks: self.chunks.iter().map(|_| OnceLock::new()).collect(),
            used: AtomicU32::new(ROOT + 1),
        };
        let mut left = vec![(id, ROOT)];
        new.node(ROOT).set(0, 1.0);
        new.node(ROOT).results.copy_from(&self.node(id).results);
        let mut moves = Vec::new();
        while let Some((from, to)) = left.pop() {
            let (first, children) = self.children(self.node(from));
            moves.clear();
            moves.extend(children.iter().map(|child| (child.cell(), child.prior())));
            if !new.expand(new.node(to), &moves) {
                continue;
            }
            let (there, copies) = new.children(new.node(to));
            for (number, (child, copy)) in children.iter().zip(copies).enumerate() {
                copy.results.copy_from(&child.results);
                copy.amaf.copy_from(&child.amaf);
                if !child.is_leaf() {
                    left.push((first + number as u32, there + number as u32));
                }
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_add_up() {
        let counter = Counter::default();
        assert_eq!(counter.get().mean(), None);
        counter.add(1, PARTS);
        counter.add(1, 0);
        counter.add(2, PARTS);
        let stats = counter.get();
        assert_eq!((stats.visits, stats.mean()), (4, Some(0.5)));
    }

    #[test]
    fn a_tree_keeps_to_its_room_and_a_part_of_it_can_be_kept() {
        let tree = Tree::new(2 * CHUNK * size_of::<Node>());
        let moves: Vec<(u16, f32)> = (1..=100).map(|cell| (cell, f32::from(cell))).collect();
        assert!(tree.expand(tree.node(ROOT), &moves));
        assert!(!tree.expand(tree.node(ROOT), &moves), "it has children");
        let (first, children) = tree.children(tree.node(ROOT));
        for child in children {
            assert!(tree.expand(child, &moves));
        }
        let (_, below) = tree.children(&children[6]);
        below[3].results.add(5, 2 * PARTS);
        let part = tree.below(first + 6);
        let (_, kept) = part.children(part.node(ROOT));
        assert_eq!((kept.len(), part.len()), (100, 101));
        assert_eq!((kept[3].cell(), kept[3].prior()), (4, 4.0));
        assert_eq!(kept[3].results.get(), below[3].results.get());
        // 327 families of 100 fit into the two chunks.
        let full = (below.iter().chain(children.iter().rev()))
            .flat_map(|node| tree.children(node).1.iter().chain([node]))
            .filter(|node| node.is_leaf() && tree.expand(node, &moves))
            .count();
        assert!(full > 150, "{full}");
        assert!(tree.len() <= 2 * CHUNK);
        let leaf = (0..2 * CHUNK as u32 - 200).rev();
        let leaf = leaf.map(|id| tree.node(id + 2)).find(|node| node.is_leaf());
        assert!(!tree.expand(leaf.expect("a leaf"), &vec![(1, 0.0); 2 * CHUNK]));
    }
}
