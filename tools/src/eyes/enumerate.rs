//! Enumerates eye spaces: graphs that can be drawn on a grid, each once, with margins.

use std::collections::{BTreeMap, BTreeSet};

use katachi_image::eyes::game::{EyeGraph, EyeVertex};
use katachi_image::eyes::isomorphism;

/// A point of a picture: row and column.
type Place = (i8, i8);

/// A graph with one picture of it.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Where its points are, in reading order.
    pub places: Vec<(usize, usize)>,
    /// The neighbours of each point, as bit masks.
    pub neighbors: Vec<u32>,
    /// All ways to lay the graph over itself: for each point its image.
    automorphisms: Vec<Vec<usize>>,
}

fn touch(a: Place, b: Place) -> bool {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1
}

/// The points moved to the upper left corner, in reading order.
fn normal(mut places: Vec<Place>) -> Vec<Place> {
    let least = |at: fn(&Place) -> i8| places.iter().map(at).min().unwrap_or(0);
    let (top, left) = (least(|place| place.0), least(|place| place.1));
    for place in &mut places {
        *place = (place.0 - top, place.1 - left);
    }
    places.sort_unstable();
    places
}

/// All connected pictures of a number of points, without turning or mirroring them.
fn pictures(size: usize) -> BTreeSet<Vec<Place>> {
    let mut all = BTreeSet::from([vec![(0, 0)]]);
    for _ in 1..size {
        all = (all.iter())
            .flat_map(|places| {
                let beside = places.iter().flat_map(|&(row, col)| {
                    [
                        (row + 1, col),
                        (row - 1, col),
                        (row, col + 1),
                        (row, col - 1),
                    ]
                });
                let fresh = beside.filter(|place| !places.contains(place));
                fresh.map(|place| normal([places.as_slice(), &[place]].concat()))
            })
            .collect();
    }
    all
}

/// All images of a graph on itself that keep a property of points.
fn automorphisms(neighbors: &[u32]) -> Vec<Vec<usize>> {
    let count = neighbors.len();
    let mut found = Vec::new();
    let mut images: Vec<usize> = Vec::new();
    let mut from = 0;
    loop {
        let at = images.len();
        if at == count {
            found.push(images.clone());
        }
        let agrees = |image: &usize| {
            !images.contains(image)
                && neighbors[at].count_ones() == neighbors[*image].count_ones()
                && (images.iter().enumerate())
                    .all(|(a, &b)| neighbors[at] >> a & 1 == neighbors[*image] >> b & 1)
        };
        let next = if at < count {
            (from..count).find(agrees)
        } else {
            None
        };
        if let Some(image) = next {
            images.push(image);
            from = 0;
        } else if let Some(last) = images.pop() {
            from = last + 1;
        } else {
            return found;
        }
    }
}

/// The graphs of this number of points that can be drawn, each with its widest picture of least
/// height.
pub fn graphs(size: usize) -> Vec<Picture> {
    // Flat pictures come first.
    let mut pictures: Vec<Vec<Place>> = pictures(size).into_iter().collect();
    pictures.sort_by_key(|places| {
        let height = places.iter().map(|place| place.0).max();
        (height, places.clone())
    });
    let mut alike: BTreeMap<Vec<u32>, Vec<Picture>> = BTreeMap::new();
    let mut order = Vec::new();
    for places in pictures {
        let neighbors: Vec<u32> = (places.iter())
            .map(|&a| {
                let touching = places.iter().enumerate().filter(|&(_, &b)| touch(a, b));
                touching.fold(0, |set, (at, _)| set | 1 << at)
            })
            .collect();
        let mut key: Vec<u32> = neighbors.iter().map(|mask| mask.count_ones()).collect();
        key.sort_unstable();
        let found = alike.entry(key.clone()).or_default();
        let known =
            |known: &Picture| isomorphism(&known.neighbors, &neighbors, |_, _| true).is_some();
        if !found.iter().any(known) {
            order.push((key, found.len()));
            found.push(Picture {
                places: places
                    .iter()
                    .map(|&(row, col)| (row as usize, col as usize))
                    .collect(),
                automorphisms: automorphisms(&neighbors),
                neighbors,
            });
        }
    }
    order
        .iter()
        .map(|(key, at)| alike[key][*at].clone())
        .collect()
}

/// The image of a set of points.
fn image(set: u32, images: &[usize]) -> u32 {
    let members = images
        .iter()
        .enumerate()
        .filter(|(at, _)| set >> at & 1 != 0);
    members.fold(0, |all, (_, &to)| all | 1 << to)
}

impl Picture {
    /// The number of points.
    pub fn size(&self) -> usize {
        self.places.len()
    }

    /// The sets of at most `most` marginal points, one of all that look alike. A marginal point has
    /// a neighbour outside, so it has at most three in the space. Some point is not marginal.
    pub fn margins(&self, most: u32) -> Vec<u32> {
        let all = 0..1u32 << self.size();
        let allowed = |set: &u32| {
            let outside = |at: usize| set >> at & 1 == 0 || self.neighbors[at].count_ones() < 4;
            set.count_ones() <= most
                && set.count_ones() < self.size() as u32
                && (0..self.size()).all(outside)
        };
        let first = |&set: &u32| self.automorphisms.iter().all(|to| image(set, to) >= set);
        all.filter(allowed).filter(first).collect()
    }

    /// The space with these marginal points.
    pub fn graph(&self, margins: u32) -> Option<EyeGraph> {
        let vertices = self.neighbors.iter().enumerate();
        let vertices = vertices
            .map(|(at, &neighbors)| EyeVertex::new(neighbors, 0, margins >> at & 1 != 0, false));
        EyeGraph::new(vertices.collect())
    }

    /// The sets of points that look like this one if these margins stay where they are.
    pub fn alike(&self, margins: u32, set: u32) -> impl Iterator<Item = u32> {
        let keeps = move |to: &&Vec<usize>| image(margins, to) == margins;
        self.automorphisms
            .iter()
            .filter(keeps)
            .map(move |to| image(set, to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_the_fixed_polyominoes() {
        let counts: Vec<usize> = (1..8).map(|size| pictures(size).len()).collect();
        assert_eq!(counts, [1, 2, 6, 19, 63, 216, 760]);
    }

    #[test]
    fn each_graph_is_found_once() {
        // The graphs of free polyominoes: four of them are the straight and the bent rows of four,
        // the T, and the square.
        let counts: Vec<usize> = (1..7).map(|size| graphs(size).len()).collect();
        assert_eq!(counts, [1, 1, 1, 3, 4, 10]);
    }
}
