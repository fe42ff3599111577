//! What the virtual machine asks about a position: one question for each meaning, in the board's
//! terms. Labels have become points, and O and X have become colours.

use katachi_board::{Color, Point};

/// The result of reading, for the side that moves first.
///
/// The numbers are those that constraints compare with; `WIN` is 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outcome {
    /// It fails.
    Lose = 0,
    /// It succeeds by a ko for which the mover must make the first threat.
    KoB = 1,
    /// It succeeds by a ko that the mover takes first.
    KoA = 4,
    /// It succeeds.
    Win = 5,
}

impl Outcome {
    /// The opponent's result.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Lose => Self::Win,
            Self::KoB => Self::KoA,
            Self::KoA => Self::KoB,
            Self::Win => Self::Lose,
        }
    }
}

/// What answers the questions of constraints and carries out actions.
///
/// Strings are named by any of their stones. A question about a string where there is no stone has
/// the answer that a captured string would give.
pub trait Host {
    /// The number of liberties of a string.
    fn liberties(&mut self, string: Point) -> usize;
    /// The number of stones of a string.
    fn string_size(&mut self, string: Point) -> usize;
    /// Whether two stones belong to one string.
    fn is_same_string(&mut self, a: Point, b: Point) -> bool;
    /// The colour of the stone on a point.
    fn stone(&mut self, point: Point) -> Option<Color>;
    /// Whether a point is a single stone whose capture makes a ko, or an empty point beside one.
    fn is_ko(&mut self, point: Point) -> bool;
    /// Whether a colour may play here.
    fn is_legal(&mut self, color: Color, point: Point) -> bool;
    /// Whether a colour's move here would be suicide.
    fn is_suicide(&mut self, color: Color, point: Point) -> bool;
    /// The liberties that a colour would get here, captures ignored, at most 8.
    fn approximate_liberties(&mut self, color: Color, point: Point) -> usize;
    /// The liberties that a colour would get here, captures included.
    fn accurate_liberties(&mut self, color: Color, point: Point) -> usize;
    /// Whether a colour's move here captures something.
    fn captures_something(&mut self, color: Color, point: Point) -> bool;
    /// Whether this colour's stone is the first one seen from `from` along the edge, looking from `behind` to it.
    fn is_visible_along_edge(&mut self, color: Color, behind: Point, from: Point) -> bool;

    /// The result of attacking a string.
    fn attack(&mut self, string: Point) -> Outcome;
    /// The result of defending a string; [`Outcome::Lose`] for one that is not under attack.
    fn defend(&mut self, string: Point) -> Outcome;
    /// The result of attacking a string with this move, [`Outcome::Lose`] unless it is better than what is known.
    fn does_attack(&mut self, point: Point, string: Point) -> Outcome;
    /// Whether this move saves a string that is lost otherwise.
    fn does_defend(&mut self, point: Point, string: Point) -> bool;
    /// Whether a move here is legal and not simply captured.
    fn safe_move(&mut self, color: Color, point: Point) -> Outcome;
    /// Whether after this colour's move the opponent has no safe move at `answer`.
    fn forbids(&mut self, color: Color, point: Point, answer: Point) -> bool;
    /// The result of attacking the target after a list of moves, colours alternating from `first`; `None` is a tenuki.
    fn attack_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> Outcome;
    /// The result of defending the target after a list of moves.
    fn defend_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> Outcome;
    /// The liberties of the target after a list of moves, 0 if it is gone.
    fn liberties_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> usize;
    /// Whether no opponent string beside this one can be captured.
    fn has_safe_neighbors(&mut self, string: Point) -> bool;
    /// Whether a point is a false eye of a colour by its diagonals.
    fn is_obvious_false_eye(&mut self, color: Color, point: Point) -> bool;
    /// Whether a string touches a single stone that can be captured in a ko.
    fn can_finish_ko(&mut self, string: Point) -> bool;
    /// Whether a liberty of a string with two liberties is a ko capture for its opponent.
    fn can_be_squeezed_by_ko(&mut self, string: Point) -> bool;
    /// Whether a string touches a string in atari that can be captured, and if asked, also saved.
    fn touches_stone_in_atari(&mut self, string: Point, defendable: bool) -> bool;
    /// Whether a string is four stones on the edge around a corner.
    fn is_bent_four(&mut self, string: Point) -> bool;
    /// Whether this colour should take the centre to break a mirrored position.
    fn breaks_mirror(&mut self, color: Color, point: Point) -> bool;
    /// Whether this colour has no stone on the board and the game is not being scored.
    fn has_no_stones(&mut self, color: Color) -> bool;
    /// Whether the game is being scored.
    fn is_scoring(&mut self) -> bool;

    /// Action: forbids a move.
    fn forbid_move(&mut self, point: Point);
    /// Action: gives the value of a move to another one.
    fn replace_move(&mut self, from: Point, to: Point);
}
