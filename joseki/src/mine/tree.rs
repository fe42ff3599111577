//! Grows a tree of variations from the counted positions; each position occurs once in it.
//!
//! [`Tree::grow`] starts at the empty corner and always takes the most frequent step that is
//! possible. So the line to each position is the one whose rarest move is as frequent as possible.
//! A pass is inserted where one side plays twice in a row. Branches without patterns are removed.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use katachi_board::{Board, BoardSize, Color, Rules};

use super::observe::canonical;
use super::select::{Selection, classify};
use super::stones::{Place, Region, Stones, bit, places};
use super::table::{Counts, Move, Table};
use crate::corner::Corner;
use crate::entry::Class;

/// The corner in which trees are written.
pub(crate) const CORNER: Corner = Corner::UpperRight;

/// First moves are within this many lines from both edges, so that they belong to one corner only,
/// wherever the mark is.
const FIRST: usize = 8;

/// A node: a move or a pass.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The previous node; `None` for first moves.
    pub parent: Option<usize>,
    /// The move; `None` is a pass, because the side played elsewhere.
    pub place: Option<Place>,
    /// The side that moves; Black begins.
    pub side: Color,
    /// How many times it was played.
    pub times: u32,
    /// The proposal, if the node becomes a pattern.
    pub pattern: Option<Proposal>,
    /// The position before it, relative to the side that moves.
    pub stones: Stones,
    /// An earlier node with the same position, whose continuations apply here.
    pub transposes: Option<usize>,
}

/// A move that becomes a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Its counts.
    pub counts: Move,
    /// The number of all moves played in its position.
    pub of: u32,
    /// The turns of its position, and the shares of turns without an answer at once, and without
    /// one soon.
    pub tenuki: Option<(u32, f64, f64)>,
    /// The rows and columns of its region.
    pub region: (usize, usize),
    /// Its class.
    pub class: Class,
    /// Labels of stones in the constraint.
    pub labels: Vec<(char, Place)>,
    /// The constraint, such as one for a good ladder.
    pub constraint: Option<String>,
}

/// A tree. Each node comes after its parent; siblings are sorted by frequency.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// A possible next step; the most frequent first, then the earliest found.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    times: u32,
    found: Reverse<usize>,
    parent: Option<usize>,
    place: Option<Place>,
    side: Color,
    /// The position before it.
    before: Stones,
    /// The position after it, relative to the opponent.
    after: Stones,
}

impl Tree {
    /// Grows the tree of a table.
    pub fn grow(table: &Table, selection: &Selection) -> Self {
        let mut growth = Growth {
            table,
            selection,
            nodes: Vec::new(),
            at: HashMap::new(),
            steps: BinaryHeap::new(),
            leaves: Vec::new(),
            found: 0,
        };
        growth.enter(None, Stones::default(), Color::Black);
        while let Some(step) = growth.steps.pop() {
            let key = step.after.canonical().0;
            if growth.at.contains_key(&key) {
                continue;
            }
            let id = growth.nodes.len();
            growth.nodes.push(Node {
                parent: step.parent,
                place: step.place,
                side: step.side,
                times: step.times,
                stones: step.before,
                pattern: None,
                transposes: None,
            });
            growth.at.insert(key, Some(id));
            growth.enter(Some(id), step.after, !step.side);
        }
        let mut tree = growth.finish();
        tree.leave_out_what_adds_nothing(&table.view.region);
        tree.pruned()
    }

    /// The number of patterns.
    pub fn patterns(&self) -> usize {
        (self.nodes.iter())
            .filter(|node| node.pattern.is_some())
            .count()
    }

    /// The nodes on the path to a node, from the first move to the node itself.
    pub fn path(&self, id: usize) -> Vec<usize> {
        let mut path: Vec<usize> =
            std::iter::successors(Some(id), |&id| self.nodes[id].parent).collect();
        path.reverse();
        path
    }

    /// The part of the tree after one first move.
    #[must_use]
    pub fn part(&self, first: Place) -> Self {
        let mut keep = vec![false; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate() {
            keep[id] = match node.parent {
                Some(parent) => keep[parent],
                None => node.place == Some(first),
            };
        }
        self.only(&keep)
    }

    /// Removes each pattern that adds nothing: wherever it matches, one with a smaller region
    /// proposes the same move with the same class.
    fn leave_out_what_adds_nothing(&mut self, region: &Region) {
        let patterns = self.nodes.iter().filter_map(|node| {
            let (place, pattern) = (node.place?, node.pattern.as_ref()?);
            Some((canonical(node.stones, place), pattern.class))
        });
        let classes: HashMap<(Stones, Place), Class> = patterns.collect();
        for node in &mut self.nodes {
            let (Some(place), Some(pattern)) = (node.place, &node.pattern) else {
                continue;
            };
            let (rows, cols) = pattern.region;
            let is_smaller =
                |size: &(usize, usize)| *size != pattern.region && size.0 <= rows && size.1 <= cols;
            let adds_nothing = region.sizes().filter(is_smaller).any(|size| {
                let less = node.stones.within(size);
                region.is(less.all() | bit(place), size)
                    && place.0 < size.0
                    && place.1 < size.1
                    && classes.get(&canonical(less, place)) == Some(&pattern.class)
            });
            if adds_nothing {
                node.pattern = None;
            }
        }
    }

    /// The tree without branches that have no pattern.
    #[must_use]
    fn pruned(&self) -> Self {
        let mut keep: Vec<bool> = (self.nodes.iter())
            .map(|node| node.pattern.is_some())
            .collect();
        // Parents have smaller numbers than children.
        for id in (0..self.nodes.len()).rev() {
            if let Some(parent) = self.nodes[id].parent.filter(|_| keep[id]) {
                keep[parent] = true;
            }
        }
        self.only(&keep)
    }

    /// The tree of the kept nodes; the parent of a kept node must be kept too.
    fn only(&self, keep: &[bool]) -> Self {
        let mut new = vec![None; self.nodes.len()];
        let mut nodes: Vec<Node> = Vec::new();
        for (id, node) in self.nodes.iter().enumerate() {
            if keep[id] {
                new[id] = Some(nodes.len());
                nodes.push(node.clone());
            }
        }
        for node in &mut nodes {
            node.parent = node.parent.and_then(|id| new[id]);
            node.transposes = node.transposes.and_then(|id| new[id]);
        }
        Self { nodes }
    }
}

struct Growth<'t> {
    table: &'t Table,
    selection: &'t Selection,
    nodes: Vec<Node>,
    /// For each position the node after which it arises; `None` is the empty corner.
    at: HashMap<Stones, Option<usize>>,
    steps: BinaryHeap<Step>,
    /// Patterns, as steps and proposals.
    leaves: Vec<(Step, Proposal)>,
    found: usize,
}

impl Growth<'_> {
    /// Handles a new position: adds its patterns and its possible steps.
    fn enter(&mut self, id: Option<usize>, stones: Stones, side: Color) {
        let key = stones.canonical().0;
        self.at.entry(key).or_insert(id);
        let Some(counts) = self.table.get(stones) else {
            return;
        };
        let is_symmetric = key == key.mirrored();
        let kept = self.selection.moves(counts, is_symmetric).len();
        for (rank, one) in counts.moves.iter().enumerate() {
            if one.times < self.selection.min_times {
                break;
            }
            // The table's places are those of the canonical form.
            let place = turned(stones, one.place);
            if id.is_none() && place.0.max(place.1) >= FIRST {
                continue;
            }
            let Some(after) = play(stones, place) else {
                continue;
            };
            let step = self.step(one.times, id, Some(place), side, stones, after);
            if rank < kept {
                let proposal = self.proposal(counts, one, stones, place);
                self.leaves.push((step.clone(), proposal));
            }
            self.steps.push(step);
        }
        let other = stones.flipped();
        if stones != Stones::default()
            && let Some(counts) = self.table.get(other)
            && counts.local >= self.selection.min_times
        {
            let step = self.step(counts.local, id, None, side, stones, other);
            self.steps.push(step);
        }
    }

    fn proposal(&self, counts: &Counts, one: &Move, stones: Stones, place: Place) -> Proposal {
        Proposal {
            counts: Move { place, ..*one },
            of: counts.local,
            tenuki: (counts.tenuki()).map(|(at_once, soon)| (counts.turns, at_once, soon)),
            region: self.table.view.region.of(stones.all() | bit(place)),
            class: classify(counts, one),
            labels: Vec::new(),
            constraint: None,
        }
    }

    fn step(
        &mut self,
        times: u32,
        parent: Option<usize>,
        place: Option<Place>,
        side: Color,
        before: Stones,
        after: Stones,
    ) -> Step {
        self.found += 1;
        Step {
            times,
            found: Reverse(self.found),
            parent,
            place,
            side,
            before,
            after,
        }
    }

    /// Attaches the patterns to nodes.
    fn finish(mut self) -> Tree {
        let by_step: HashMap<(Option<usize>, Option<Place>), usize> = (self.nodes.iter())
            .enumerate()
            .map(|(id, node)| ((node.parent, node.place), id))
            .collect();
        for (step, proposal) in std::mem::take(&mut self.leaves) {
            if let Some(&id) = by_step.get(&(step.parent, step.place)) {
                self.nodes[id].pattern = Some(proposal);
                continue;
            }
            let transposes = self.at.get(&step.after.canonical().0).copied().flatten();
            self.nodes.push(Node {
                parent: step.parent,
                place: step.place,
                side: step.side,
                times: step.times,
                stones: step.before,
                pattern: Some(proposal),
                transposes,
            });
        }
        Tree { nodes: self.nodes }
    }
}

/// Turns a place of the canonical form into one of the position itself.
fn turned(stones: Stones, place: Place) -> Place {
    let (_, is_mirrored) = stones.canonical();
    if is_mirrored {
        (place.1, place.0)
    } else {
        place
    }
}

/// The position after a move, relative to the opponent, on a board with no other stones; `None` if
/// the move is illegal.
fn play(stones: Stones, place: Place) -> Option<Stones> {
    let size = BoardSize::NINETEEN;
    let point = |place| CORNER.point(place, size);
    let of =
        |bits: u128, side: Color| places(bits).filter_map(move |place| Some((side, point(place)?)));
    let all = of(stones.own, Color::Black).chain(of(stones.other, Color::White));
    let mut board = Board::with_stones(size, all).ok()?;
    board.set_rules(Rules::SIMPLE);
    board.play(Color::Black, point(place)?).ok()?;
    let mut after = Stones::default();
    for (side, at) in board.all_stones() {
        let place = CORNER.from_edges(at, size);
        match side {
            Color::Black => after.other |= bit(place),
            Color::White => after.own |= bit(place),
        }
    }
    Some(after)
}
