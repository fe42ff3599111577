//! Questions that random games answer.
//!
//! Where the databases have no patterns of life and death, the oracle answers. Where they have, it
//! is asked about what patterns find no way to achieve, and whether it refutes what they do: a
//! database can lack the move, or the answer.

use katachi_board::{Outcome, Point};
use katachi_tactics::life::Scope;
use katachi_tactics::reading::Reading;

use super::life::Role;
use super::oracle::{AtLevel, Effort, Opinion, Witness};
use super::questions::{Owl, OwlReading, doubtful_beside, goal_of};
use crate::dragons::{Dragon, Life};

/// A failure of patterns counts less than random games of which at least this part succeed, even
/// if patterns do not find the moves that follow.
const CLEAR: f32 = 0.6;
/// A success of patterns is none if at most this part of random games succeed: they know answers
/// that the databases lack.
const REFUTED: f32 = 0.2;
/// A dragon lives as it stands if at most this part of random games kill it.
const SAFE: f32 = 0.1;

impl<'a> Owl<'a> {
    /// The oracle, where no patterns read lives.
    pub(crate) fn oracle_for_all(&self) -> Option<AtLevel<'a>> {
        self.oracle.filter(|_| !self.knowledge.reads_lives())
    }

    /// What the oracle says about the life of the dragon of this stone, if no patterns read lives
    /// and nothing has proven its life.
    pub(crate) fn guess_life(&mut self, stone: Point) -> Option<Life> {
        let oracle = self.oracle_for_all()?;
        let dragons = self.root.dragons.clone();
        let dragon = (dragons.at(stone)).filter(|dragon| !dragon.safety.is_known())?;
        self.life_by(stone, |owl, mover| {
            Some(oracle.advise(owl.board, dragon, mover).0.into())
        })
    }

    /// What this side achieves, to move.
    pub(super) fn read(&mut self, stone: Point, mover: Role) -> OwlReading {
        let oracle = self.oracle_for_all();
        if let Some(closed) = self.in_closed_area(stone, mover) {
            let is_ko = matches!(closed.reading.outcome, Outcome::KoA | Outcome::KoB);
            // A fence often forbids the move that avoids a ko, so the oracle knows better.
            if !is_ko || oracle.is_none() || self.is_enclosed(stone) {
                return closed;
            }
        }
        let dragons = self.root.dragons.clone();
        let (Some(dragon), Some(oracle)) = (dragons.at(stone), oracle) else {
            return self.search_twice(stone, mover);
        };
        let (mut found, other) = oracle.advise(self.board, dragon, mover);
        if mover == Role::Defender && other.is_some_and(|attack| attack.share <= SAFE) {
            found.reading.point = None;
        }
        found.into()
    }

    /// What this side achieves, to move, by patterns. Where the first search finds nothing or runs
    /// out of nodes, the proof-number search has its say, if it ends: it must find a plain success,
    /// or the first one was cut short. What still fails or is uncertain a fenced area may tell,
    /// else the oracle if it succeeds: its games must be clear, or patterns find nothing against
    /// its move.
    fn search_twice(&mut self, stone: Point, mover: Role) -> OwlReading {
        let is_settled =
            |found: &OwlReading| found.is_certain && found.reading.outcome != Outcome::Lose;
        let mut found = self.search(stone, mover);
        if !is_settled(&found)
            && let Some(proven) = self.prove(stone, mover)
            && (proven.reading.outcome == Outcome::Win || !found.is_certain)
        {
            found = proven;
        }
        let dragons = self.root.dragons.clone();
        let asked = self.oracle.zip(dragons.at(stone));
        if is_settled(&found) {
            return asked.map_or(found, |asked| self.unless_refuted(found, asked, mover));
        }
        if let Some(fenced) = self.in_area(stone, mover, Scope::Fenced) {
            // The fence is the attacker's, so a dragon that lives inside lives. One that dies
            // inside no game saves.
            match (mover, fenced.reading.outcome) {
                (Role::Defender, Outcome::Lose) => return found,
                (Role::Defender, _) | (Role::Attacker, Outcome::Lose) => return fenced,
                (Role::Attacker, _) => {}
            }
        }
        let Some((oracle, dragon)) = asked else {
            return found;
        };
        let fails = found.reading.outcome == Outcome::Lose;
        let (opinion, _) = oracle.advise(self.board, dragon, mover);
        if opinion.is_clear(CLEAR) {
            return opinion.into();
        }
        let Some(point) = opinion.reading.point.filter(|_| fails && opinion.wins()) else {
            return found;
        };
        match self.does_by_patterns(dragon, point, mover) {
            Outcome::Lose => found,
            outcome => OwlReading {
                reading: Reading {
                    outcome,
                    point: Some(point),
                },
                ..opinion.into()
            },
        }
    }

    /// What a side achieves by patterns, unless random games refute it.
    fn unless_refuted(
        &self,
        found: OwlReading,
        (oracle, dragon): (AtLevel<'_>, &Dragon),
        mover: Role,
    ) -> OwlReading {
        if found.reading.outcome != Outcome::Win {
            return found;
        }
        let (opinion, instead) = oracle.review(self.board, dragon, mover, found.reading.point);
        if opinion.share > REFUTED {
            return OwlReading {
                reading: Reading {
                    point: instead.or(found.reading.point),
                    ..found.reading
                },
                ..found
            };
        }
        OwlReading {
            reading: Opinion::FAILS.reading,
            ..opinion.into()
        }
    }

    /// What this move of a side achieves about a dragon.
    pub(super) fn does(&mut self, dragon: &Dragon, point: Point, mover: Role) -> Outcome {
        if let Some(oracle) = self.oracle_for_all() {
            let found = oracle.read_after(self.board, dragon, point, (mover, Effort::Question));
            return found.reading.outcome;
        }
        let found = self.does_by_patterns(dragon, point, mover);
        let Some(oracle) = self.oracle else {
            return found;
        };
        let mut games = |effort| oracle.read_after(self.board, dragon, point, (mover, effort));
        match found {
            Outcome::Win if games(Effort::Check).share <= REFUTED => Outcome::Lose,
            Outcome::Lose if games(Effort::Question).is_clear(CLEAR) => Outcome::Win,
            _ => found,
        }
    }

    /// Whether the opponent's stones enclose the dragon of this stone without gaps.
    fn is_enclosed(&self, stone: Point) -> bool {
        let dragons = &self.root.dragons;
        dragons.at(stone).is_some_and(|dragon| {
            let doubtful = doubtful_beside(dragons, dragon);
            let goal = goal_of(dragon, &doubtful);
            (self.lives.points(self.board, goal, Scope::Closed)).is_some()
        })
    }
}

impl From<Opinion> for OwlReading {
    fn from(opinion: Opinion) -> Self {
        Self {
            reading: opinion.reading,
            is_certain: false,
            by: Witness::Games(opinion.share),
        }
    }
}
