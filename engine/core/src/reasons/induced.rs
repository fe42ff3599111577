//! Reasons that follow from others.
//!
//! | a move that | also |
//! |---|---|
//! | threatens to capture two strings that cannot both be saved | captures one of them |
//! | captures a string for certain | connects the strings around it |
//! | saves a string for certain, and stays | cuts the opponent's strings around it, and attacks their weak dragons |
//! | kills a dragon for certain | defends the own dragons around it |
//!
//! Readers confirm each of them.

use katachi_board::{Outcome, Point};
use katachi_matcher::DragonStatus;
use katachi_strategy::dragons::Dragon;

use super::classes::pairs_of;
use super::reason::{Reason, Source};
use super::safety::stays;
use super::turn::Turn;
use super::worth::{Worth, Worths};

/// An own string of more stones than this attacks the weak dragons beside it when it is saved.
const SMALL: usize = 3;
/// So does a smaller string beside this many of the opponent's dragons.
const SEVERAL: usize = 2;

/// Adds the reasons that follow from those that are there.
pub fn add_induced_reasons(turn: &mut Turn<'_>, worths: &mut Worths) {
    for (&point, worth) in worths.iter_mut() {
        join_threats(turn, point, worth);
        let saves = |reason: &Reason| matches!(reason, Reason::Saves { .. });
        let is_safe = worth.has(saves) && stays(turn, point, worth);
        for reason in worth.reasons.clone() {
            match reason {
                Reason::Captures {
                    string,
                    outcome: Outcome::Win,
                    ..
                } => {
                    for strings in around(turn, string) {
                        if turn.connects(strings, point) {
                            worth.add(Reason::Connects { strings }, Source::Reading);
                        }
                    }
                }
                Reason::Saves {
                    string,
                    outcome: Outcome::Win,
                    ..
                } if is_safe => {
                    for strings in around(turn, string) {
                        if turn.cuts(strings, point) {
                            worth.add(Reason::Cuts { strings }, Source::Reading);
                        }
                    }
                    attack_weak(turn, string, worth);
                }
                Reason::KillsDragon {
                    dragon,
                    outcome: Outcome::Win,
                    ..
                } => relieve(turn, dragon, worth),
                _ => {}
            }
        }
    }
}

/// Two threats that cannot both be answered are one capture.
fn join_threats(turn: &mut Turn<'_>, point: Point, worth: &mut Worth) {
    let strings = worth.reasons.iter().filter_map(|reason| match reason {
        Reason::ThreatensToCapture { string } => Some(*string),
        _ => None,
    });
    let strings: Vec<Point> = strings.collect();
    for (place, &a) in strings.iter().enumerate() {
        for &b in &strings[place + 1..] {
            if turn.captures_one_of([a, b], point) {
                worth.remove(|reason| match reason {
                    Reason::ThreatensToCapture { string } => [a, b].contains(string),
                    _ => false,
                });
                let either = Reason::CapturesEither { strings: [a, b] };
                worth.add(either, Source::Reading);
                return;
            }
        }
    }
}

/// The pairs of strings of one colour around a string that is neither lost nor of no account.
fn around(turn: &mut Turn<'_>, string: Point) -> Vec<[Point; 2]> {
    let worms = turn.position.worms();
    if !worms
        .at(string)
        .is_some_and(|worm| worm.is_critical() && !worm.is_inessential)
    {
        return Vec::new();
    }
    let board = turn.board();
    let strings = board
        .chain(string)
        .into_iter()
        .flat_map(|chain| chain.neighbors());
    let strings: Vec<Point> = strings.map(|near| near.origin()).collect();
    pairs_of(turn, strings)
}

/// A dragon that is killed no longer presses the dragons around it.
fn relieve(turn: &mut Turn<'_>, dragon: Point, worth: &mut Worth) {
    let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
    let Some(victim) = dragons.at(dragon) else {
        return;
    };
    for near in dragons.hostile(victim) {
        let worm = worms.at(near.origin);
        if worm.is_some_and(|worm| worm.attacks.is_empty()) {
            let dragon = near.origin;
            worth.add(Reason::DefendsDragon { dragon }, Source::Dragons);
        }
    }
}

/// A string that is saved attacks the weak dragons beside it.
fn attack_weak(turn: &mut Turn<'_>, string: Point, worth: &mut Worth) {
    let dragons = turn.position.dragons();
    let Some(chain) = turn.board().chain(string) else {
        return;
    };
    let mut near: Vec<Point> = Vec::new();
    for other in chain.neighbors() {
        let dragon = dragons.at(other.origin());
        let lives = |dragon: &&Dragon| dragon.size() > 1 && dragon.status() != DragonStatus::Dead;
        if let Some(dragon) = dragon.filter(lives)
            && !near.contains(&dragon.origin)
        {
            near.push(dragon.origin);
        }
    }
    if chain.len() <= SMALL && near.len() < SEVERAL {
        return;
    }
    for dragon in near {
        if dragons.at(dragon).is_some_and(Dragon::is_weak) {
            worth.add(Reason::AttacksDragon { dragon }, Source::Reading);
        }
    }
}
