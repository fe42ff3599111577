//! Who is expected to own each point in the end.
//!
//! The territorial value says what is settled. An [`Estimate`] says what is likely: a smooth
//! function of both influences, and of the room that stones have.
//!
//! 1. The lead of a side at a point is the logarithm of the ratio of both influences, each raised
//!    by 1.
//! 2. A domain is a connected set of a side's living stones and of points where the side leads by
//!    more than [`LEAST_LEAD`]. Its room is the sum of these leads.
//! 3. The danger of a domain falls exponentially with its room. Stones in danger may well be dead,
//!    and the points around them the opponent's.
//!
//! The constants were fitted to the ownership that a KataGo network sees in 2,000 positions of
//! professional games (`benches/ownership.rs`); `docs/influence.md` has the errors that remain.

use katachi_board::{BoardSize, Color, Point, PointSet};

use super::Layer;
use super::result::Influence;

/// A side leads at points where its lead is greater.
const LEAST_LEAD: f32 = 0.35;

/// How fast ownership grows with the lead, and what it would grow to.
const SLOPE: f32 = 0.18;
const MOST: f32 = 1.14;

/// The room at which danger has fallen to a third.
const ROOM: f32 = 10.3;

/// The ownership of stones without danger, and how much of it danger takes away.
const STONE: f32 = 0.87;
const STONE_LOSS: f32 = 1.22;

/// The part of a point's ownership that danger takes away: above 1, the opponent gets it.
const POINT_LOSS: f32 = 3.17;

/// The ownership of the point of a stone that is captured already, to its captor.
const CAPTURED: f32 = 0.6;

/// The expected ownership of the points of a position.
#[derive(Clone, Debug)]
pub struct Estimate {
    size: BoardSize,
    owners: Box<Layer>,
}

impl Influence {
    /// Who is expected to own each point.
    pub fn estimate(&self) -> Estimate {
        let size = self.board_size();
        let lead = |point: Point| {
            let raised = |color| self.of(color, point) + 1.0;
            (raised(Color::White) / raised(Color::Black)).ln()
        };
        let mut owners = Box::new([0.0; Point::LIMIT]);
        let stones = self.field.stones[Color::Black] | self.field.stones[Color::White];
        for point in size.points() {
            owners[point.index()] = if self.field.safe.contains(point) {
                STONE * sign(self.field.stones[Color::White].contains(point))
            } else if stones.contains(point) {
                CAPTURED * sign(self.field.stones[Color::Black].contains(point))
            } else {
                MOST * (SLOPE * lead(point)).tanh()
            };
        }
        for color in Color::BOTH {
            let sign = sign(color == Color::White);
            let living = self.field.stones[color] & self.field.safe;
            let led: PointSet = (size.points())
                .filter(|&point| {
                    !self.field.safe.contains(point) && sign * lead(point) > LEAST_LEAD
                })
                .collect();
            let mut rest = living | led;
            while let Some(first) = rest.first() {
                let domain = rest.part(first);
                rest = rest - domain;
                let room: f32 = (domain & led).iter().map(|at| lead(at).abs()).sum();
                let danger = (-room / ROOM).exp();
                for stone in &(domain & living) {
                    owners[stone.index()] -= sign * STONE_LOSS * danger;
                }
                for point in &((domain & led) - stones) {
                    owners[point.index()] *= 1.0 - POINT_LOSS * danger;
                }
            }
        }
        for owner in owners.iter_mut() {
            *owner = owner.clamp(-1.0, 1.0);
        }
        Estimate { size, owners }
    }
}

impl Estimate {
    /// The expected ownership of a point, from -1 for Black's to 1 for White's.
    pub fn owner(&self, point: Point) -> f32 {
        self.owners[point.index()]
    }

    /// The area that White is expected to have more than Black, in points.
    pub fn area(&self) -> f32 {
        self.size.points().map(|point| self.owner(point)).sum()
    }
}

fn sign(is_white: bool) -> f32 {
    if is_white { 1.0 } else { -1.0 }
}
