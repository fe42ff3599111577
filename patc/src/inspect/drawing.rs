//! From the graph of an eye shape to a picture of it.
//!
//! For each point of an eye shape, in reading order, an image stores its neighbours and the number
//! of board edges on which it lies. [`draw`] finds a layout of the points, and sides for the edges,
//! that compiles to exactly the same records.
//!
//! 1. In reading order a point has at most two earlier neighbours: the one on its left directly
//!    precedes it; the one above came earlier. So an edge of the graph between points that are not
//!    consecutive goes down.
//! 2. An edge between consecutive points goes right or down. Their other neighbours mostly leave
//!    one choice; where they do not, both are tried.
//! 3. Shapes are connected, so the directions of the edges determine all places.

use std::collections::{BTreeMap, BTreeSet};

use katachi_image::border;
use katachi_image::eyes::{EyeCell, VertexRecord};

use crate::eyes::Vertex;

/// The most layouts that are tried. Few shapes need more than one; only crafted graphs need more
/// than this.
const MAX_TRIALS: usize = 1 << 10;

/// The points of a shape with their places, moved so that the picture begins in the first row and
/// column; `None` if there is no picture.
pub(super) fn draw(points: &[VertexRecord]) -> Option<Vec<Vertex>> {
    let neighbors: Vec<u32> = points.iter().map(|point| point.neighbors.get()).collect();
    // The points whose edge from the previous point may go right or down.
    let mut open = Vec::new();
    for (number, mask) in neighbors.iter().enumerate() {
        let earlier = mask & ((1 << number) - 1);
        let before = earlier & number.checked_sub(1).map_or(0, |before| 1 << before);
        if (earlier & !before).count_ones() > 1 {
            return None;
        }
        if before != 0 && earlier == before {
            let later = neighbors[number - 1] >> number;
            if later == 1 {
                open.push(number);
            }
        }
    }
    let trials = 1_usize.checked_shl(open.len() as u32).unwrap_or(MAX_TRIALS);
    let layouts: Vec<Vec<Place>> = (0..trials.min(MAX_TRIALS))
        .filter_map(|trial| {
            let down = (open.iter().enumerate()).filter(|(bit, _)| trial >> bit & 1 != 0);
            let down = down.fold(0, |set: u32, (_, number)| set | 1 << number);
            place(&neighbors, down)
        })
        .collect();
    let (places, edges) = sides().into_iter().find_map(|sides| {
        let mut layouts = layouts.iter();
        layouts.find_map(|places| Some((places, edges(sides, points, places)?)))
    })?;
    let vertices = points.iter().zip(places).zip(edges);
    vertices
        .map(|((point, &(row, col)), edges)| {
            Some(Vertex {
                row: usize::try_from(row).ok()?,
                col: usize::try_from(col).ok()?,
                cell: EyeCell(point.cell),
                edges,
            })
        })
        .collect()
}

/// Row and column; -1 is just before the first.
type Place = (i32, i32);

/// The places of the points if those of the set `down` lie below the previous point; `None` if
/// these places do not have the wanted neighbours.
fn place(neighbors: &[u32], down: u32) -> Option<Vec<Place>> {
    let mut places: Vec<Option<Place>> = vec![None; neighbors.len()];
    *places.first_mut()? = Some((0, 0));
    let mut next = vec![0];
    while let Some(from) = next.pop() {
        let (row, col) = places[from]?;
        for to in (0..neighbors.len()).filter(|to| neighbors[from] >> to & 1 != 0) {
            let (low, high) = (from.min(to), from.max(to));
            let step = if high - low > 1 || down >> high & 1 != 0 {
                (1, 0)
            } else {
                (0, 1)
            };
            let sign = if to > from { 1 } else { -1 };
            if places[to].is_none() {
                places[to] = Some((row + sign * step.0, col + sign * step.1));
                next.push(to);
            }
        }
    }
    let mut places = places.into_iter().collect::<Option<Vec<Place>>>()?;
    let touches = |a: Place, b: Place| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
    let is_true = |(number, mask): (usize, &u32)| {
        (0..places.len())
            .all(|other| touches(places[number], places[other]) == (mask >> other & 1 != 0))
    };
    let is_drawn = places.is_sorted_by(|a, b| a < b) && neighbors.iter().enumerate().all(is_true);
    let left = places.iter().map(|place| place.1).min().unwrap_or(0);
    for place in &mut places {
        place.1 -= left;
    }
    is_drawn.then_some(places)
}

/// The sets of borders that a picture may have, the likeliest first: none, one side, a corner, then
/// sets that no board has.
fn sides() -> Vec<u8> {
    use border::{EAST, NORTH, SOUTH, WEST};
    let mut choices = vec![0, SOUTH, NORTH, WEST, EAST];
    choices.extend([SOUTH | WEST, NORTH | WEST, SOUTH | EAST, NORTH | EAST]);
    let mut odd: Vec<u8> = (0..=NORTH | SOUTH | WEST | EAST)
        .filter(|choice| !choices.contains(choice))
        .collect();
    odd.sort_by_key(|choice| choice.count_ones());
    choices.extend(odd);
    choices
}

/// The board edges on which each point lies, if borders are on these sides; `None` if there is no
/// room for the border signs.
fn edges(sides: u8, points: &[VertexRecord], places: &[Place]) -> Option<Vec<u8>> {
    const SIDES: [u8; 4] = [border::SOUTH, border::NORTH, border::WEST, border::EAST];
    // For each border sign: its point, and the sides and places that it may have.
    let mut signs: Vec<(usize, Vec<(u8, Place)>)> = Vec::new();
    for (number, (point, &(row, col))) in points.iter().zip(places).enumerate() {
        let sign = |&side: &u8| {
            let at = match side {
                border::NORTH if row == 0 => (-1, col),
                border::WEST if col == 0 => (row, -1),
                border::SOUTH => (row + 1, col),
                border::EAST => (row, col + 1),
                _ => return None,
            };
            (!places.contains(&at)).then_some((side, at))
        };
        let sides = SIDES.iter().filter(|side| sides & **side != 0);
        let room: Vec<_> = sides.filter_map(sign).collect();
        signs.extend((0..point.edge).map(|_| (number, room.clone())));
    }
    let mut taken = BTreeMap::new();
    for sign in 0..signs.len() {
        if !put(sign, &signs, &mut taken, &mut BTreeSet::new()) {
            return None;
        }
    }
    let mut edges = vec![0; points.len()];
    for (sign, side) in taken.into_values() {
        edges[signs[sign].0] |= side;
    }
    Some(edges)
}

/// Finds room for a sign, moving others if needed (an augmenting path of bipartite matching).
fn put(
    sign: usize,
    signs: &[(usize, Vec<(u8, Place)>)],
    taken: &mut BTreeMap<Place, (usize, u8)>,
    seen: &mut BTreeSet<Place>,
) -> bool {
    signs[sign].1.iter().any(|&(side, at)| {
        if !seen.insert(at) {
            return false;
        }
        let is_free = match taken.get(&at) {
            Some(&(other, _)) => put(other, signs, taken, seen),
            None => true,
        };
        if is_free {
            taken.insert(at, (sign, side));
        }
        is_free
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(graph: &[(u8, u32)]) -> Vec<VertexRecord> {
        let point = |&(edge, neighbors): &(u8, u32)| VertexRecord {
            cell: EyeCell::EMPTY.0,
            edge,
            neighbors: neighbors.into(),
        };
        graph.iter().map(point).collect()
    }

    #[test]
    fn crafted_graphs_have_no_picture() {
        // A ring of three; two isolated points; a point with more edges than there is room for
        // signs.
        assert_eq!(draw(&points(&[(0, 0b110), (0, 0b101), (0, 0b011)])), None);
        assert_eq!(draw(&points(&[(0, 0), (0, 0)])), None);
        let cross = [0b00100, 0b00100, 0b11011, 0b00100, 0b00100];
        let cross = cross.map(|mask| (0, mask));
        assert!(draw(&points(&cross)).is_some());
        let mut closed = cross;
        closed[2].0 = 1;
        assert_eq!(draw(&points(&closed)), None);
    }

    #[test]
    fn a_path_turns_where_its_edges_need_it() {
        // The end of a straight row of three cannot show the edges of two of its points unless one
        // lies outside.
        let path = [(2, 0b010), (2, 0b101), (2, 0b010)];
        let drawn = draw(&points(&path)).expect("a picture");
        let levels: Vec<u8> = drawn.iter().map(Vertex::edge_level).collect();
        assert_eq!(levels, [2, 2, 2]);
    }
}
