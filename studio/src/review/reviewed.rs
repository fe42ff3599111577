//! What a review says of a game and of each of its moves.

use std::collections::BTreeMap;

use katachi_board::{Color, Point};
use katachi_core::Game;

use super::blame::Blame;

/// A better move.
#[derive(Clone, Debug)]
pub struct Better {
    /// The point; `None` for a pass.
    pub point: Option<Point>,
    /// How much better it is, in points.
    pub gain: f64,
    /// Its value step by step, and its reasons.
    pub reasons: Vec<String>,
}

/// What a review says of a move.
#[derive(Clone, Debug)]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The game before it.
    pub game: Game,
    /// Who moved.
    pub color: Color,
    /// The point that was played; `None` for a pass.
    pub played: Option<Point>,
    /// What the engine would have played.
    pub choice: Option<Point>,
    /// The best candidates by the engine's ratings, in points.
    pub candidates: Vec<(Point, f32)>,
    /// The value of the move that was played step by step, and its reasons.
    pub reasons: Vec<String>,
    /// What the move loses, in points; `None` if nobody can say.
    pub loss: Option<f64>,
    /// The lead of the side to move before the move, in points, if a teacher says so.
    pub lead: Option<f64>,
    /// A better move, if there is one.
    pub better: Option<Better>,
    /// The patterns that are to blame, if the move is a mistake and patterns proposed it.
    pub blame: Option<Blame>,
}

/// The review of a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// The moves that were looked at.
    pub moves: Vec<ReviewedMove>,
    /// Who says what moves lose.
    pub judge: String,
    /// A move is a mistake if it loses at least this, in points.
    pub least: f64,
}

impl Review {
    /// Whether a move is a mistake.
    pub fn is_mistake(&self, one: &ReviewedMove) -> bool {
        one.loss.is_some_and(|loss| loss >= self.least)
    }

    /// The moves that are mistakes, in order.
    pub fn mistakes(&self) -> impl Iterator<Item = &ReviewedMove> {
        self.moves.iter().filter(|one| self.is_mistake(one))
    }

    /// The patterns that are to blame: how often, and for how many points, the worst first.
    pub fn blamed(&self) -> Vec<(String, usize, f64)> {
        let mut sums: BTreeMap<String, (usize, f64)> = BTreeMap::new();
        for one in self.mistakes() {
            let patterns = one.blame.iter().flat_map(|blame| &blame.patterns);
            for pattern in patterns {
                let sum = sums.entry(pattern.clone()).or_default();
                sum.0 += 1;
                sum.1 += one.loss.unwrap_or(0.0);
            }
        }
        let sums = sums.into_iter();
        let mut sums: Vec<_> = sums
            .map(|(pattern, (times, points))| (pattern, times, points))
            .collect();
        sums.sort_by(|a, b| b.2.total_cmp(&a.2));
        sums
    }
}
