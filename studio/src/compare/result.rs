//! The result of a comparison.

use std::time::Duration;

use katachi_board::{Color, Point};
use katachi_core::{Decision, Game, Thoughts};
use statrs::distribution::{Binomial, DiscreteCDF};

use crate::games::Place;

/// What the engine chooses with one of the sets.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move; `None` for a pass.
    pub point: Option<Point>,
    /// Why: its value step by step, and its reasons.
    pub reasons: Vec<String>,
    /// What it says about the other choice.
    pub other: Vec<String>,
}

/// The move of some thoughts.
pub(super) fn point(thoughts: &Thoughts) -> Option<Point> {
    match thoughts.decision {
        Decision::Play(point) => Some(point),
        Decision::Pass | Decision::Resign => None,
    }
}

/// A position in which the sets choose different moves.
#[derive(Clone, Debug)]
pub struct Change {
    /// The position.
    pub place: Place,
    /// The game there.
    pub game: Game,
    /// The side to move.
    pub color: Color,
    /// The point that was played.
    pub played: Option<Point>,
    /// The choice with the old set.
    pub old: Choice,
    /// The choice with the new set.
    pub new: Choice,
    /// What both lose against the best move, in points, if a teacher has judged them.
    pub losses: Option<[f64; 2]>,
}

impl Change {
    /// Whether the old move was the one that was played.
    pub fn lost_agreement(&self) -> bool {
        self.old.point == self.played
    }

    /// Whether the new move is the one that was played.
    pub fn gained_agreement(&self) -> bool {
        self.new.point == self.played
    }
}

/// The result of a comparison, so far.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The positions that were looked at.
    pub positions: usize,
    /// Those of them in which the engine had to think.
    pub thought: usize,
    /// The positions in which the moves differ, in the order of the choice.
    pub changes: Vec<Change>,
    /// The time that the engine thought with the old and the new set.
    pub time: [Duration; 2],
}

/// The points that the new moves gain, according to a teacher.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// The number of changed moves that were judged.
    pub moves: usize,
    /// The mean gain, in points.
    pub mean: f64,
    /// Its standard error; `None` for fewer than two moves.
    pub error: Option<f64>,
}

impl Comparison {
    /// The changed moves that are now the ones that were played.
    pub fn gained(&self) -> usize {
        let changes = self.changes.iter();
        changes.filter(|change| change.gained_agreement()).count()
    }

    /// The changed moves that were the ones that were played.
    pub fn lost(&self) -> usize {
        let changes = self.changes.iter();
        changes.filter(|change| change.lost_agreement()).count()
    }

    /// The two-sided sign test: how probable it is that gains and losses of agreement differ at
    /// least this much by chance. `None` without any.
    pub fn sign_test(&self) -> Option<f64> {
        sign_test(self.gained(), self.lost())
    }

    /// The points that the new moves gain; `None` if none was judged.
    pub fn points(&self) -> Option<Points> {
        let gains = self.changes.iter().filter_map(|change| change.losses);
        let gains: Vec<f64> = gains.map(|[old, new]| old - new).collect();
        let moves = gains.len();
        if moves == 0 {
            return None;
        }
        let mean = gains.iter().sum::<f64>() / moves as f64;
        let squares: f64 = gains.iter().map(|gain| (gain - mean).powi(2)).sum();
        let error = (moves > 1).then(|| (squares / (moves - 1) as f64 / moves as f64).sqrt());
        Some(Points { moves, mean, error })
    }
}

fn sign_test(gained: usize, lost: usize) -> Option<f64> {
    let all = (gained + lost) as u64;
    if all == 0 {
        return None;
    }
    let distribution = Binomial::new(0.5, all).ok()?;
    Some((2.0 * distribution.cdf(gained.min(lost) as u64)).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs() {
        assert_eq!(sign_test(0, 0), None);
        assert_eq!(sign_test(3, 3), Some(1.0));
        // 2 × (1/2)^5
        assert!((sign_test(5, 0).unwrap() - 0.0625).abs() < 1e-9);
        assert_eq!(sign_test(0, 5), sign_test(5, 0));
        assert!(sign_test(40, 20).unwrap() < 0.02);
    }
}
