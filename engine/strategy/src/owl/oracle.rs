//! What tells the lives of dragons beside patterns: random games.

use std::fmt::Debug;

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_tactics::reading::Reading;

use super::life::Role;
use crate::dragons::Dragon;

/// Tells lives without patterns. The same question must always have the same answer.
pub trait LifeOracle: Debug + Send + Sync {
    /// What a side achieves, to move, about stones of one colour: the opponent's aim is to kill
    /// them, their owner's that they live.
    fn read(&self, board: &Board, stones: &PointSet, mover: Color, pains: Pains) -> Opinion;

    /// The same, with the best of nearly equal moves; and where it succeeds, what the other side
    /// would achieve, to move.
    fn advise(
        &self,
        board: &Board,
        stones: &PointSet,
        mover: Color,
        pains: Pains,
    ) -> (Opinion, Option<Opinion>) {
        let opinion = self.read(board, stones, mover, pains);
        let other = opinion
            .wins()
            .then(|| self.read(board, stones, !mover, pains));
        (opinion, other)
    }

    /// The same, and the move that should be played in place of this one, if it is surely better.
    fn review(
        &self,
        board: &Board,
        stones: &PointSet,
        (mover, _point): (Color, Option<Point>),
        pains: Pains,
    ) -> (Opinion, Option<Point>) {
        (self.read(board, stones, mover, pains), None)
    }
}

/// What an oracle says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// The result for the side that moves, and its move.
    pub reading: Reading,
    /// The part of the random games in which it succeeds, 0 to 1.
    pub share: f32,
}

impl Opinion {
    /// No hope.
    pub const FAILS: Self = Self {
        reading: Reading {
            outcome: Outcome::Lose,
            point: None,
        },
        share: 0.0,
    };

    pub(super) fn wins(&self) -> bool {
        self.reading.outcome == Outcome::Win
    }

    /// Whether it is a plain success, of at least this part of the games.
    pub(crate) fn is_clear(&self, least: f32) -> bool {
        self.wins() && self.share >= least
    }
}

/// Who answers a question about a life, or a connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Witness {
    /// A search: by patterns, in a closed area, or between two strings.
    Search,
    /// Random games near the stones, of which this part succeed, 0 to 1.
    Games(f32),
}

/// How much an oracle may search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pains {
    /// The level of the engine.
    pub level: i32,
    /// What is asked.
    pub effort: Effort,
}

/// What an oracle is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A single question.
    Question,
    /// Whether the answer of a search is plausible.
    Check,
}

/// An oracle, asked at a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtLevel<'a> {
    pub oracle: &'a dyn LifeOracle,
    pub level: i32,
}

impl AtLevel<'_> {
    /// What a side achieves, to move.
    pub(crate) fn read(
        &self,
        board: &Board,
        dragon: &Dragon,
        mover: Role,
        effort: Effort,
    ) -> Opinion {
        let (pains, color) = (self.pains(effort), mover.side(dragon.color));
        self.oracle.read(board, &dragon.stones, color, pains)
    }

    /// The same for a single question, with the move that is best to play; and where it succeeds,
    /// what the other side would achieve, to move.
    pub(super) fn advise(
        &self,
        board: &Board,
        dragon: &Dragon,
        mover: Role,
    ) -> (Opinion, Option<Opinion>) {
        let (pains, color) = (self.pains(Effort::Question), mover.side(dragon.color));
        self.oracle.advise(board, &dragon.stones, color, pains)
    }

    /// Whether what a side achieves by this move is plausible, and the move in place of it.
    pub(super) fn review(
        &self,
        board: &Board,
        dragon: &Dragon,
        mover: Role,
        point: Option<Point>,
    ) -> (Opinion, Option<Point>) {
        let (pains, color) = (self.pains(Effort::Check), mover.side(dragon.color));
        (self.oracle).review(board, &dragon.stones, (color, point), pains)
    }

    fn pains(&self, effort: Effort) -> Pains {
        Pains {
            level: self.level,
            effort,
        }
    }

    /// What a side achieves by a move.
    pub(crate) fn read_after(
        &self,
        board: &mut Board,
        dragon: &Dragon,
        point: Point,
        (mover, effort): (Role, Effort),
    ) -> Opinion {
        if !board.try_move(mover.side(dragon.color), point) {
            return Opinion::FAILS;
        }
        let found = if board.at(dragon.origin).is_empty() {
            Opinion::FAILS
        } else {
            self.read(board, dragon, mover.other(), effort)
        };
        board.take_back();
        Opinion {
            reading: Reading {
                outcome: found.reading.outcome.reversed(),
                point: Some(point),
            },
            share: 1.0 - found.share,
        }
    }
}
