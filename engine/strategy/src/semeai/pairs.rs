//! The races of a position, and what they say about the lives of its dragons.

use std::collections::HashMap;

use katachi_board::{Outcome, Point, PointSet};
use katachi_matcher::DragonStatus;
use katachi_tactics::reading::Reading;

use super::questions::{Semeai, SemeaiReading};
use super::side::contact_strings;
use crate::dragons::{Dragon, Dragons, RaceResult, Races, Safety};

/// A position with more dragons is not searched for races.
const MANY_DRAGONS: usize = 50;

/// The race of two dragons, by their places, as the owner of the first sees it, to move.
struct Fight {
    own: usize,
    other: usize,
    found: SemeaiReading,
}

impl Semeai<'_> {
    /// What the races of each dragon say; `None` for dragons that are in no race. `dragons` are
    /// those of the position with their lives.
    ///
    /// Two neighbours of opposite colours race if one of them dies, the other dies or may die, and
    /// they touch or share a liberty. The neighbours of a dragon that loses all its races, even if
    /// it moves first, live by its death: other dragons win nothing by racing with them.
    pub(crate) fn races(&mut self, dragons: &Dragons) -> Vec<Option<Races>> {
        let mut races = vec![None; dragons.iter().len()];
        if races.len() > MANY_DRAGONS {
            return races;
        }
        let fights = self.fights(dragons);
        let is_lost = |place: usize| {
            let mut own = fights.iter().filter(|fight| fight.own == place).peekable();
            own.peek().is_some() && own.all(|fight| fight.found.defense == Outcome::Lose)
        };
        // Who stands against a lost dragon lives by its death.
        let survives = |place: usize| {
            let mut against = fights.iter().filter(|fight| fight.other == place);
            against.any(|fight| is_lost(fight.own))
        };
        for fight in &fights {
            let (own, other, found) = (fight.own, fight.other, &fight.found);
            let result = |outcome, against: usize| RaceResult {
                reading: Reading {
                    outcome,
                    point: found.point,
                },
                is_certain: found.is_sure_of(outcome),
                other: dragons.get(against).map(|dragon| dragon.origin),
            };
            let is_vain = survives(other) && !is_lost(own);
            let record = races[own].get_or_insert(Races::NONE);
            record.count += 1;
            if !(is_vain && found.attack != Outcome::Lose) {
                record.defense = record.defense.or(result(found.defense, other));
            }
            let record = races[other].get_or_insert(Races::NONE);
            if !is_vain {
                record.attack = record.attack.or(result(found.attack, own));
            }
        }
        races
    }

    /// Reads all races, in both orders. They share the nodes of a single one, twice over.
    fn fights(&mut self, dragons: &Dragons) -> Vec<Fight> {
        let weak: Vec<bool> = (dragons.iter())
            .map(|dragon| self.may_die(dragons, dragon))
            .collect();
        let mut pairs = Vec::new();
        for (own, dragon) in dragons.iter().enumerate().filter(|(own, _)| weak[*own]) {
            for &other in dragon.neighbors.iter().filter(|other| weak[**other]) {
                let rival = dragons.get(other).filter(|rival| {
                    let touch = contact_strings(self.owl.board, &dragon.stones, &rival.stones);
                    let is_dead = |one: &Dragon| one.status() == DragonStatus::Dead;
                    rival.color != dragon.color
                        && (is_dead(dragon) || is_dead(rival))
                        && !touch.is_empty()
                });
                if let Some(rival) = rival {
                    pairs.push(((own, dragon), (other, rival)));
                }
            }
        }
        let mut counts = HashMap::new();
        pairs.retain(|&((own, dragon), (other, rival))| {
            let mut counts = |place: usize, dragon: &Dragon| {
                *(counts.entry(place)).or_insert_with(|| self.gives_life(dragon))
            };
            counts(own, dragon) && counts(other, rival)
        });
        let limits = self.limits;
        self.limits = limits.shared_by(pairs.len());
        let fights = pairs.into_iter().map(|((own, dragon), (other, rival))| {
            let found = self.by_search(dragon.origin, rival.origin);
            Fight { own, other, found }
        });
        let fights = fights.collect();
        self.limits = limits;
        fights
    }

    /// Whether a dragon dies or may die, and feeds not only the dead. A string that is captured
    /// even if its owner moves first is only a lunch.
    fn may_die(&self, dragons: &Dragons, dragon: &Dragon) -> bool {
        dragon.status().may_die()
            && !matches!(dragon.safety, Safety::Inessential | Safety::TacticallyDead)
            && !(dragon.strings.iter()).all(|&string| self.feeds_only_the_dead(dragons, string))
    }

    /// Whether its capture gives those who capture it more than its stones.
    fn gives_life(&mut self, dragon: &Dragon) -> bool {
        dragon.strings.len() > 1 || self.owl.is_substantial(dragon.origin)
    }

    /// Whether a string that can be captured and saved has only dead stones of the other side
    /// around: they die even if they capture it.
    fn feeds_only_the_dead(&self, dragons: &Dragons, string: Point) -> bool {
        let worms = &self.owl.root.worms;
        let Some(worm) = worms.at(string).filter(|worm| worm.is_critical()) else {
            return false;
        };
        let rivals = self.owl.board.stones(!worm.color);
        let near = contact_strings(self.owl.board, rivals, &worm.stones);
        let is_dead = |stones: &PointSet| {
            let dragon = stones.first().and_then(|stone| dragons.at(stone));
            dragon.is_some_and(|dragon| dragon.status() == DragonStatus::Dead)
        };
        !near.is_empty() && near.iter().all(is_dead)
    }
}
