//! What a graph of points is worth: by the shapes of databases, else by computing it.

use katachi_image::Eyes as EyeImage;
use katachi_image::eyes::game::{self, EyeGraph, EyeVertex};
use katachi_image::eyes::{EyeValue, isomorphism};
use katachi_matcher::{PlacedGraph, eye_value};
use rustc_hash::FxHashMap;

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
pub struct Solutions {
    values: FxHashMap<Vec<Vertex>, Option<Graded>>,
    /// The graphs that were played out, by what is the same however a graph is turned.
    played: FxHashMap<Outline, Vec<(EyeGraph, Option<Graded>)>>,
}

/// A point of a graph: its neighbours, its edges, whether it is marginal, and whether it holds a
/// stone.
type Vertex = (u32, u8, bool, bool);

/// For each vertex, ascending: the number of its neighbours and the neighbours of these, whether it
/// is marginal, and whether it holds a stone.
type Outline = Vec<(u32, u32, bool, bool)>;

impl Solutions {
    /// The value of a graph by the abstract game, exactly.
    fn value(&mut self, graph: &PlacedGraph) -> Option<Graded> {
        if graph.points.len() > MOST_POINTS {
            return None;
        }
        if self.values.len() >= MOST_SOLUTIONS {
            self.values.clear();
            self.played.clear();
        }
        let vertices: Vec<Vertex> = (graph.points.iter())
            .map(|point| (point.neighbors, point.edge, point.marginal, point.occupied))
            .collect();
        if let Some(known) = self.values.get(&vertices) {
            return known.clone();
        }
        let value = graph.graph().and_then(|graph| self.play(graph));
        self.values.insert(vertices, value.clone());
        value
    }

    /// The value of a graph, by that of the same one turned if it has been played out.
    fn play(&mut self, graph: EyeGraph) -> Option<Graded> {
        let played = self.played.entry(outline(&graph)).or_default();
        let turned = played.iter().find_map(|(other, value)| {
            let images = same(other, &graph)?;
            Some(value.as_ref().map(|value| value.turned(&images)))
        });
        turned.unwrap_or_else(|| {
            let value = solve(&graph);
            played.push((graph, value.clone()));
            value
        })
    }
}

impl Graded {
    /// The value after each point has become the one that `images` says.
    fn turned(&self, images: &[usize]) -> Self {
        let turn = |points: &[usize]| {
            let mut points: Vec<usize> = points.iter().map(|&at| images[at]).collect();
            points.sort_unstable();
            points
        };
        Self {
            value: self.value,
            attacks: turn(&self.attacks),
            defenses: turn(&self.defenses),
        }
    }
}

/// Graphs that are the same but for the order of their vertices have the same outline.
fn outline(graph: &EyeGraph) -> Outline {
    let vertices = graph.vertices();
    let mut outline: Outline = (vertices.iter())
        .map(|vertex| {
            let near = (vertices.iter().enumerate())
                .filter(|(at, _)| vertex.neighbors >> at & 1 != 0)
                .map(|(_, near)| near.neighbors.count_ones());
            (
                vertex.neighbors.count_ones(),
                near.sum(),
                vertex.marginal,
                vertex.stone,
            )
        })
        .collect();
    outline.sort_unstable();
    outline
}

/// For each vertex of a graph the one of another that plays its part, if they are the same graph.
fn same(graph: &EyeGraph, other: &EyeGraph) -> Option<Vec<usize>> {
    let [from, to] = [graph, other].map(EyeGraph::vertices);
    let neighbors = |vertices: &[EyeVertex]| -> Vec<u32> {
        vertices.iter().map(|vertex| vertex.neighbors).collect()
    };
    let nature = |vertex: &EyeVertex| (vertex.marginal, vertex.stone, vertex.anchored);
    isomorphism(&neighbors(from), &neighbors(to), |a, b| {
        nature(&from[a]) == nature(&to[b])
    })
}

fn solve(graph: &EyeGraph) -> Option<Graded> {
    let solved = game::value(graph, NODES)?;
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

#[cfg(test)]
mod tests {
    use katachi_board::{Board, BoardSize, Color, Point, PointSet, Symmetry};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn a_graph_that_is_turned_has_the_same_value() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let size = BoardSize::new(7).expect("a size");
        let corner: Vec<Point> = (size.points())
            .filter(|point| point.row() < 3 && point.col() < 4)
            .collect();
        let mut solutions = Solutions::default();
        for _ in 0..100 {
            let mut pick = |share: f64| -> Vec<Point> {
                let chosen = corner.iter().filter(|_| random.random_bool(share));
                chosen.copied().collect()
            };
            let (space, marginal, stones) = (pick(0.5), pick(0.3), pick(0.2));
            for symmetry in Symmetry::all() {
                let turn = |points: &[Point]| -> PointSet {
                    let turned = points.iter();
                    turned
                        .map(|&point| symmetry.apply_to_point(point, size))
                        .collect()
                };
                let mut board = Board::new(size);
                for point in &(turn(&stones) & turn(&space)) {
                    // A stone without liberties is no stone.
                    let _ = board.play(Color::Black, point);
                }
                let graph =
                    PlacedGraph::new(&board, &turn(&space), &turn(&marginal), &PointSet::EMPTY);
                let Some(graph) = graph else {
                    continue;
                };
                let alone = Solutions::default().value(&graph);
                assert_eq!(solutions.value(&graph), alone, "{graph:?}");
            }
        }
        let played: usize = solutions.played.values().map(Vec::len).sum();
        assert!(played > 20 && 2 * played < solutions.values.len());
    }
}
