//! What is to be connected.

use katachi_board::{Board, Color, Point, PointSet};

use super::table::mixed;

/// Strings with no more liberties than this are weak.
const FEW: usize = 3;

/// What a string is to be connected with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// Another string of its colour.
    String(Point),
    /// Any point of an area.
    Area(PointSet),
}

/// A string and what it is to be connected with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// The colour that wants to connect.
    pub color: Color,
    /// A stone of the string.
    pub string: Point,
    pub target: Target,
}

/// How things stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Connected: what becomes of the string now is another question.
    Joined,
    /// One of the strings has been captured.
    Lost,
    Open,
}

impl Goal {
    /// How things stand on the board.
    pub fn standing(&self, board: &Board) -> Standing {
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

    /// A stone of the string, or the points of the area, to connect with.
    pub fn targets(&self) -> PointSet {
        match self.target {
            Target::String(other) => PointSet::from_iter([other]),
            Target::Area(area) => area,
        }
    }

    /// A stone of each string that must not be captured.
    pub fn strings(&self) -> impl Iterator<Item = Point> + use<> {
        let other = match self.target {
            Target::String(other) => Some(other),
            Target::Area(_) => None,
        };
        std::iter::once(self.string).chain(other)
    }

    /// The liberties of the strings that must not be captured and have few.
    pub fn weak_spots(&self, board: &Board) -> PointSet {
        let strings = self.strings().filter_map(|stone| board.chain(stone));
        strings
            .filter(|chain| chain.liberty_count() <= FEW)
            .fold(PointSet::EMPTY, |spots, chain| spots | chain.liberties())
    }

    /// The same goal in the words of the position, so that the same question always has the same key:
    /// strings by their origins, and the two of them in board order.
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

    /// A number for the goal, to combine with hashes of positions.
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
