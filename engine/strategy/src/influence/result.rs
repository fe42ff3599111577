//! The result of a run: both influences, the value of each point, and who owns it.

use katachi_board::{BoardSize, Color, Point, PointSet};

use super::Layer;
use super::field::{Field, Form};
use super::territory::share;

/// What a side may own, from the surest to the vaguest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// Points that the opponent cannot reach.
    Territory,
    /// Points that are likely to become territory.
    Moyo,
    /// The same with stricter limits.
    RestrictedMoyo,
    /// Points where a side is clearly stronger.
    Area,
}

/// The limits of a region without those of [`Region::Territory`].
struct Limits {
    /// How many times as much influence as the opponent the owner has.
    ratio: f32,
    /// The owner has more than this.
    own: f32,
    /// The opponent has less than this.
    other: f32,
}

const MOYO: Limits = Limits {
    ratio: 7.0,
    own: 5.0,
    other: 10.0,
};

const RESTRICTED_MOYO: Limits = Limits {
    ratio: 10.0,
    own: 10.0,
    other: 10.0,
};

const AREA: Limits = Limits {
    ratio: 3.0,
    own: 1.0,
    other: 40.0,
};

/// From this value on, a point that the opponent's influence does not reach is territory.
const TERRITORY: f32 = 0.95;

/// The influence of both sides in a position, and what they own by it.
#[derive(Clone, Debug)]
pub struct Influence {
    /// The field after the run.
    pub(super) field: Field,
    values: Box<Layer>,
}

impl Influence {
    pub(super) fn new(field: Field, values: Box<Layer>) -> Self {
        Self { field, values }
    }

    /// The field after its influence has spread.
    pub(super) fn field(&self) -> &Field {
        &self.field
    }

    /// The size of the board.
    pub fn board_size(&self) -> BoardSize {
        self.field.size
    }

    /// What the run is for.
    pub fn form(&self) -> Form {
        self.field.form
    }

    /// The side that moves next, `None` if neither does.
    pub fn to_move(&self) -> Option<Color> {
        self.field.to_move
    }

    /// The influence of a side at a point, at least 0.
    pub fn of(&self, color: Color, point: Point) -> f32 {
        self.field.sides[color].influence[point.index()]
    }

    /// The strength of a side's source at a point, 0 if there is none.
    pub fn strength(&self, color: Color, point: Point) -> f32 {
        self.field.sides[color].strength[point.index()]
    }

    /// What the influence of a side's source at a point is divided by with each step.
    pub fn attenuation(&self, color: Color, point: Point) -> f32 {
        self.field.sides[color].attenuation[point.index()]
    }

    /// The part of a side's influence that passes a point, from 0 to 1.
    pub fn permeability(&self, color: Color, point: Point) -> f32 {
        self.field.sides[color].permeability[point.index()]
    }

    /// Whether a pattern says that a point cannot become this side's territory.
    pub fn is_denied(&self, color: Color, point: Point) -> bool {
        self.field.sides[color].denied.contains(point)
    }

    /// The stones that count as living.
    pub fn safe(&self) -> &PointSet {
        &self.field.safe
    }

    /// What a point is worth as territory, from -2 to 2; White's is positive. The point of a dead
    /// stone is worth up to 2, that of a living one 0.
    pub fn territory(&self, point: Point) -> f32 {
        self.values[point.index()]
    }

    /// What of a point is worth as territory to this side, at least 0.
    pub fn territory_of(&self, color: Color, point: Point) -> f32 {
        share(self.territory(point), color)
    }

    /// The side to whose region of this kind a point belongs. Living stones belong to the regions
    /// that their influence gives them.
    pub fn owner(&self, region: Region, point: Point) -> Option<Color> {
        Color::BOTH
            .into_iter()
            .find(|&color| self.owns(color, region, point))
    }

    /// Whether a point belongs to a side's region of this kind.
    pub fn owns(&self, color: Color, region: Region, point: Point) -> bool {
        let (own, other) = (self.of(color, point), self.of(!color, point));
        let within = |limits: &Limits| {
            own > limits.ratio * other && own > limits.own && other < limits.other
        };
        let is_territory =
            || own > 0.0 && other == 0.0 && self.territory_of(color, point) > TERRITORY;
        match region {
            Region::Territory => is_territory(),
            Region::Moyo => within(&MOYO) || is_territory(),
            Region::RestrictedMoyo => within(&RESTRICTED_MOYO) || is_territory(),
            Region::Area => within(&AREA) || within(&MOYO) || is_territory(),
        }
    }

    /// What a point is worth to a dragon of this colour that runs: 4 in its own moyo, 2 in its own
    /// area, 1 on neutral ground, 0 where the opponent is stronger.
    pub fn escape_value(&self, color: Color, point: Point) -> u32 {
        if self.owns(color, Region::Moyo, point) {
            4
        } else if self.owns(color, Region::Area, point) {
            2
        } else {
            u32::from(!self.owns(!color, Region::Area, point))
        }
    }
}
