//! Moves that kill or save dragons, as reading says (owl).

use katachi_board::{Outcome, Point};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons, Life};

use super::reason::{Reason, Source};
use super::turn::Turn;
use super::worth::{Worth, Worths, add_reason};

/// A smaller dragon is killed only by stones that live themselves.
const LARGE: f32 = 8.0;

/// Adds the moves that kill the opponent's critical dragons, or save own ones.
pub fn add_lives(turn: &mut Turn<'_>, worths: &mut Worths) {
    let dragons = turn.position.dragons();
    for dragon in dragons.iter() {
        let Some(life) = critical(dragon) else {
            continue;
        };
        if dragon.color == turn.own {
            if let Some(point) = life.defense.point {
                let reason = saves(dragon, life.defense.outcome);
                add_reason(worths, point, reason, Source::Dragons);
            }
        } else if let Some(point) = life.attack.point
            && attacker_lives(turn, &dragons, dragon, point)
        {
            let reason = kills(dragon, life.attack.outcome);
            add_reason(worths, point, reason, Source::Dragons);
        }
    }
}

/// The life of a dragon if whoever moves first decides.
fn critical(dragon: &Dragon) -> Option<&Life> {
    (dragon.life.as_ref()).filter(|life| life.status == DragonStatus::Critical)
}

fn saves(dragon: &Dragon, outcome: Outcome) -> Reason {
    Reason::SavesDragon {
        dragon: dragon.origin,
        stones: dragon.size(),
        outcome,
    }
}

fn kills(dragon: &Dragon, outcome: Outcome) -> Reason {
    Reason::KillsDragon {
        dragon: dragon.origin,
        stones: dragon.size(),
        outcome,
    }
}

/// Whether a side that kills a small dragon has stones beside it that live after the move.
fn attacker_lives(turn: &mut Turn<'_>, dragons: &Dragons, dragon: &Dragon, point: Point) -> bool {
    let mut killers = dragons.hostile(dragon).peekable();
    if dragon.effective_size >= LARGE || killers.peek().is_none() {
        return true;
    }
    let mut largest: Option<&Dragon> = None;
    for killer in killers {
        if killer.status() == DragonStatus::Alive {
            return true;
        }
        if largest.is_none_or(|one| killer.effective_size > one.effective_size) {
            largest = Some(killer);
        }
    }
    let origin = largest.map(|one| one.origin);
    origin.is_none_or(|origin| turn.position.owl().does_defend(point, origin) != Outcome::Lose)
}

/// Asks for each move with another reason about a critical dragon whether it kills or saves the
/// dragon; then for each move that does, whether it also decides about the neighbours.
pub fn add_other_lives(turn: &mut Turn<'_>, worths: &mut Worths) {
    let dragons = turn.position.dragons();
    for (&point, worth) in worths.iter_mut() {
        for place in concerned(worth, &dragons) {
            ask(turn, (point, worth), &dragons, place);
        }
        for place in beside(worth, &dragons) {
            ask(turn, (point, worth), &dragons, place);
        }
    }
}

/// Asks whether a move decides about the life of a critical dragon.
fn ask(turn: &mut Turn<'_>, (point, worth): (Point, &mut Worth), dragons: &Dragons, place: usize) {
    let Some(dragon) = dragons.get(place) else {
        return;
    };
    let Some(life) = critical(dragon) else {
        return;
    };
    let mut owl = turn.position.owl();
    let (known, outcome, reason): (_, _, fn(&Dragon, Outcome) -> Reason) =
        if dragon.color == turn.own {
            let outcome = owl.does_defend(point, dragon.origin);
            (life.defense.outcome, outcome, saves)
        } else {
            let outcome = owl.does_attack(point, dragon.origin);
            (life.attack.outcome, outcome, kills)
        };
    if outcome != Outcome::Lose && outcome >= known {
        worth.add(reason(dragon, outcome), Source::Dragons);
    }
}

/// The neighbours of the dragons that a move kills or saves, without those about which it is known
/// to decide.
fn beside(worth: &Worth, dragons: &Dragons) -> Vec<usize> {
    let mut beside: Vec<usize> = (dragons.iter())
        .filter(|dragon| worth.decides(dragon))
        .flat_map(|dragon| dragon.neighbors.iter().copied())
        .collect();
    keep_open(&mut beside, worth, dragons);
    beside
}

/// Keeps each dragon once, of those that the move is not known to kill or save.
fn keep_open(places: &mut Vec<usize>, worth: &Worth, dragons: &Dragons) {
    places.sort_unstable();
    places.dedup();
    places.retain(|&place| (dragons.get(place)).is_some_and(|dragon| !worth.decides(dragon)));
}

/// The dragons that the reasons of a move are about and that it is not known to kill or save.
fn concerned(worth: &Worth, dragons: &Dragons) -> Vec<usize> {
    let mut asked = Vec::new();
    for reason in &worth.reasons {
        match reason {
            Reason::Captures { string, .. } | Reason::Saves { string, .. } => {
                asked.extend(dragons.place(*string));
            }
            Reason::AttacksDragon { dragon } | Reason::DefendsDragon { dragon } => {
                asked.extend(dragons.place(*dragon));
            }
            Reason::Connects { strings } => {
                asked.extend(strings.iter().filter_map(|string| dragons.place(*string)));
            }
            _ => {}
        }
    }
    keep_open(&mut asked, worth, dragons);
    asked
}
