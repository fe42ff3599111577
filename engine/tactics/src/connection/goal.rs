//! The question of a search: which string is to be connected with what.

use katachi_board::{Board, Color, Point, PointSet};

use crate::proof::mixed;
use crate::trail::Trail;

/// A string with at most this many liberties is weak.
const FEW: usize = 3;

/// The other end of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// Another string of the colour.
    String(Point),
    /// Any point of an area.
    Area(PointSet),
}

/// A string, and what it is to be connected with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Goal {
    /// The side that wants to connect.
    pub color: Color,
    /// A stone of the string.
    pub string: Point,
    pub target: Target,
}

/// Whether the question is decided on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Connected; a later capture of the string does not matter.
    Joined,
    /// One of the strings has been captured.
    Lost,
    Open,
}

impl Goal {
    /// Judges the position on the board.
    pub fn standing(&self, board: &Board, trail: &mut Trail) -> Standing {
        self.strings().for_each(|stone| trail.string(stone));
        let Some(chain) = board
            .chain(self.string)
            .filter(|chain| chain.color() == self.color)
        else {
            return Standing::Lost;
        };
        match self.target {
            Target::String(other) if !board.at(other).is(self.color) => Standing::Lost,
            Target::String(other) if chain.contains(other) => Standing::Joined,
            Target::Area(area) if chain.stones().any(|stone| area.contains(stone)) => {
                Standing::Joined
            }
            Target::String(_) | Target::Area(_) => Standing::Open,
        }
    }

    /// The points to connect with: a stone of the other string, or the area.
    pub fn targets(&self) -> PointSet {
        match self.target {
            Target::String(other) => PointSet::from_iter([other]),
            Target::Area(area) => area,
        }
    }

    /// A stone of each string whose capture decides the question.
    pub fn strings(&self) -> impl Iterator<Item = Point> + use<> {
        let other = match self.target {
            Target::String(other) => Some(other),
            Target::Area(_) => None,
        };
        std::iter::once(self.string).chain(other)
    }

    /// The liberties of those strings that are weak.
    pub fn weak_spots(&self, board: &Board, trail: &mut Trail) -> PointSet {
        self.strings().for_each(|stone| trail.string(stone));
        let strings = self.strings().filter_map(|stone| board.chain(stone));
        strings
            .filter(|chain| chain.liberty_count() <= FEW)
            .fold(PointSet::EMPTY, |spots, chain| spots | chain.liberties())
    }

    /// The same goal in a canonical form, so that equal questions have equal keys: each string is
    /// named by its origin, and the two stand in board order.
    pub fn named(self, board: &Board) -> Self {
        let origin = |stone: Point| board.chain(stone).map_or(stone, |chain| chain.origin());
        let string = origin(self.string);
        match self.target {
            Target::String(other) => {
                let other = origin(other);
                Self {
                    string: string.min(other),
                    target: Target::String(string.max(other)),
                    ..self
                }
            }
            Target::Area(_) => Self { string, ..self },
        }
    }

    /// A hash of the goal, to combine with position hashes.
    pub fn hash(&self) -> u64 {
        let target = match self.target {
            Target::String(other) => other.index() as u64,
            Target::Area(area) => area.iter().fold(1 << 32, |hash, point| {
                hash ^ mixed(1 << 33 | point.index() as u64)
            }),
        };
        mixed(mixed(self.string.index() as u64) ^ target)
    }
}
