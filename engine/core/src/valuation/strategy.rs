//! The strategic value of a move: what it does to the weakness of dragons.
//!
//! For each dragon only the greatest gain counts. Cutting stones, and moves that capture one of two
//! strings or save both, count by themselves.

use std::collections::BTreeMap;

use katachi_board::{Outcome, Point};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons, Safety};
use katachi_strategy::influence::Region;
use katachi_strategy::worms::{Worm, Worms};

use super::factors::{capped, ko_factor};
use crate::constants::{
    BURDEN_FACTOR, BURDEN_VALUE, CUT_VALUE, INVASION_LOSS, SAVED_BONUS, SAVED_MALUS, SIZE_CAP,
    TACTICAL_SHARE, THRASHING_VALUE, WEAKNESS_VALUE,
};
use crate::reasons::{Reason, Turn, Worth};

/// The strategic value of a move, in points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Strategy {
    /// The gain for each dragon, with the first stone that names it.
    pub dragons: Vec<(Point, f32)>,
    /// What counts by itself: cuts, and one of two strings.
    pub alone: f32,
    /// What a move loses that only invades.
    pub invasion: f32,
}

impl Strategy {
    /// The sum.
    pub fn total(&self) -> f32 {
        let gains: f32 = self.dragons.iter().map(|(_, gain)| gain).sum();
        self.alone + gains - self.invasion
    }
}

/// The strategic value of a move with this territorial value, in points.
///
/// A move that is not safe connects nothing.
pub(super) fn strategic_value(
    turn: &mut Turn<'_>,
    (point, is_safe): (Point, bool),
    worth: &Worth,
    territory: f32,
) -> Strategy {
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    let mut gains = Gains {
        worms: &worms,
        dragons: &dragons,
        worth,
        is_safe,
        alone: 0.0,
        by_dragon: BTreeMap::new(),
    };
    for reason in &worth.reasons {
        gains.add(reason, territory);
    }
    Strategy {
        dragons: gains.for_dragons(),
        alone: gains.alone,
        invasion: invasion(turn, point, worth),
    }
}

struct Gains<'g> {
    worms: &'g Worms,
    dragons: &'g Dragons,
    worth: &'g Worth,
    /// Whether the new stone is expected to stay.
    is_safe: bool,
    /// What counts by itself.
    alone: f32,
    /// The greatest gain for each dragon.
    by_dragon: BTreeMap<usize, f32>,
}

impl Gains<'_> {
    fn add(&mut self, reason: &Reason, territory: f32) {
        match reason {
            Reason::Captures {
                string, outcome, ..
            }
            | Reason::Saves {
                string, outcome, ..
            } => self.add_tactical(*string, *outcome),
            Reason::CapturesEither { strings } | Reason::SavesBoth { strings } => {
                let value = |string| self.worms.at(string).map_or(0.0, Worm::value);
                let [a, b] = strings.map(value);
                self.alone += a.min(b);
            }
            Reason::Connects { .. } if !self.is_safe => {}
            Reason::Connects { strings: [a, b] } | Reason::Cuts { strings: [a, b] } => {
                self.add_connection(*a, *b, territory);
                self.add_connection(*b, *a, territory);
            }
            Reason::AttacksDragon { dragon } => {
                if let Some(victim) = self.dragons.at(*dragon)
                    && !self.leaves_a_critical_attacker(victim)
                {
                    self.add_weakness(*dragon);
                }
            }
            Reason::DefendsDragon { dragon } => self.add_weakness(*dragon),
            _ => {}
        }
    }

    /// Adds what the weakness of a dragon is worth.
    fn add_weakness(&mut self, dragon: Point) {
        if let Some(place) = self.dragons.place(dragon) {
            let gain = self.dragons.get(place).map_or(0.0, weakness_value);
            self.raise(place, gain);
        }
    }

    /// Whether one of the dragons that surround this one may be killed next: then nobody attacks.
    fn leaves_a_critical_attacker(&self, victim: &Dragon) -> bool {
        let mut near = self.dragons.hostile(victim);
        near.any(|one| one.status() == DragonStatus::Critical && !self.worth.decides(one))
    }

    fn raise(&mut self, place: usize, gain: f32) {
        let best = self.by_dragon.entry(place).or_insert(0.0);
        *best = best.max(gain);
    }

    /// Whether a string stands beside opponents that are not dead: nobody needs to cut dead ones.
    fn has_living_neighbor(&self, worm: &Worm) -> bool {
        let beside = worm.stones.neighbors();
        let mut opponents = self.dragons.iter().filter(|one| one.color != worm.color);
        opponents.any(|one| one.status() != DragonStatus::Dead && one.stones.intersects(&beside))
    }

    /// A string that is captured or saved cuts, and may give an eye to those who capture it.
    fn add_tactical(&mut self, string: Point, outcome: Outcome) {
        let Some(worm) = self.worms.at(string).filter(|worm| worm.is_critical()) else {
            return;
        };
        if worm.cutstone2 > 1 && !worm.is_inessential && self.has_living_neighbor(worm) {
            self.alone += CUT_VALUE * (worm.cutstone2 - 1) as f32 * ko_factor(outcome);
        }
        for (place, eater) in self.dragons.iter().enumerate() {
            let eats = eater.lunch.is_some_and(|lunch| lunch.origin == worm.origin);
            if eats && eater.is_weak() && eater.strings.len() > 1 {
                self.raise(place, weakness_value(eater));
            }
        }
    }

    /// What a dragon gains by being joined to another one, or loses by being cut off.
    fn add_connection(&mut self, a: Point, b: Point, territory: f32) {
        let Some(place) = self.dragons.place(a) else {
            return;
        };
        let (Some(one), Some(other)) = (self.dragons.get(place), self.dragons.at(b)) else {
            return;
        };
        let is_pointless =
            one.status() == DragonStatus::Dead || other.safety == Safety::Inessential;
        if one.origin == other.origin || is_pointless {
            return;
        }
        let apart = one.weakness_alone();
        if apart == 0.0 {
            return;
        }
        let joined = one.weakness_with(other, territory.max(0.0));
        if one.status() == DragonStatus::Critical {
            let bonus = (SAVED_BONUS - SAVED_MALUS * joined).max(0.0);
            self.raise(place, (TACTICAL_SHARE + bonus) * one.strategic_size);
            return;
        }
        let burden = |weakness: f32, size: f32| BURDEN_VALUE * weakness * capped(size, SIZE_CAP);
        let size = one.strategic_size + other.strategic_size;
        let share = one.strategic_size / size;
        let before = burden(apart, one.strategic_size);
        let gain = BURDEN_FACTOR * (before - burden(joined, size) * share);
        self.raise(place, gain);
    }

    fn for_dragons(&self) -> Vec<(Point, f32)> {
        let dragons = self.by_dragon.iter();
        let gains = dragons.filter_map(|(&place, &gain)| {
            let dragon = self.dragons.get(place)?;
            Some((dragon.origin, self.beyond_tactics(dragon, gain)))
        });
        gains.collect()
    }

    /// What of a gain for a dragon the territorial value does not contain.
    fn beyond_tactics(&self, dragon: &Dragon, gain: f32) -> f32 {
        let is_tactical = self.worth.has(|reason| match reason {
            Reason::Captures { string, .. } | Reason::Saves { string, .. } => {
                dragon.stones.contains(*string)
            }
            _ => false,
        });
        let decides = self.worth.decides(dragon);
        if dragon.status() == DragonStatus::Critical && !decides {
            return 0.0;
        }
        let single = dragon.strings.len() == 1;
        if is_tactical && single && dragon.effective_size < dragon.size() as f32 + 2.0 {
            0.0
        } else if is_tactical || decides {
            (gain - TACTICAL_SHARE * dragon.strategic_size).max(0.0)
        } else {
            gain
        }
    }
}

/// What the weakness of a dragon is worth, in points.
fn weakness_value(dragon: &Dragon) -> f32 {
    match dragon.status() {
        DragonStatus::Dead => 0.0,
        _ if dragon.is_revived => THRASHING_VALUE * dragon.strategic_size,
        _ => WEAKNESS_VALUE * capped(dragon.strategic_size, SIZE_CAP) * dragon.weakness,
    }
}

/// What a move loses that only invades the opponent's area.
fn invasion(turn: &mut Turn<'_>, point: Point, worth: &Worth) -> f32 {
    let dragons = turn.position.dragons();
    let is_vague = |reason: &Reason| match reason {
        Reason::ExpandsMoyo
        | Reason::Invades
        | Reason::AttacksDragon { .. }
        | Reason::Pattern { .. } => true,
        Reason::Saves { string, .. } => {
            dragons.at(*string).is_some_and(|dragon| dragon.size() == 1)
        }
        _ => false,
    };
    if !worth.reasons.iter().all(is_vague) {
        return 0.0;
    }
    let own = turn.own;
    let influence = turn.position.influence(!own);
    let board = turn.board();
    let is_theirs = |at: Point| influence.owns(!own, Region::Area, at);
    let mut around = point.neighbors().into_iter();
    let leads_out = around.any(|near| board.at(near).is_empty() && !is_theirs(near));
    if leads_out || !is_theirs(point) {
        return 0.0;
    }
    INVASION_LOSS * influence.territory_of(!own, point)
}
