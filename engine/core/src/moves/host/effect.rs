//! What actions want of the moves.

use katachi_board::Point;

/// What an action says about a move. Values are in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Effect {
    /// The move must not be played.
    Forbid(Point),
    /// The value of one move goes to another.
    Replace {
        /// The move that loses it.
        from: Point,
        /// The move that gets it.
        to: Point,
    },
    /// The move is safe whatever reading says.
    Trust(Point),
    /// The move is worth at least this.
    MinValue {
        /// The move.
        point: Point,
        /// Its least value.
        value: f32,
    },
    /// The move threatens to gain this much later.
    FollowUp {
        /// The move.
        point: Point,
        /// The gain.
        value: f32,
    },
    /// The move keeps the opponent from threatening this much.
    ReverseFollowUp {
        /// The move.
        point: Point,
        /// The threat.
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
}
