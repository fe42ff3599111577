//! The eye spaces that shapes fit, and their computed values.

use std::collections::BTreeMap;

use katachi_image::eyes::game::{Solved, values};
use katachi_image::eyes::{EyeCell, isomorphism};

use super::model::{EyeShape, EyeShapes, Vertex};

/// The most points of a shape that may or may not hold a stone, if its spaces are to be computed.
const MOST_FREE: u32 = 10;

/// An eye space that a shape fits and no earlier shape does.
#[derive(Clone, Debug)]
pub struct Space {
    /// The shape's vertices that hold stones, as a bit mask.
    pub stones: u32,
    /// The computed value.
    pub solved: Solved,
}

/// Each shape with the computed values of the eye spaces that are its own: no earlier shape fits
/// them. Spaces with stones that have no liberty are left out. `None` instead of the spaces if
/// their game has more than this number of positions.
pub fn spaces(shapes: &EyeShapes, nodes: usize) -> Vec<(&EyeShape, Option<Vec<Space>>)> {
    let mut all = Vec::new();
    for_each(shapes, |shape, pairs| {
        all.push((shape, own_spaces(pairs, shape, nodes)));
    });
    all
}

/// The computed values of the eye spaces that are the shape's own; see [`spaces`].
pub(super) fn own_spaces(pairs: &[Pair<'_>], shape: &EyeShape, nodes: usize) -> Option<Vec<Space>> {
    let graph = shape.graph()?;
    let own = (fillings(pairs, shape)?.into_iter())
        .filter(|(stones, taker)| taker.is_none() && graph.has_liberties(*stones));
    let own: Vec<u32> = own.map(|(stones, _)| stones).collect();
    let solved = values(&graph, &own, nodes)?;
    let spaces = own.into_iter().zip(solved);
    Some(
        spaces
            .map(|(stones, solved)| Space { stones, solved })
            .collect(),
    )
}

/// The sets of stones with which the shape fits, each with the first earlier shape that fits the
/// same eye space. `None` if they are too many.
pub(super) fn fillings<'a, 'b>(
    pairs: &'b [Pair<'a>],
    shape: &EyeShape,
) -> Option<Vec<(u32, Option<&'b Pair<'a>>)>> {
    let with_taker = |stones| {
        let mut pairs = pairs.iter();
        (stones, pairs.find(|pair| pair.earlier_takes(stones)))
    };
    Some(shape.fillings(MOST_FREE)?.map(with_taker).collect())
}

/// Calls a function for each shape with the earlier shapes that could fit the same eye spaces.
pub(super) fn for_each<'a>(shapes: &'a EyeShapes, mut each: impl FnMut(&'a EyeShape, &[Pair<'_>])) {
    let mut alike: BTreeMap<Vec<u32>, Vec<(&EyeShape, Vec<u32>)>> = BTreeMap::new();
    for shape in &shapes.shapes {
        let neighbors = shape.neighbors();
        // The key is equal for all shapes that could fit the same places.
        let mut key: Vec<u32> = (neighbors.iter().zip(&shape.vertices))
            .map(|(mask, vertex)| {
                mask.count_ones() << 1 | u32::from(vertex.cell.has(EyeCell::MARGINAL))
            })
            .collect();
        key.sort_unstable();
        let before = alike.entry(key).or_default();
        let pairs: Vec<Pair<'_>> = (before.iter())
            .map(|(earlier, earlier_neighbors)| Pair {
                earlier,
                earlier_neighbors,
                later: shape,
                neighbors: &neighbors,
            })
            .collect();
        each(shape, &pairs);
        before.push((shape, neighbors));
    }
}

/// Two shapes, of which one comes later. Both have the same number of points with each degree and
/// kind, so they could fit the same eye spaces.
pub(super) struct Pair<'a> {
    pub earlier: &'a EyeShape,
    earlier_neighbors: &'a [u32],
    later: &'a EyeShape,
    neighbors: &'a [u32],
}

impl Pair<'_> {
    /// Whether the shapes can be laid over each other so that all points are of one kind and
    /// `fits` holds for each pair of points, of the earlier and of the later shape.
    fn agree(&self, fits: impl Fn(usize, usize) -> bool) -> bool {
        let fits = |a: usize, b: usize| {
            let [first, second] = [&self.earlier.vertices[a], &self.later.vertices[b]];
            first.cell.has(EyeCell::MARGINAL) == second.cell.has(EyeCell::MARGINAL) && fits(a, b)
        };
        isomorphism(self.earlier_neighbors, self.neighbors, fits).is_some()
    }

    /// Whether the earlier shape fits wherever the later one does.
    pub fn earlier_covers(&self) -> bool {
        self.agree(|a, b| covers(&self.earlier.vertices[a], &self.later.vertices[b]))
    }

    /// Whether the later shape fits wherever the earlier one does.
    pub fn later_covers(&self) -> bool {
        self.agree(|a, b| covers(&self.later.vertices[b], &self.earlier.vertices[a]))
    }

    /// Whether the earlier shape fits the space that the later one shows with these stones.
    fn earlier_takes(&self, stones: u32) -> bool {
        self.agree(|a, b| {
            let (first, second) = (&self.earlier.vertices[a], &self.later.vertices[b]);
            let needed = if stones >> b & 1 != 0 {
                EyeCell::STONE
            } else {
                EyeCell::EMPTY
            };
            first.cell.has(needed) && first.edge_level() <= second.edge_level()
        })
    }
}

/// Whether the general point fits wherever the special one does.
fn covers(general: &Vertex, special: &Vertex) -> bool {
    let allows = |what| general.cell.has(what) || !special.cell.has(what);
    general.edge_level() <= special.edge_level() && allows(EyeCell::EMPTY) && allows(EyeCell::STONE)
}
