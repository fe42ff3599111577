//! Effects: what the actions of patterns say about moves.

use katachi_board::{Color, Point};

/// An effect of an action. Values are in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// The move must not be played.
    Forbid(Point),
    /// The value of one move goes to another move.
    Replace {
        /// The move that loses it.
        from: Point,
        /// The move that gets it.
        to: Point,
    },
    /// The move counts as safe whatever reading says.
    Trust(Point),
    /// The move is worth at least this.
    MinValue {
        /// The move.
        point: Point,
        /// Its least value.
        value: f32,
    },
    /// A second move here would gain this much.
    FollowUp {
        /// The move.
        point: Point,
        /// The gain.
        value: f32,
    },
    /// The move prevents a follow-up of the opponent.
    ReverseFollowUp {
        /// The move.
        point: Point,
        /// The value of that follow-up.
        value: f32,
    },
    /// The move threatens to capture a string.
    Threat {
        /// The move.
        point: Point,
        /// A stone of the string.
        string: Point,
    },
    /// The move connects two strings.
    Connects {
        /// The move.
        point: Point,
        /// A stone of each.
        strings: [Point; 2],
    },
    /// The move cuts two strings apart.
    Cuts {
        /// The move.
        point: Point,
        /// A stone of each.
        strings: [Point; 2],
    },
    /// Saving the string on this point makes a cut possible.
    OpensCut(Point),
    /// The move captures one of two strings.
    AttacksEither {
        /// The move.
        point: Point,
        /// A stone of each.
        strings: [Point; 2],
    },
    /// The move defends two strings at once.
    DefendsBoth {
        /// The move.
        point: Point,
        /// A stone of each.
        strings: [Point; 2],
    },
    /// Two stones belong to one dragon.
    Joins([Point; 2]),
    /// A point cannot become a side's territory.
    DenyTerritory {
        /// The side.
        color: Color,
        /// The point.
        point: Point,
    },
}
