//! Second opinions about a race: random games, and reading of each dragon alone.

use katachi_board::{Outcome, Point};

use super::questions::{Basis, Semeai, SemeaiReading};
use crate::owl::{Effort, Role};

/// A dragon that the search gives no chance lives, or dies, after all if at least this part of
/// random games say so. They are about that dragon alone, so they must be clearer than about a
/// life.
const CLEAR: f32 = 0.8;

impl Semeai<'_> {
    /// What was found, or what random games clearly achieve beyond it.
    pub(super) fn or_by_games(
        &self,
        found: SemeaiReading,
        own: Point,
        other: Point,
    ) -> SemeaiReading {
        let dragons = &self.owl.root.dragons;
        let (Some(oracle), Some(own), Some(other)) =
            (self.owl.oracle, dragons.at(own), dragons.at(other))
        else {
            return found;
        };
        if found.basis == Basis::Area {
            return found;
        }
        let clear = |dragon, role| {
            let opinion = oracle.read(self.owl.board, dragon, role, Effort::Check);
            opinion.is_clear(CLEAR).then_some(opinion.reading.point)
        };
        let mut answer = found;
        if answer.defense == Outcome::Lose
            && let Some(point) = clear(own, Role::Defender)
        {
            (answer.defense, answer.point, answer.basis) = (Outcome::Win, point, Basis::Guess);
        }
        if (answer.defense, answer.attack) == (Outcome::Win, Outcome::Lose)
            && let Some(point) = clear(other, Role::Attacker)
        {
            (answer.attack, answer.point, answer.basis) = (Outcome::Win, point, Basis::Guess);
        }
        answer
    }

    /// What was found, or what reading of each dragon alone adds.
    pub(super) fn or_alone(
        &mut self,
        found: SemeaiReading,
        own: Point,
        other: Point,
    ) -> SemeaiReading {
        match (found.basis, found.defense, found.attack) {
            (Basis::Area, Outcome::Win, Outcome::Win) => self.killing_alone(found, own, other),
            (Basis::Area, ..) => found,
            (_, Outcome::Win, Outcome::Win) => self.most_promising(found, own, other),
            (_, Outcome::Win, Outcome::Lose) => self.deciding_alone(found, own, other),
            (_, Outcome::Win, ko) if self.owl.defend(own).reading.outcome != Outcome::Win => {
                // Only the ko saves a dragon that does not live alone.
                SemeaiReading {
                    defense: ko,
                    basis: Basis::Guess,
                    ..found
                }
            }
            _ => found,
        }
    }

    /// Of the moves that surely win, the one that kills the other dragon alone: it does not count
    /// on the own liberties.
    fn killing_alone(&mut self, found: SemeaiReading, own: Point, other: Point) -> SemeaiReading {
        let Some(color) = (self.owl.board.at(own).color()).filter(|_| found.point.is_some()) else {
            return found;
        };
        let attack = self.owl.attack(other).reading;
        let Some(point) = attack.point.filter(|_| attack.outcome == Outcome::Win) else {
            return found;
        };
        let left = self.analyze_after((color, point), other, own);
        if left.basis == Basis::Area && left.defense == Outcome::Lose {
            SemeaiReading {
                point: Some(point),
                ..found
            }
        } else {
            found
        }
    }

    /// Of the move that was found and the best ones for each dragon alone, the one after which most
    /// random games go well for both dragons.
    fn most_promising(&mut self, found: SemeaiReading, own: Point, other: Point) -> SemeaiReading {
        let dragons = self.owl.root.dragons.clone();
        let (Some(oracle), Some(first), Some(life), Some(kill)) = (
            self.owl.oracle,
            found.point,
            dragons.at(own),
            dragons.at(other),
        ) else {
            return found;
        };
        let alone = [self.owl.attack(other), self.owl.defend(own)];
        let mut moves = vec![first];
        for point in alone.iter().filter_map(|alone| alone.reading.point) {
            if !moves.contains(&point) {
                moves.push(point);
            }
        }
        if moves.len() == 1 {
            return found;
        }
        let mut best = (first, 0.0);
        for point in moves {
            let mut share = |dragon, role| {
                let asked = (role, Effort::Question);
                oracle
                    .read_after(self.owl.board, dragon, point, asked)
                    .share
            };
            let both = share(life, Role::Defender) * share(kill, Role::Attacker);
            if both > best.1 {
                best = (point, both);
            }
        }
        SemeaiReading {
            point: Some(best.0),
            ..found
        }
    }

    /// Where both dragons live: whether the other one dies by another move, or both depend on the
    /// same ko.
    fn deciding_alone(&mut self, found: SemeaiReading, own: Point, other: Point) -> SemeaiReading {
        // Random games do not keep to a seki, where nobody needs a move.
        if found.point.is_none() && self.owl.oracle_for_all().is_some() {
            return found;
        }
        let attack = self.owl.attack(other).reading;
        let outcome = match attack.outcome {
            Outcome::Win if attack.point.is_some() && attack.point != found.point => Outcome::Win,
            ko @ (Outcome::KoA | Outcome::KoB) if self.owl.defend(own).reading.outcome == ko => ko,
            _ => return found,
        };
        SemeaiReading {
            defense: outcome,
            attack: outcome,
            point: attack.point,
            basis: Basis::Guess,
        }
    }
}
