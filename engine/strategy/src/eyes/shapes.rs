//! What a graph of points is worth: by the shapes of databases, else by computing it.

use std::collections::HashMap;

use katachi_image::Eyes as EyeImage;
use katachi_image::eyes::{EyeValue, game};
use katachi_matcher::{PlacedGraph, eye_value};

use crate::knowledge::Knowledge;

/// The value of a graph with its vital points, as indices of its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Graded {
    pub value: EyeValue,
    /// Where the attacker plays, if the value is urgent.
    pub attacks: Vec<usize>,
    /// Where the owner plays, if the value is urgent.
    pub defenses: Vec<usize>,
}

/// Values of graphs as they were computed, kept from position to position.
#[derive(Clone, Debug, Default)]
pub struct Solutions(HashMap<Vec<Vertex>, Option<Graded>>);

/// A point of a graph: its neighbours, its edges, whether it is marginal, and whether it holds a
/// stone.
type Vertex = (u32, u8, bool, bool);

impl Solutions {
    /// The value of a graph by the abstract game, exactly.
    fn value(&mut self, graph: &PlacedGraph) -> Option<Graded> {
        if graph.points.len() > MOST_POINTS {
            return None;
        }
        if self.0.len() >= MOST_SOLUTIONS {
            self.0.clear();
        }
        let vertices = (graph.points.iter())
            .map(|point| (point.neighbors, point.edge, point.marginal, point.occupied))
            .collect();
        let known = self.0.entry(vertices).or_insert_with(|| solve(graph));
        known.clone()
    }
}

fn solve(graph: &PlacedGraph) -> Option<Graded> {
    let solved = game::value(&graph.graph()?, NODES)?;
    Some(Graded {
        value: solved.value,
        attacks: solved.attacks,
        defenses: solved.defenses,
    })
}

/// The most points of a graph whose value is computed, virtual ones included.
const MOST_POINTS: usize = 8;
/// The most positions of the abstract game for one graph.
const NODES: usize = 20_000;
/// The most solutions that are kept.
const MOST_SOLUTIONS: usize = 20_000;

/// What tells the value of a graph: the shapes of the active databases of the role `eyes`, and
/// computation.
pub struct Shapes<'a> {
    databases: Vec<EyeImage<'a>>,
    solutions: &'a mut Solutions,
}

impl<'a> Shapes<'a> {
    /// The shapes of these databases. What is computed is kept.
    pub fn new(knowledge: &'a Knowledge, solutions: &'a mut Solutions) -> Self {
        Self {
            databases: knowledge.eyes().collect(),
            solutions,
        }
    }

    /// The value of a graph by the first shape that fits, in the order of the databases; else by
    /// computation. `None` if the graph is too large for both.
    pub(super) fn grade(&mut self, graph: &PlacedGraph) -> Option<Graded> {
        let mut databases = self.databases.iter();
        let by_shape = databases.find_map(|eyes| eye_value(eyes, graph));
        let by_shape = by_shape.map(|found| Graded {
            value: found.value,
            attacks: found.attacks,
            defenses: found.defenses,
        });
        by_shape.or_else(|| self.solutions.value(graph))
    }
}
