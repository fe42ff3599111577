//! Moves that kill or save dragons, as reading says (owl, and semeai
//! where races decide).

use katachi_board::{Outcome, Point};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::{Dragon, Dragons};

use super::reason::{Reason, Source};
use super::turn::Turn;
use super::worth::{Worth, Worths, add_reason};

/// A smaller dragon is killed only by stones that live themselves.
const LARGE: f32 = 8.0;

/// Adds the moves that kill the opponent's critical dragons, or save own ones.
pub fn add_lives(turn: &mut Turn<'_>, worths: &mut Worths) {
    let dragons = turn.position.dragons();
    for dragon in dragons.iter() {
        let Some([attack, defense]) = dragon.critical_moves() else {
            continue;
        };
        if dragon.color == turn.own {
            if let Some(point) = defense.point {
                let reason = saves(dragon, defense.outcome);
                add_reason(worths, point, reason, Source::Dragons);
            }
        } else if let Some(point) = attack.point
            && attacker_lives(turn, &dragons, dragon, point)
        {
            let reason = kills(dragon, attack.outcome);
            add_reason(worths, point, reason, Source::Dragons);
        }
    }
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
    origin
        .is_none_or(|origin| turn.position.quick_owl().does_defend(point, origin) != Outcome::Lose)
}

/// Asks for each move with another reason about a critical dragon whether it kills or saves the
/// dragon; then for each move that does, whether it also decides about the neighbours.
///
/// The moves with most reasons come first. All of them together may take the nodes of one reading;
/// where many weak dragons touch, there are dozens.
pub fn add_other_lives(turn: &mut Turn<'_>, worths: &mut Worths) {
    let dragons = turn.position.dragons();
    let end = turn.position.owl_nodes() + turn.position.most_owl_nodes();
    let mut moves: Vec<(Point, &mut Worth)> =
        (worths.iter_mut().map(|(&point, worth)| (point, worth))).collect();
    // Sorting is stable, so the order of points decides among equals.
    moves.sort_by_key(|(_, worth)| std::cmp::Reverse(worth.reasons.len()));
    for (point, worth) in moves {
        if turn.position.owl_nodes() >= end {
            return;
        }
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
    let Some([attack, defense]) = dragon.critical_moves() else {
        return;
    };
    let is_own = dragon.color == turn.own;
    let (known, reason): (_, fn(&Dragon, Outcome) -> Reason) = if is_own {
        (defense.outcome, saves)
    } else {
        (attack.outcome, kills)
    };
    let outcome = if dragon.status_by_races().is_some() {
        by_race(turn, point, dragon)
    } else if is_own {
        turn.position.quick_owl().does_defend(point, dragon.origin)
    } else {
        turn.position.quick_owl().does_attack(point, dragon.origin)
    };
    if outcome != Outcome::Lose && outcome >= known {
        worth.add(reason(dragon, outcome), Source::Dragons);
    }
}

/// Whether a move saves an own dragon, or kills one of the opponent, in the race that decides about
/// it.
fn by_race(turn: &mut Turn<'_>, point: Point, dragon: &Dragon) -> Outcome {
    let Some(races) = &dragon.races else {
        return Outcome::Lose;
    };
    let is_own = dragon.color == turn.own;
    let result = if is_own { races.defense } else { races.attack };
    let Some(other) = result.other else {
        return Outcome::Lose;
    };
    let mut semeai = turn.position.semeai();
    if is_own {
        let found = semeai.analyze_after((turn.own, point), other, dragon.origin);
        found.attack.reversed()
    } else {
        let found = semeai.analyze_after((turn.own, point), dragon.origin, other);
        found.defense.reversed()
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
