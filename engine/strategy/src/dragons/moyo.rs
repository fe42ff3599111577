//! Moyo sizes: the open space that each dragon can hope to keep.

use katachi_board::{BoardSize, Point, PointSet};

/// A string further away than this has no share of a point.
const REACH: usize = 6;

/// A point with more nearest strings than this belongs to none of them.
const MOST_SHARES: u8 = 4;

/// The share that a string or dragon has of its colour's moyo.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moyo {
    /// In points.
    pub size: f32,
    /// Their territory value, at most 1 a point.
    pub value: f32,
}

/// The nearest strings of a colour for each point of the board.
///
/// Distances are counted along rows and columns, over stones of either colour as well, up to six
/// steps.
pub struct Shares {
    /// For each string, the points to which no other string of its colour is nearer.
    nearest: Vec<PointSet>,
    /// For each point, the number of its nearest strings.
    count: Vec<u8>,
}

impl Shares {
    /// The shares of these strings of one colour.
    pub fn new(size: BoardSize, strings: &[PointSet]) -> Self {
        let board: PointSet = size.points().collect();
        let mut open = board;
        let mut layers = strings.to_vec();
        let mut nearest = vec![PointSet::EMPTY; strings.len()];
        let mut count = vec![0u8; Point::LIMIT];
        for stones in strings {
            open = open - *stones;
        }
        for _ in 0..REACH {
            let mut taken = PointSet::EMPTY;
            for (layer, nearest) in layers.iter_mut().zip(&mut nearest) {
                *layer = layer.neighbors() & open;
                *nearest |= *layer;
                taken |= *layer;
                for point in &*layer {
                    count[point.index()] = count[point.index()].saturating_add(1);
                }
            }
            open = open - taken;
        }
        Self { nearest, count }
    }

    /// The moyo of each string, where `moyo` are the points that its colour owns, and `territory`
    /// says how much of a point is its territory.
    pub fn moyos(&self, moyo: &PointSet, territory: impl Fn(Point) -> f32) -> Vec<Moyo> {
        let mut moyos = vec![Moyo::default(); self.nearest.len()];
        for (nearest, found) in self.nearest.iter().zip(&mut moyos) {
            for point in &(*nearest & *moyo) {
                let count = self.count[point.index()];
                if count <= MOST_SHARES {
                    found.size += 1.0 / f32::from(count);
                    found.value += territory(point).min(1.0) / f32::from(count);
                }
            }
        }
        moyos
    }
}
