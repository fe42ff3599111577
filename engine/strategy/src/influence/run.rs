//! A run: what is in the way is settled, each source spreads, and the points get their values.

use katachi_board::{Color, Point, PointSet};

use super::Layer;
use super::field::{Field, Intrusion, clockwise};
use super::result::Influence;
use super::spread::Spreader;
use super::territory;

/// The part that passes a point beside a living opponent stone, for each such stone.
const BESIDE_LIVING: f32 = 0.25;

/// The same for a diagonal neighbour.
const DIAGONAL_TO_LIVING: f32 = 0.65;

/// The intrusions from one stone may have this part of its strength together.
const INTRUSION_LIMIT: f32 = 0.6;

/// The same for what follows after a move.
const FOLLOW_UP_LIMIT: f32 = 1.0;

/// Values that differ by no more than this count as equal.
const LEAST_DIFFERENCE: f32 = 0.0005;

impl Field {
    /// Lets the influence spread, and values the points.
    pub fn spread(mut self) -> Influence {
        self.add_intrusions(INTRUSION_LIMIT);
        self.surround_living_stones();
        self.unblock_sources();
        for color in Color::BOTH {
            let sources = self.sides[color].sources;
            self.spread_from(color, &sources);
        }
        let mut values = territory::values(&self);
        if self.free_double_blocks(&values) {
            values = territory::values(&self);
        }
        Influence::new(self, values)
    }

    /// Adds what follows after a move: this side has moved, and may move again. What `add` adds
    /// spreads on top of the influence that is there.
    pub(super) fn spread_on(mut self, color: Color, add: impl FnOnce(&mut Self)) -> Influence {
        self.to_move = Some(color);
        add(&mut self);
        let before = self.sides[color].strength;
        self.add_intrusions(FOLLOW_UP_LIMIT);
        self.unblock_sources();
        let side = &self.sides[color];
        let is_new = |source: &Point| side.strength[source.index()] > before[source.index()];
        let sources: PointSet = side.sources.iter().filter(is_new).collect();
        self.spread_from(color, &sources);
        let values = territory::values(&self);
        Influence::new(self, values)
    }

    /// Spreads the influence of some sources of a side.
    fn spread_from(&mut self, color: Color, sources: &PointSet) {
        let side = &mut self.sides[color];
        let mut spreader = Spreader::new(self.form, self.size, &self.safe, side);
        for source in sources {
            spreader.spread(side, source);
        }
    }

    /// Makes the intrusions sources. Those of one stone share a part of its strength.
    fn add_intrusions(&mut self, part: f32) {
        let Some(to_move) = self.to_move else {
            return;
        };
        let mut intrusions = std::mem::take(&mut self.intrusions);
        let order = |one: &Intrusion| (one.stone, one.point);
        intrusions.sort_by(|a, b| {
            let by_strength = a.strength.total_cmp(&b.strength);
            order(a).cmp(&order(b)).then(by_strength)
        });
        // Of several at one point, the weakest counts.
        intrusions.dedup_by_key(|one| order(one));
        for shared in intrusions.chunk_by(|a, b| a.stone == b.stone) {
            let Some(first) = shared.first() else {
                continue;
            };
            let sum: f32 = shared.iter().map(|one| one.strength).sum();
            let limit = part * self.sides[to_move].strength[first.stone.index()];
            let scale = if sum > limit { limit / sum } else { 1.0 };
            for one in shared {
                let strength = one.strength * scale;
                self.add_source(to_move, one.point, strength, self.form.attenuation());
            }
        }
    }

    /// Weakens influence beside living opponent stones, unless a dead one is near, too.
    fn surround_living_stones(&mut self) {
        for color in Color::BOTH {
            let opponent = self.stones[!color];
            let dead = (opponent - self.safe).iter();
            let near_dead: PointSet = dead
                .flat_map(|stone| stone.neighbors().into_iter().chain(stone.diagonals()))
                .collect();
            let free = |point: Point| {
                self.size.contains(point)
                    && !self.safe.contains(point)
                    && !near_dead.contains(point)
            };
            let permeability = &mut self.sides[color].permeability;
            for stone in &(opponent & self.safe) {
                for (points, part) in [
                    (stone.neighbors(), BESIDE_LIVING),
                    (stone.diagonals(), DIAGONAL_TO_LIVING),
                ] {
                    for point in points.into_iter().filter(|point| free(*point)) {
                        permeability[point.index()] *= part;
                    }
                }
            }
        }
    }

    /// Takes barriers away from points with a source.
    fn unblock_sources(&mut self) {
        for color in Color::BOTH {
            let side = &mut self.sides[color];
            for source in &(side.sources - self.safe) {
                side.permeability[source.index()] = 1.0;
            }
        }
    }

    /// Finds sources of the side to move that are blocked in two directions, and opens the one
    /// where the opponent has less territory. It cannot be blocked in both with one move. Returns
    /// whether there are such sources.
    fn free_double_blocks(&mut self, values: &Layer) -> bool {
        let Some(to_move) = self.to_move else {
            return false;
        };
        let side = &self.sides[to_move];
        // What the opponent has there and around.
        let opponents = |point: Point| -> f32 {
            let around = point.neighbors().into_iter().chain([point]);
            let on_board = around.filter(|near| self.size.contains(*near));
            (on_board.map(|near| territory::share(values[near.index()], !to_move))).sum()
        };
        let mut freed = PointSet::EMPTY;
        for source in &(side.sources & self.empty) {
            let is_blocked = |point: &Point| {
                self.empty.contains(*point) && side.permeability[point.index()] == 0.0
            };
            let mut best: Option<(Point, f32)> = None;
            let mut count = 0;
            for point in clockwise(source).into_iter().filter(is_blocked) {
                count += 1;
                let worth = opponents(point);
                if best.is_none_or(|(_, least)| worth < least - LEAST_DIFFERENCE) {
                    best = Some((point, worth));
                }
            }
            if let Some((point, _)) = best.filter(|_| count > 1) {
                freed.insert(point);
            }
        }
        for point in &freed {
            self.sides[to_move].permeability[point.index()] = 1.0;
        }
        !freed.is_empty()
    }
}
