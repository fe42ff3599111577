//! Looking up eye spaces among the eye shapes of a database.
//!
//! Shapes are graphs: neither where the points of an eye space lie nor how they are turned counts,
//! only which of them are neighbours. What the marginal points and the half eyes of an eye space
//! are, its caller says.

use katachi_board::{Board, BoardSize, Point, PointSet};
use katachi_image::Eyes;
use katachi_image::eyes::{EyeCell, EyeValue, isomorphism};

/// The most points of an eye space that are not marginal; larger ones are no eyes but territory.
pub const MAX_INNER: usize = 8;
/// The most marginal points of an eye space.
pub const MAX_MARGINAL: usize = 20;

/// A point of an eye space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EyePoint {
    /// Where it is. A half eye's second, virtual point has its place, too.
    pub point: Point,
    /// It belongs to the eye space only as long as nobody plays there.
    pub marginal: bool,
    /// On how many edges of the board it lies: 0, 1, or 2 for a corner.
    pub edge: u8,
    /// It holds an opponent stone.
    pub occupied: bool,
    /// Its neighbours in the eye space, a bit for each point of the list.
    pub neighbors: u32,
}

/// An eye space of one side: points with their neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EyeSpace {
    /// The points, in the order of the board; virtual ones at the end.
    pub points: Vec<EyePoint>,
}

/// On how many edges a point lies.
fn edge_level(point: Point, size: BoardSize) -> u8 {
    let last = size.get() - 1;
    let on_edge = |at: usize| u8::from(at == 0 || at == last);
    on_edge(point.row()) + on_edge(point.col())
}

impl EyeSpace {
    /// The eye space of these points, of which these are marginal and those half eyes. A half eye
    /// counts as a point with a marginal neighbour of its own, which is nowhere on the board.
    ///
    /// `None` if there is no point, or more than 32 with those neighbours.
    pub fn new(
        board: &Board,
        points: &PointSet,
        marginal: &PointSet,
        half_eyes: &PointSet,
    ) -> Option<Self> {
        let size = board.size();
        let places: Vec<Point> = points.iter().collect();
        let halves: Vec<usize> = (0..places.len())
            .filter(|&at| half_eyes.contains(places[at]))
            .collect();
        if places.is_empty() || places.len() + halves.len() > 32 {
            return None;
        }
        let touches =
            |a: Point, b: Point| a.row().abs_diff(b.row()) + a.col().abs_diff(b.col()) == 1;
        let mut space: Vec<EyePoint> = (places.iter())
            .map(|&point| EyePoint {
                point,
                marginal: marginal.contains(point),
                edge: edge_level(point, size),
                occupied: board.at(point).color().is_some(),
                neighbors: (places.iter().enumerate())
                    .filter(|&(_, &other)| touches(point, other))
                    .fold(0, |mask, (at, _)| mask | 1 << at),
            })
            .collect();
        for half in halves {
            space[half].neighbors |= 1 << space.len();
            space.push(EyePoint {
                point: places[half],
                marginal: true,
                edge: 0,
                occupied: false,
                neighbors: 1 << half,
            });
        }
        Some(Self { points: space })
    }

    /// How many points are marginal.
    pub fn marginals(&self) -> usize {
        self.points.iter().filter(|point| point.marginal).count()
    }
}

/// What a database says about an eye space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EyeMatch {
    /// The shape, by its place in the image.
    pub shape: u32,
    /// What the eye space is worth.
    pub value: EyeValue,
    /// The points where an attacker's move counts, if the value is urgent.
    pub attack: Vec<Point>,
    /// The points where a defender's move counts, if the value is urgent.
    pub defense: Vec<Point>,
}

/// The first shape of the database that is this eye space: as many points, marginal and in all,
/// neighbours over neighbours, at least the edges that the shape asks for, and stones only where
/// it allows them.
///
/// Where the shape can be laid over the eye space in several ways, the first in board order says
/// which points are vital.
pub fn eye_value(eyes: &Eyes<'_>, space: &EyeSpace) -> Option<EyeMatch> {
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
        let vital = |mark: EyeCell| -> Vec<Point> {
            if !value.is_urgent() {
                return Vec::new();
            }
            (vertices.iter().zip(&images))
                .filter(|(vertex, _)| EyeCell(vertex.cell).has(mark))
                .map(|(_, &image)| space.points[image].point)
                .collect()
        };
        return Some(EyeMatch {
            shape: place as u32,
            value,
            attack: vital(EyeCell::ATTACK),
            defense: vital(EyeCell::DEFENSE),
        });
    }
    None
}
