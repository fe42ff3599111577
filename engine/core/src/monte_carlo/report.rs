//! What a search has found so far, as plain numbers for those who show it.

use katachi_board::Point;

/// A search as it stands. All values are those of the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Simulations through the root.
    pub visits: u32,
    /// The share of games won, from 0 to 1.
    pub winrate: f64,
    /// The mean final score in points, komi included.
    pub score: f64,
    /// The moves that were looked at, the best first; without simulations the likeliest move alone.
    pub moves: Vec<MoveReport>,
    /// Who owns each point at the end, from -1 to 1, row by row from the upper left.
    pub ownership: Vec<f32>,
}

/// What a search says of a move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MoveReport {
    /// The point; `None` is a pass.
    pub point: Option<Point>,
    /// Simulations that began with the move.
    pub visits: u32,
    /// The share of them that was won, from 0 to 1.
    pub winrate: f64,
    /// Their mean final score in points, komi included.
    pub score: f64,
    /// How likely the move was thought before it was searched, from 0 to 1.
    pub prior: f64,
    /// The lower bound of the confidence in the share of wins, from 0 to 1.
    pub lower_bound: f64,
    /// The best moves on both sides from here, beginning with this one.
    pub variation: Vec<Option<Point>>,
}
