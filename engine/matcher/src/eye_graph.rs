//! Eye shapes: looks up an eye space in a database.
//!
//! Entry point: [`eye_value`]. Shapes are graphs. Only the adjacency of their points matters, not
//! where the points lie or how they are turned. The caller says which points of an eye space are
//! marginal, and which are half eyes.

use katachi_board::{Board, BoardSize, Point, PointSet};
use katachi_image::Eyes;
use katachi_image::eyes::game::{EyeGraph, EyeVertex};
use katachi_image::eyes::{EyeCell, EyeValue, isomorphism};

/// The most points of an eye space that are not marginal; a larger one is territory.
pub const MAX_INNER: usize = 8;
/// The most marginal points of an eye space.
pub const MAX_MARGINAL: usize = 20;

/// A point of an eye space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyePoint {
    /// Its place; for the virtual neighbour of a half eye, the place of the half eye.
    pub point: Point,
    /// Whether it is the neighbour that a half eye gets: a point that is nowhere on the board.
    pub is_virtual: bool,
    /// Whether it stops to be eye space when the opponent plays there.
    pub marginal: bool,
    /// The number of board edges that it lies on: 0, 1, or 2 in a corner.
    pub edge: u8,
    /// Whether it holds an opponent stone.
    pub occupied: bool,
    /// Its neighbours in the eye space, a bit for each index of the list.
    pub neighbors: u32,
}

/// The graph of an eye space, whose points have places on a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlacedGraph {
    /// The points in board order, a virtual one behind its half eye.
    pub points: Vec<EyePoint>,
}

/// The number of edges that a point lies on.
fn edge_level(point: Point, size: BoardSize) -> u8 {
    let last = size.get() - 1;
    let on_edge = |at: usize| u8::from(at == 0 || at == last);
    on_edge(point.row()) + on_edge(point.col())
}

impl PlacedGraph {
    /// The graph of the eye space of these points, with the marginal ones and the half eyes among
    /// them. A half eye counts as a point with a marginal neighbour of its own that is nowhere on
    /// the board.
    ///
    /// `None` without points, or with more than 32 points including those neighbours.
    pub fn new(
        board: &Board,
        points: &PointSet,
        marginal: &PointSet,
        half_eyes: &PointSet,
    ) -> Option<Self> {
        let count = points.len() + (*points & *half_eyes).len();
        if points.is_empty() || count > 32 {
            return None;
        }
        let size = board.size();
        let mut graph = Self::default();
        for point in points {
            graph.points.push(EyePoint {
                point,
                is_virtual: false,
                marginal: marginal.contains(point),
                edge: edge_level(point, size),
                occupied: board.at(point).color().is_some(),
                neighbors: 0,
            });
            if half_eyes.contains(point) {
                graph.points.push(EyePoint {
                    point,
                    is_virtual: true,
                    marginal: true,
                    edge: 0,
                    occupied: false,
                    neighbors: 0,
                });
            }
        }
        let touch = |a: &EyePoint, b: &EyePoint| match (a.is_virtual, b.is_virtual) {
            (false, false) => {
                let (a, b) = (a.point, b.point);
                a.row().abs_diff(b.row()) + a.col().abs_diff(b.col()) == 1
            }
            (true, true) => false,
            _ => a.point == b.point,
        };
        for at in 0..count {
            let near = (0..count).filter(|&other| touch(&graph.points[at], &graph.points[other]));
            graph.points[at].neighbors = near.fold(0, |mask, other| mask | 1 << other);
        }
        Some(graph)
    }

    /// The space as a graph of the abstract game, which computes values where no shape fits.
    ///
    /// `None` with more points than such a graph may have.
    pub fn graph(&self) -> Option<EyeGraph> {
        // The virtual point of a half eye takes no neighbour away from it.
        let all = self.points.iter().enumerate();
        let real = all
            .filter(|(_, point)| !point.is_virtual)
            .fold(0, |set, (at, _)| set | 1 << at);
        let vertices = self.points.iter().map(|point| {
            let beside = point.neighbors & real;
            EyeVertex {
                neighbors: point.neighbors,
                ..EyeVertex::new(beside, point.edge, point.marginal, point.occupied)
            }
        });
        EyeGraph::new(vertices.collect())
    }

    /// The number of marginal points.
    pub fn marginals(&self) -> usize {
        self.points.iter().filter(|point| point.marginal).count()
    }
}

/// What a database says about an eye space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeMatch {
    /// The index of the shape in the image.
    pub shape: u32,
    /// The value of the eye space.
    pub value: EyeValue,
    /// The vital points for the attacker, if the value is urgent: indices of points of the graph.
    pub attacks: Vec<usize>,
    /// The vital points for the defender, if the value is urgent.
    pub defenses: Vec<usize>,
}

/// Finds the first shape of the database that equals this eye space.
///
/// Both must have the same number of points, of marginal points, and the same adjacency. The eye
/// space must have at least the edges that the shape asks for, and stones only where the shape
/// allows them. If the shape fits in several ways, the first one in the order of the graph's points
/// determines the vital points.
pub fn eye_value(eyes: &Eyes<'_>, space: &PlacedGraph) -> Option<EyeMatch> {
    let marginals = space.marginals();
    let count = space.points.len();
    if count - marginals > MAX_INNER || marginals > MAX_MARGINAL {
        return None;
    }
    let neighbors: Vec<u32> = space.points.iter().map(|point| point.neighbors).collect();
    for (place, shape) in eyes.shapes.iter().enumerate() {
        let vertices = eyes.vertices(shape);
        if vertices.len() != count || usize::from(shape.marginals) != marginals {
            continue;
        }
        let fits = |vertex: usize, point: usize| {
            let (vertex, point) = (&vertices[vertex], &space.points[point]);
            let cell = EyeCell(vertex.cell);
            let needed = if point.occupied {
                EyeCell::STONE
            } else {
                EyeCell::EMPTY
            };
            cell.has(needed)
                && cell.has(EyeCell::MARGINAL) == point.marginal
                && point.edge >= vertex.edge
        };
        let graph: Vec<u32> = vertices
            .iter()
            .map(|vertex| vertex.neighbors.get())
            .collect();
        let Some(images) = isomorphism(&graph, &neighbors, fits) else {
            continue;
        };
        let value = EyeValue(shape.value);
        let vital = |mark: EyeCell| -> Vec<usize> {
            if !value.is_urgent() {
                return Vec::new();
            }
            (vertices.iter().zip(&images))
                .filter(|(vertex, _)| EyeCell(vertex.cell).has(mark))
                .map(|(_, &image)| image)
                .collect()
        };
        return Some(EyeMatch {
            shape: place as u32,
            value,
            attacks: vital(EyeCell::ATTACK),
            defenses: vital(EyeCell::DEFENSE),
        });
    }
    None
}
