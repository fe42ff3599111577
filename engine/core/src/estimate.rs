//! Estimates of the score in the middle of a game, from the influence of the dragons.

use katachi_board::{Color, Scoring};
use katachi_strategy::Position;

use crate::game::Game;

/// Bounds of the score, in points for White, komi and compensation for handicap stones included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreBounds {
    /// The score if White moves first at all critical dragons.
    pub upper: f32,
    /// The score if Black does.
    pub lower: f32,
}

impl ScoreBounds {
    /// The estimate for the position of a game.
    ///
    /// Each point counts what its owner's influence makes it worth as territory, with neither side
    /// to move. An empty board counts nothing.
    pub fn of(game: &Game, position: &mut Position<'_>) -> Self {
        let mut bound = |first| game_score(game, territory(position, first));
        Self {
            upper: bound(Color::White),
            lower: bound(Color::Black),
        }
    }

    /// The bounds of a score that is known, in points for White.
    pub(crate) const fn exact(score: f32) -> Self {
        Self {
            upper: score,
            lower: score,
        }
    }

    /// The score of a side if it wins all critical dragons, in points.
    pub(crate) fn most_for(self, side: Color) -> f32 {
        match side {
            Color::White => self.upper,
            Color::Black => -self.lower,
        }
    }

    /// The same if it loses them.
    pub(crate) fn least_for(self, side: Color) -> f32 {
        match side {
            Color::White => self.lower,
            Color::Black => -self.upper,
        }
    }

    /// The middle between the bounds.
    pub fn mean(self) -> f32 {
        f32::midpoint(self.upper, self.lower)
    }
}

/// As GNU Go's `estimate_score` answers: `W+3.0 (upper bound: 5.0, lower: 1.0)`.
impl std::fmt::Display for ScoreBounds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mean = self.mean();
        let winner = if mean >= 0.0 { 'W' } else { 'B' };
        let (mean, upper, lower) = (mean.abs(), self.upper, self.lower);
        write!(
            f,
            "{winner}+{mean:.1} (upper bound: {upper:.1}, lower: {lower:.1})"
        )
    }
}

/// White's territory minus Black's, with critical dragons given to the side that moves first.
fn territory(position: &mut Position<'_>, first: Color) -> f32 {
    let board = &position.board;
    if board.all_stones().next().is_none() {
        return 0.0;
    }
    let points = board.size().points();
    let influence = position.settled_influence(first);
    points.map(|point| influence.territory(point)).sum()
}

/// The score in points for White, with this balance of territory.
fn game_score(game: &Game, territory: f32) -> f32 {
    let board = game.board();
    let balance = |of: &dyn Fn(Color) -> u32| of(Color::White) as f32 - of(Color::Black) as f32;
    let stones = match game.scoring {
        Scoring::Area => balance(&|color| board.stones(color).len() as u32),
        Scoring::Territory => balance(&|color| game.captures(color)),
    };
    territory + stones + game.komi + game.compensation()
}
