//! The spreading of influence from one source.
//!
//! It goes from point to point, the nearest first, and always away from the source. At each step a
//! part arrives: what the point has, divided by the attenuation of the source, times the point's
//! permeability and the share of the direction (`cones`). Between two stones it cannot slip through
//! diagonally: a diagonal step also needs one of the points that touch both its ends. Parts up to
//! [`LEAST_PART`] are dropped. What arrives at a point that has already sent its own is not sent on.

use katachi_board::{BoardSize, Point, PointSet};

use super::Layer;
use super::cones::{ALL, CENTER, Cones, DIAGONAL};
use super::field::{Form, Side};

/// Parts up to this are dropped.
const LEAST_PART: f32 = 0.02;

/// Up to this, influence of a further source does not count.
const LEAST_TOTAL: f32 = 0.0202;

/// Lets sources spread.
pub(super) struct Spreader {
    cones: &'static Cones,
    /// The cells that influence cannot enter: safe stones, and cells off the board.
    closed: [bool; Point::LIMIT],
    /// What has arrived from the present source.
    arrived: Layer,
    /// The points reached, each with the number of its offset from the source.
    reached: [(u16, u16); Point::LIMIT],
    count: usize,
}

impl Spreader {
    pub fn new(form: Form, size: BoardSize, safe: &PointSet) -> Self {
        let mut closed = [true; Point::LIMIT];
        for point in size.points() {
            closed[point.index()] = safe.contains(point);
        }
        Self {
            cones: Cones::of(form),
            closed,
            arrived: [0.0; Point::LIMIT],
            reached: [(0, 0); Point::LIMIT],
            count: 0,
        }
    }

    /// Adds the influence of one source to that of its side.
    pub fn spread(&mut self, side: &mut Side, source: Point) {
        let permeability = &side.permeability;
        let start = source.index();
        let rate = 1.0 / side.attenuation[start];
        self.arrived[start] = side.strength[start];
        self.reached[0] = (start as u16, CENTER);
        self.count = 1;
        let sent = side.strength[start] * permeability[start] * rate;
        if sent > LEAST_PART {
            for (direction, share) in self.cones.start.iter().enumerate() {
                self.send((start, CENTER), direction, sent * share, permeability);
            }
        }
        let mut next = 1;
        while next < self.count {
            let (cell, offset) = self.reached[next];
            next += 1;
            let cell = usize::from(cell);
            let sent = self.arrived[cell] * permeability[cell] * rate;
            if sent <= LEAST_PART {
                continue;
            }
            let cone = &self.cones.list[usize::from(offset)];
            let ways = cone.directions.iter().zip(&cone.shares);
            for (&direction, share) in ways.take(usize::from(cone.count)) {
                let direction = usize::from(direction);
                self.send((cell, offset), direction, sent * share, permeability);
            }
        }
        for &(cell, _) in &self.reached[..self.count] {
            let cell = usize::from(cell);
            let arrived = std::mem::take(&mut self.arrived[cell]);
            let total = &mut side.influence[cell];
            if arrived > LEAST_TOTAL || *total == 0.0 {
                *total += arrived;
            }
        }
    }

    /// Sends a part one step further.
    #[inline]
    fn send(
        &mut self,
        (cell, offset): (usize, u16),
        direction: usize,
        mut part: f32,
        permeability: &Layer,
    ) {
        let step = &ALL[direction];
        let target = cell.wrapping_add_signed(step.cells);
        if self.closed[target] {
            return;
        }
        if direction >= DIAGONAL {
            let [a, b] = step.sides;
            let beside = |side| permeability[cell.wrapping_add_signed(side)];
            part *= beside(a).max(beside(b));
        }
        if part <= LEAST_PART {
            return;
        }
        if self.arrived[target] == 0.0 {
            let offset = offset.wrapping_add_signed(step.offsets);
            self.reached[self.count] = (target as u16, offset);
            self.count += 1;
        }
        self.arrived[target] += part;
    }
}
