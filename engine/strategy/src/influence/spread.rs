//! The spreading of influence from one source.
//!
//! It goes from point to point, the nearest first, and always away from the source. At each step a
//! part arrives: what the point has, divided by the attenuation of the source, times the point's
//! permeability and the share of the direction (`cones`). Between two stones it cannot slip through
//! diagonally: a diagonal step also needs one of the points that touch both its ends. Parts up to
//! [`LEAST_PART`] are dropped. What arrives at a point that has already sent its own is not sent
//! on.
//!
//! The inner loop has no branches that depend on the position, since nobody could predict them: all
//! that is in the way is multiplied into one number for each point and direction beforehand.

use katachi_board::{BoardSize, Point, PointSet};

use super::Layer;
use super::cones::{ALL, CENTER, Cones, DIAGONAL, DIRECTIONS};
use super::field::{Form, Side};

/// Parts up to this are dropped.
const LEAST_PART: f32 = 0.02;

/// Up to this, influence of a further source does not count.
const LEAST_TOTAL: f32 = 0.0202;

/// Lets the sources of one side spread.
pub(super) struct Spreader {
    cones: &'static Cones,
    /// What passes from each point in each direction: 0 into safe stones and off the board.
    passing: Vec<[f32; DIRECTIONS]>,
    /// What has arrived from the present source.
    arrived: Layer,
    /// The points reached, each with the number of its offset from the source.
    reached: [(u16, u16); Point::LIMIT + 1],
}

impl Spreader {
    pub fn new(form: Form, size: BoardSize, safe: &PointSet, side: &Side) -> Self {
        let mut spreader = Self {
            cones: Cones::of(form),
            passing: vec![[0.0; DIRECTIONS]; Point::LIMIT],
            arrived: [0.0; Point::LIMIT],
            reached: [(0, 0); Point::LIMIT + 1],
        };
        let mut open = [0.0; Point::LIMIT];
        for point in size.points().filter(|point| !safe.contains(*point)) {
            open[point.index()] = 1.0;
        }
        let permeability = &side.permeability;
        for point in size.points() {
            let cell = point.index();
            let at = |step: isize| cell.wrapping_add_signed(step);
            let parts = spreader.passing[cell].iter_mut().zip(&ALL);
            for (direction, (part, step)) in parts.enumerate() {
                *part = permeability[cell] * open[at(step.cells)];
                if direction >= DIAGONAL {
                    let [a, b] = step.sides;
                    *part *= permeability[at(a)].max(permeability[at(b)]);
                }
            }
        }
        spreader
    }

    /// Adds the influence of one source to that of its side.
    pub fn spread(&mut self, side: &mut Side, source: Point) {
        let Self {
            cones,
            passing,
            arrived,
            reached,
        } = self;
        let start = source.index();
        let rate = 1.0 / side.attenuation[start];
        arrived[start] = side.strength[start];
        reached[0] = (start as u16, CENTER);
        let mut count = 1;
        // Sends a part one step further.
        let mut send = |arrived: &mut Layer,
                        reached: &mut [(u16, u16); Point::LIMIT + 1],
                        (cell, offset): (usize, u16),
                        direction: usize,
                        part: f32| {
            let step = &ALL[direction % DIRECTIONS];
            let target = cell.wrapping_add_signed(step.cells);
            let part = part * passing[cell][direction % DIRECTIONS];
            let part = if part > LEAST_PART { part } else { 0.0 };
            let before = arrived[target];
            // A place that nobody needs is overwritten by the next point.
            reached[count] = (target as u16, offset.wrapping_add_signed(step.offsets));
            count += usize::from(before == 0.0 && part > 0.0);
            arrived[target] = before + part;
            count
        };
        let sent = side.strength[start] * rate;
        let mut end = 1;
        for (direction, share) in cones.start.iter().enumerate() {
            end = send(arrived, reached, (start, CENTER), direction, sent * share);
        }
        let mut next = 1;
        while next < end {
            let (cell, offset) = reached[next];
            next += 1;
            let cell = usize::from(cell);
            let sent = arrived[cell] * rate;
            if sent <= LEAST_PART {
                continue;
            }
            let cone = &cones.list[usize::from(offset)];
            for (&direction, share) in cone.directions.iter().zip(&cone.shares) {
                let from = (cell, offset);
                end = send(arrived, reached, from, usize::from(direction), sent * share);
            }
        }
        for &(cell, _) in &reached[..end] {
            let cell = usize::from(cell);
            let arrived = std::mem::take(&mut arrived[cell]);
            let total = &mut side.influence[cell];
            if arrived > LEAST_TOTAL || *total == 0.0 {
                *total += arrived;
            }
        }
    }
}
