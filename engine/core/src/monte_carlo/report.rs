//! Reports: the present result of a search, as plain numbers.

use katachi_board::Point;

/// The result of a search so far. All values are those of the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Simulations through the root.
    pub visits: u32,
    /// The share of games won, from 0 to 1.
    pub winrate: f64,
    /// The mean final score in points, komi included.
    pub score: f64,
    /// The standard deviation of the final score, in points.
    pub deviation: f64,
    /// The moves that were tried, the best first; before any simulation the most likely move alone.
    pub moves: Vec<MoveReport>,
    /// Who owns each point at the end, from -1 to 1, row by row from the upper left.
    pub ownership: Vec<f32>,
}

/// What every search says of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// The move.
    pub point: Point,
    /// The games that began with it.
    pub visits: u32,
    /// The share of them that the side to move won, 0 to 1.
    pub winrate: f64,
}

/// The result of a search for one move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveReport {
    /// The point; `None` is a pass.
    pub point: Option<Point>,
    /// Simulations that began with the move.
    pub visits: u32,
    /// The share of them that the side to move won, 0 to 1.
    pub winrate: f64,
    /// Their mean final score in points, komi included.
    pub score: f64,
    /// The prior: how likely the move is to be best before any simulation, 0 to 1.
    pub prior: f64,
    /// The lower confidence bound of the win rate, 0 to 1.
    pub lower_bound: f64,
    /// The principal variation, which begins with this move.
    pub variation: Vec<Option<Point>>,
}
