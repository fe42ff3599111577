//! Builds the corner tree: the stones of corner patterns, one after the other, as a prefix tree.
//!
//! Patterns that share stones share branches. A pattern may list its stones in any order, with one
//! restriction: a stone comes after all stones in the rectangle between it and the corner.
//!
//! [`build`] inserts the patterns one by one:
//!
//! 1. It tries the pattern and its mirror image, which have the same shape, and takes the one that
//!    can follow existing branches farther.
//! 2. Behind the end of that path it adds new branches. The stone with the largest rectangle comes
//!    first: it says most about the position, so most positions leave the tree there.

use katachi_image::general::{CornerNode, corner_node};
use katachi_image::{Cell, border};

use crate::model::Pattern;

/// Distances from the corner's edges.
type Place = [u8; 2];

/// A pattern, or its mirror image, as seen from its corner.
struct Shape {
    /// The stones, each with whether it is an own one.
    stones: Vec<(Place, bool)>,
    lines: Place,
    swapped: bool,
}

impl Shape {
    fn new(pattern: &Pattern, swapped: bool) -> Self {
        let diagram = &pattern.diagram;
        let distance = |at: usize, lines: usize, far: u8| {
            let from_start = diagram.borders & far == 0;
            (if from_start { at } else { lines - 1 - at }) as u8
        };
        let turned = |[row, col]: Place| if swapped { [col, row] } else { [row, col] };
        let stones =
            (diagram.iter())
                .filter(|(_, _, cell)| cell.is_stone())
                .map(|(row, col, cell)| {
                    let place = [
                        distance(row, diagram.rows, border::SOUTH),
                        distance(col, diagram.cols, border::EAST),
                    ];
                    (turned(place), cell == Cell::Own)
                });
        Self {
            stones: stones.collect(),
            lines: turned([diagram.rows as u8, diagram.cols as u8]),
            swapped,
        }
    }

    /// The stones that may come next: those with no unused stone between them and the corner.
    fn next<'a>(&'a self, used: &'a [bool]) -> impl Iterator<Item = usize> + 'a {
        let left = || (0..self.stones.len()).filter(|&stone| !used[stone]);
        left().filter(move |&stone| {
            let at = self.stones[stone].0;
            !left().any(|other| other != stone && covers(at, self.stones[other].0))
        })
    }

    /// The number of stones in the rectangle from the corner to this stone, itself included.
    fn count(&self, stone: usize) -> u8 {
        let at = self.stones[stone].0;
        self.stones
            .iter()
            .filter(|(other, _)| covers(at, *other))
            .count() as u8
    }
}

/// Whether the second point lies in the rectangle from the corner to the first.
fn covers(at: Place, other: Place) -> bool {
    other[0] <= at[0] && other[1] <= at[1]
}

/// A stone of the tree, or its root.
#[derive(Default)]
struct Branch {
    place: Place,
    /// Whether it has the colour of the first stone on the path.
    same: bool,
    count: u8,
    /// The stones that follow it.
    branches: Vec<Branch>,
    /// The patterns that end here.
    patterns: Vec<CornerNode>,
}

/// How far a shape can follow existing branches.
#[derive(Clone)]
struct Path {
    /// The branches taken, by their places among their siblings.
    taken: Vec<usize>,
    used: Vec<bool>,
    /// Whether the first stone of the path is an own one; `None` before the first stone.
    first: Option<bool>,
}

impl Path {
    fn new(shape: &Shape) -> Self {
        Self {
            taken: Vec::new(),
            used: vec![false; shape.stones.len()],
            first: None,
        }
    }
}

impl Branch {
    /// The longest continuation of a path along branches whose stones the shape has.
    fn follow(&self, shape: &Shape, path: &Path) -> Path {
        let next: Vec<usize> = shape.next(&path.used).collect();
        let fits = |branch: &Self| {
            next.iter().copied().find(|&stone| {
                let (place, own) = shape.stones[stone];
                place == branch.place
                    && branch.same == path.first.is_none_or(|first| first == own)
                    && branch.count == shape.count(stone)
            })
        };
        let mut longest = path.clone();
        for (at, branch) in self.branches.iter().enumerate() {
            let Some(stone) = fits(branch) else { continue };
            let mut along = path.clone();
            along.first.get_or_insert(shape.stones[stone].1);
            along.used[stone] = true;
            along.taken.push(at);
            let along = branch.follow(shape, &along);
            if along.taken.len() > longest.taken.len() {
                longest = along;
            }
        }
        longest
    }

    /// Inserts a pattern: along a path of existing branches, then along new ones.
    fn insert(&mut self, number: usize, shape: &Shape, mut path: Path) {
        let mut here = self;
        for at in path.taken {
            here = &mut here.branches[at];
        }
        loop {
            let area = |stone: usize| {
                let [row, col] = shape.stones[stone].0.map(|line| u32::from(line) + 1);
                row * col
            };
            let next = (shape.next(&path.used))
                .max_by_key(|&stone| (area(stone), std::cmp::Reverse(shape.stones[stone].0)));
            let Some(stone) = next else {
                break;
            };
            let (place, own) = shape.stones[stone];
            let first = *path.first.get_or_insert(own);
            path.used[stone] = true;
            here.branches.push(Branch {
                place,
                same: own == first,
                count: shape.count(stone),
                ..Self::default()
            });
            let last = here.branches.len() - 1;
            here = &mut here.branches[last];
        }
        // The player to move is always O.
        let same = path.first.is_none_or(|first| first);
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        here.patterns.push(CornerNode {
            at: shape.lines,
            stones: shape.stones.len() as u8,
            flags: corner_node::PATTERN
                | flag(same, corner_node::SAME)
                | flag(shape.swapped, corner_node::SWAPPED),
            next: (number as u32).into(),
        });
    }

    /// Writes the subtree in depth-first order.
    fn write(&self, nodes: &mut Vec<CornerNode>) {
        nodes.extend_from_slice(&self.patterns);
        for branch in &self.branches {
            let at = nodes.len();
            nodes.push(CornerNode {
                at: branch.place,
                stones: branch.count,
                flags: if branch.same { corner_node::SAME } else { 0 },
                next: 0.into(),
            });
            branch.write(nodes);
            nodes[at].next = (nodes.len() as u32).into();
        }
    }
}

/// The tree of these patterns, which are numbered by their places.
pub(super) fn build(patterns: &[Pattern]) -> Vec<CornerNode> {
    let mut root = Branch::default();
    for (number, pattern) in patterns.iter().enumerate() {
        let drawn = Shape::new(pattern, false);
        let mirrored = Shape::new(pattern, true);
        let [along, mirrored_along] =
            [&drawn, &mirrored].map(|shape| root.follow(shape, &Path::new(shape)));
        if mirrored_along.taken.len() > along.taken.len() {
            root.insert(number, &mirrored, mirrored_along);
        } else {
            root.insert(number, &drawn, along);
        }
    }
    let mut nodes = Vec::new();
    root.write(&mut nodes);
    nodes
}
