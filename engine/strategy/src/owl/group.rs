//! All stones of one side in an enclosed area, as one goal.

use katachi_board::{Color, Outcome, Point, PointSet};
use katachi_tactics::life::{Goal, Scope};
use katachi_tactics::reading::Reading;

use super::questions::Owl;

/// Stones that live or die together, by whoever moves first.
pub(crate) struct CriticalGroup {
    /// The stones, of one colour.
    pub stones: PointSet,
    /// How the opponent kills them all.
    pub attack: Reading,
    /// How some of them live.
    pub defense: Reading,
}

impl Owl<'_> {
    /// The stones in the enclosed area of this one, if whoever moves first decides about them. The
    /// area may have a few gaps, and the stones around it are taken to stand.
    pub(crate) fn critical_group(&mut self, stone: Point) -> Option<CriticalGroup> {
        let color = self.board.at(stone).color()?;
        let mut stones = self.root.dragons.at(stone)?.stones;
        loop {
            let points = (self.lives).points(self.board, goal(color, &stones), Scope::Fenced)?;
            let mut grown = stones;
            let beside = points.with_surroundings() & *self.board.stones(color);
            for string in self.board.chains_at(&beside) {
                if (string.liberties() - points).is_empty() {
                    grown |= string.stone_set();
                }
            }
            if grown == stones {
                break;
            }
            stones = grown;
        }
        let goal = goal(color, &stones);
        let attack = self.lives.attack(self.board, goal, Scope::Fenced)?;
        let defense = self.lives.defend(self.board, goal, Scope::Fenced)?;
        let is_critical = [attack, defense]
            .iter()
            .all(|one| one.outcome != Outcome::Lose);
        is_critical.then_some(CriticalGroup {
            stones,
            attack,
            defense,
        })
    }
}

/// A goal among stones that nobody doubts.
fn goal(color: Color, stones: &PointSet) -> Goal<'_> {
    Goal {
        color,
        stones,
        doubtful: &PointSet::EMPTY,
    }
}
