//! The lives of dragons by random games: what a [`survival`] search says as result codes.

use std::sync::{Arc, LazyLock};

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_strategy::owl::{LifeOracle, Opinion, Pains};
use katachi_tactics::reading::Reading;

use super::findings::{Findings, Tried, outcome_of};
use super::local::Sources;
use super::strengths::Strengths;
use super::survival::{Goal, survival};
use super::values::Values;
use crate::levels;

/// The share of random games in which dragons live that their owner has to reach.
///
/// The games of a search also follow moves that fail, and the opponent's best answers come late in
/// it. So both sides succeed with less than all games, the attacker, who must not err once, with
/// less than half of them.
const LIVES: f32 = 0.5;
/// The share of random games in which a dragon dies that the attacker has to reach.
const DIES: f32 = 0.4;

/// What random games are drawn by, and the strengths of moves in a tree.
type Loaded = (Arc<Values>, Arc<Strengths>);

/// Tells lives by random games near the dragon.
#[derive(Debug)]
pub struct Lives {
    loaded: LazyLock<Loaded, Box<dyn FnOnce() -> Loaded + Send>>,
}

impl Lives {
    /// With the values and strengths that `load` lays out when the first question comes.
    pub fn new(load: impl FnOnce() -> Loaded + Send + 'static) -> Self {
        Self {
            loaded: LazyLock::new(Box::new(load)),
        }
    }

    /// The values of random games.
    pub fn values(&self) -> Arc<Values> {
        Arc::clone(&self.loaded.0)
    }

    /// The strengths of moves.
    pub fn strengths(&self) -> Arc<Strengths> {
        Arc::clone(&self.loaded.1)
    }

    /// What the moves of games are chosen by.
    pub(crate) fn sources(&self) -> Sources<'_> {
        let (values, strengths) = &*self.loaded;
        Sources { values, strengths }
    }
}

/// A move may be given in place of the best one if at most this much less of its games are won,
const NEARLY: f32 = 0.06;
/// and if at least this part of all games began with it.
const LEAST: f32 = 0.03;
/// How much a move counts that no game of the opponent begins with.
const UNTRIED: f32 = 0.01;

/// Games object to a move if at least this part of them begins with another one,
const AGREED: f32 = 0.4;
/// at most this part with the move itself,
const NEGLECTED: f32 = 0.05;
/// and at least this part of the opponent's games with the other one.
const SHARED: f32 = 0.15;

/// The part of the games that begin with a move.
fn part(found: &Findings, point: Point) -> f32 {
    let mut tried = found.tried.iter();
    let same = tried.find(|one| one.point == point);
    same.map_or(0.0, |same| same.part)
}

/// Of the moves that are nearly as good as the best one, the one that both sides like most: the
/// vital point of one side is often that of the other. `None` if the best move is a pass.
fn vital(own: &Findings, other: &Findings) -> Option<Point> {
    let best = own.tried.iter().find(|one| own.best == Some(one.point))?;
    let good = (own.tried.iter()).filter(|one| one.won >= best.won - NEARLY && one.part >= LEAST);
    let liking = |one: &Tried| one.part * (part(other, one.point) + UNTRIED).sqrt();
    let most = good.max_by(|a, b| liking(a).total_cmp(&liking(b)))?;
    Some(most.point)
}

/// The move that the games of both sides agree on, if hardly any begins with this one.
fn objection(
    own: &Findings,
    point: Point,
    other: impl FnOnce() -> Option<Findings>,
) -> Option<Point> {
    let best = own.best?;
    if part(own, best) < AGREED || part(own, point) > NEGLECTED {
        return None;
    }
    (part(&other()?, best) >= SHARED).then_some(best)
}

impl LifeOracle for Lives {
    fn read(&self, board: &Board, stones: &PointSet, mover: Color, pains: Pains) -> Opinion {
        self.search(board, stones, mover, pains).0
    }

    fn advise(
        &self,
        board: &Board,
        stones: &PointSet,
        mover: Color,
        pains: Pains,
    ) -> (Opinion, Option<Opinion>) {
        let (mut opinion, own) = self.search(board, stones, mover, pains);
        if opinion.reading.outcome == Outcome::Win
            && let Some(own) = own
            && let Some(other) = self.survival(board, stones, (!mover, None), pains)
        {
            opinion.reading.point = vital(&own, &other);
            let (other, _) = self.judge(board, stones, !mover, pains, other);
            return (opinion, Some(other));
        }
        (opinion, None)
    }

    fn review(
        &self,
        board: &Board,
        stones: &PointSet,
        (mover, point): (Color, Option<Point>),
        pains: Pains,
    ) -> (Opinion, Option<Point>) {
        let (opinion, own) = self.search(board, stones, mover, pains);
        let other = || self.survival(board, stones, (!mover, None), pains);
        let instead = own
            .zip(point)
            .and_then(|(own, point)| objection(&own, point, other));
        (opinion, instead)
    }
}

impl Lives {
    fn survival(
        &self,
        board: &Board,
        stones: &PointSet,
        (mover, has_threats): (Color, Option<Color>),
        pains: Pains,
    ) -> Option<Findings> {
        let goal = Goal {
            stones,
            mover,
            has_threats,
        };
        let simulations = levels::survival(pains.level, pains.effort);
        survival(board, &goal, self.sources(), simulations)
    }

    /// What a side achieves, with the search without more threats than there are.
    fn search(
        &self,
        board: &Board,
        stones: &PointSet,
        mover: Color,
        pains: Pains,
    ) -> (Opinion, Option<Findings>) {
        match self.survival(board, stones, (mover, None), pains) {
            Some(found) => {
                let (opinion, by) = self.judge(board, stones, mover, pains, found);
                (opinion, Some(by))
            }
            None => (Opinion::FAILS, None),
        }
    }

    /// What a search says, with the one that decides: if kos matter, others follow in which a side
    /// has all the threats.
    fn judge(
        &self,
        board: &Board,
        stones: &PointSet,
        mover: Color,
        pains: Pains,
        found: Findings,
    ) -> (Opinion, Findings) {
        let defends = stones
            .first()
            .is_some_and(|stone| board.at(stone).is(mover));
        let share = |found: &Findings| found.share(defends);
        let bar = if defends { LIVES } else { DIES };
        let succeeds = |found: &Findings| share(found) > bar;
        let answer = |outcome, by: &Findings| Opinion {
            reading: Reading {
                outcome,
                point: by.best,
            },
            share: share(by),
        };
        let search = |side| self.survival(board, stones, (mover, Some(side)), pains);
        match outcome_of(&found, mover, succeeds, search) {
            (Outcome::Lose, _) => {
                let fails = Opinion {
                    share: share(&found),
                    ..Opinion::FAILS
                };
                (fails, found)
            }
            (Outcome::Win, Some(without)) => (answer(Outcome::Win, &without), without),
            (outcome, by) => (answer(outcome, by.as_ref().unwrap_or(&found)), found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use katachi_board::BoardSize;

    /// A search with these moves: the point, the part of the games, and that of the wins.
    fn found(moves: &[(usize, f32, f32)]) -> Findings {
        let tried: Vec<Tried> = (moves.iter())
            .map(|&(place, part, won)| Tried {
                point: point(place),
                part,
                won,
            })
            .collect();
        Findings {
            rate: 0.5,
            best: tried.first().map(|one| one.point),
            is_about_ko: false,
            tried,
        }
    }

    fn point(place: usize) -> Point {
        let mut points = BoardSize::NINETEEN.points();
        points.nth(place).expect("a point")
    }

    #[test]
    fn of_good_moves_the_vital_one_is_what_both_sides_like() {
        let own = [
            (1, 0.5, 0.80),
            (2, 0.3, 0.78),
            (3, 0.15, 0.70),
            (4, 0.02, 0.80),
        ];
        let own = found(&own);
        // The opponent likes none of them, the second, one that is worse, and one hardly tried.
        for (liked, expected) in [(9, 1), (2, 2), (3, 1), (4, 1)] {
            let other = found(&[(liked, 0.9, 0.5)]);
            assert_eq!(vital(&own, &other), Some(point(expected)), "{liked}");
        }
        assert_eq!(vital(&found(&[]), &own), None);
    }

    #[test]
    fn games_object_to_a_move_that_they_neglect_if_both_sides_agree() {
        let own = found(&[(1, 0.6, 0.8), (2, 0.2, 0.7), (3, 0.04, 0.6)]);
        let agrees = || Some(found(&[(2, 0.5, 0.8), (1, 0.2, 0.7)]));
        assert_eq!(objection(&own, point(3), agrees), Some(point(1)));
        assert_eq!(objection(&own, point(5), agrees), Some(point(1)));
        assert_eq!(objection(&own, point(2), agrees), None);
        let disagrees = || Some(found(&[(2, 0.9, 0.8), (1, 0.1, 0.7)]));
        assert_eq!(objection(&own, point(3), disagrees), None);
        let undecided = found(&[(1, 0.3, 0.8), (2, 0.3, 0.8)]);
        assert_eq!(objection(&undecided, point(3), agrees), None);
    }
}
