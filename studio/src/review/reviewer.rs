//! Looks at the moves of a game.

use katachi_board::{Color, Point};
use katachi_core::{Decision, Engine, Game, Thoughts, Wish};
use katachi_joseki::mine::fingerprint;
use katachi_sgf::Move;
use katachi_strategy::Knowledge;
use katachi_teacher::{Judge, JudgeError};

use super::blame;
use super::reviewed::{Better, Review, ReviewedMove};
use crate::words::{UsualNames, breakdown};

/// The candidates that a teacher judges, besides the move that was played.
const JUDGED: usize = 3;

/// The candidates that a record shows.
const SHOWN: usize = 5;

/// Who looks at a game, and how.
pub struct Reviewer<'a> {
    /// The engine. With a player it searches where patterns leave the move open.
    pub engine: &'a mut Engine,
    /// Says what moves lose. Without one, the engine's own ratings do.
    pub judge: Option<&'a mut Judge>,
    /// The side whose moves are looked at; `None` for both.
    pub color: Option<Color>,
    /// A move is a mistake if it loses at least this, in points.
    pub least: f64,
    /// The random seed.
    pub seed: u64,
}

impl Reviewer<'_> {
    /// Looks at the moves of a game. `watch` gets the number of each move before it is looked at.
    ///
    /// # Errors
    /// If the teacher fails.
    pub fn review(
        &mut self,
        game: &Game,
        mut watch: impl FnMut(usize),
    ) -> Result<Review, JudgeError> {
        let moves: Vec<Move> = game.moves().collect();
        let mut before = game.clone();
        while before.undo().is_some() {}
        let knowledge = self.engine.analyst.knowledge().clone();
        let mut review = Review {
            moves: Vec::new(),
            judge: match &self.judge {
                Some(judge) => judge.label(),
                None => "the engine's own ratings".to_owned(),
            },
            least: self.least,
        };
        for (number, &(color, played)) in (1..).zip(&moves) {
            if self.color.is_none_or(|wanted| wanted == color) {
                watch(number);
                let one = self.look(&before, &knowledge, (number, color, played), &moves)?;
                review.moves.push(one);
            }
            if before.play(color, played).is_err() {
                break;
            }
        }
        Ok(review)
    }

    fn look(
        &mut self,
        game: &Game,
        knowledge: &Knowledge,
        (number, color, played): (usize, Color, Option<Point>),
        moves: &[Move],
    ) -> Result<ReviewedMove, JudgeError> {
        let names = UsualNames {
            size: game.board().size(),
            knowledge,
        };
        let wish = Wish {
            seed: self.seed,
            ..Wish::of(color)
        };
        let thoughts = self.engine.think(game, &wish);
        let choice = match thoughts.decision {
            Decision::Play(point) => Some(point),
            Decision::Pass | Decision::Resign => None,
        };
        let candidates = thoughts.candidates.iter().take(SHOWN);
        let mut one = ReviewedMove {
            number,
            color,
            played,
            choice,
            candidates: candidates.map(|best| (best.point, best.rating())).collect(),
            reasons: played.map_or_else(Vec::new, |point| breakdown(&names, &thoughts, point)),
            loss: None,
            lead: None,
            better: None,
            blame: None,
            game: game.clone(),
        };
        let better = match &mut self.judge {
            Some(judge) => by_teacher(judge, &mut one, &thoughts, &moves[..number - 1])?,
            None => by_ratings(&mut one, &thoughts),
        };
        one.better = better.map(|(point, gain)| Better {
            point,
            gain,
            reasons: point.map_or_else(Vec::new, |point| breakdown(&names, &thoughts, point)),
        });
        let is_mistake = one.loss.is_some_and(|loss| loss >= self.least);
        if let Some(point) = played.filter(|_| is_mistake) {
            one.blame = blame::find(self.engine, &names, game, &wish, &thoughts, point);
        }
        Ok(one)
    }
}

/// What a teacher says of a move; returns the best candidate that is better, and by how much.
fn by_teacher(
    judge: &mut Judge,
    one: &mut ReviewedMove,
    thoughts: &Thoughts,
    before: &[Move],
) -> Result<Option<(Option<Point>, f64)>, JudgeError> {
    let game = &one.game;
    let (size, color) = (game.board().size(), one.color);
    let mut lead = |more: Option<Option<Point>>| {
        let more = more.map(|at| (color, at));
        let to_move = if more.is_some() { !color } else { color };
        let stones = game.start().iter();
        let start: Vec<Move> = stones.map(|&(color, at)| (color, Some(at))).collect();
        let moves: Vec<Move> = before.iter().copied().chain(more).collect();
        let all: Vec<Move> = start.iter().chain(&moves).copied().collect();
        judge.lead(fingerprint(size, &all), size, &all, to_move)
    };
    let expected = lead(None)?;
    let reached = -lead(Some(one.played))?;
    one.lead = Some(expected);
    one.loss = Some(expected - reached);
    let mut best: Option<(Option<Point>, f64)> = None;
    let candidates = thoughts.candidates.iter().take(JUDGED);
    for point in candidates.map(|best| best.point) {
        if Some(point) == one.played {
            continue;
        }
        let gain = -lead(Some(Some(point)))? - reached;
        if gain > best.map_or(0.0, |(_, gain)| gain) {
            best = Some((Some(point), gain));
        }
    }
    Ok(best)
}

/// What the engine's own ratings say of a move.
fn by_ratings(one: &mut ReviewedMove, thoughts: &Thoughts) -> Option<(Option<Point>, f64)> {
    let rating = |point: Option<Point>| {
        let mut candidates = thoughts.candidates.iter();
        let candidate = candidates.find(|candidate| Some(candidate.point) == point);
        f64::from(candidate.map_or(0.0, katachi_core::Candidate::rating))
    };
    let loss = if one.choice == one.played {
        0.0
    } else {
        (rating(one.choice) - rating(one.played)).max(0.0)
    };
    one.loss = Some(loss);
    (loss > 0.0).then_some((one.choice, loss))
}
