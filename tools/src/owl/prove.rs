//! Proven examples: the exact search of closed areas says which moves are right.

use katachi_board::{Board, Color, Outcome, Point, PointSet};
use katachi_tactics::life::{Goal, LifeReader, Scope};
use katachi_tactics::reading::Reader;

use super::example::{Example, Scene};

/// How many answers of the opponent are followed, and how deep.
const ANSWERS: usize = 6;
const DEPTH: usize = 4;

/// Finds proven examples about one dragon.
pub(super) struct Prover<'a> {
    pub lives: &'a mut LifeReader,
    pub reader: &'a mut Reader,
    pub doubtful: PointSet,
    pub defender: Color,
    /// Moves of which one is right in the first position; empty if nobody knows.
    pub known: &'a [Point],
    pub examples: Vec<Example>,
}

impl Prover<'_> {
    /// The points where both sides may play.
    fn area(&self, board: &Board, goal: &PointSet) -> PointSet {
        let goal = Goal {
            color: self.defender,
            stones: goal,
            doubtful: &self.doubtful,
        };
        let points = self.lives.points(board, goal, Scope::Fenced);
        points.unwrap_or(PointSet::EMPTY)
    }

    /// What a side achieves, to move; `None` if the search cannot say.
    fn outcome(&mut self, board: &mut Board, goal: &PointSet, mover: Color) -> Option<Outcome> {
        let goal = Goal {
            color: self.defender,
            stones: goal,
            doubtful: &self.doubtful,
        };
        let found = if mover == self.defender {
            self.lives.defend(board, goal, Scope::Fenced)
        } else {
            self.lives.attack(board, goal, Scope::Fenced)
        };
        found.map(|found| found.outcome)
    }

    /// Collects the example of this position, and of those that follow from it by a right move and
    /// an answer. Returns whether there is one.
    pub fn collect(
        &mut self,
        board: &mut Board,
        goal: &PointSet,
        mover: Color,
        depth: usize,
    ) -> bool {
        let (Some(by_moving), Some(by_passing)) = (
            self.outcome(board, goal, mover),
            self.outcome(board, goal, !mover),
        ) else {
            return false;
        };
        if by_moving == Outcome::Lose || by_passing.reversed() >= by_moving {
            return false;
        }
        let mut moves: Vec<(Point, bool)> = Vec::new();
        for point in &self.area(board, goal) {
            if !board.is_legal(mover, point) || !board.try_move(mover, point) {
                continue;
            }
            let left = *goal & *board.stones(self.defender);
            let answer = if left.is_empty() {
                Some(Outcome::Lose)
            } else {
                self.outcome(board, &left, !mover)
            };
            board.take_back();
            let Some(answer) = answer else {
                return false;
            };
            moves.push((point, answer.reversed() == by_moving));
        }
        let right = moves.iter().filter(|(_, right)| *right).count();
        if right == 0 || right == moves.len() {
            return false;
        }
        let is_right = |(point, right): &(Point, bool)| *right && self.known.contains(point);
        if depth == 0 && !self.known.is_empty() && !moves.iter().any(is_right) {
            return false;
        }
        let mut scene = Scene {
            board,
            goal,
            defender: self.defender,
            mover,
        };
        let example = Example::new(&mut scene, self.reader, &moves, true);
        self.examples.push(example);
        if depth < DEPTH {
            self.follow(board, goal, mover, depth, &moves);
        }
        true
    }

    fn follow(
        &mut self,
        board: &mut Board,
        goal: &PointSet,
        mover: Color,
        depth: usize,
        moves: &[(Point, bool)],
    ) {
        let Some(&(point, _)) = moves.iter().find(|(_, right)| *right) else {
            return;
        };
        if !board.try_move(mover, point) {
            return;
        }
        let mut answers = 0;
        for answer in &self.area(board, goal) {
            if answers == ANSWERS || !board.is_legal(!mover, answer) {
                continue;
            }
            if board.try_move(!mover, answer) {
                let left = *goal & *board.stones(self.defender);
                if !left.is_empty() && self.collect(board, &left, mover, depth + 1) {
                    answers += 1;
                }
                board.take_back();
            }
        }
        board.take_back();
    }
}
