//! Moves that reading finds: captures, rescues, threats, and the removal of dead stones.

use katachi_board::{Outcome, Point};
use katachi_strategy::worms::{Moves, Worm};

use super::reason::{Reason, Source};
use super::turn::Turn;
use super::worth::{Worths, add_reason};

/// Finds all tactical reasons for the side to move.
pub fn tactical_reasons(turn: &mut Turn<'_>) -> Worths {
    let mut worths = Worths::new();
    let (worms, threats) = (turn.position.worms(), turn.position.threats());
    for (worm, threats) in threats.with(&worms) {
        if worm.color == turn.own {
            add_rescues(worm, threats, &mut worths);
        } else {
            add_captures(worm, threats, &mut worths);
        }
    }
    if turn.cleanup {
        add_cleanup(turn, &mut worths);
    }
    worths
}

/// Adds moves that save an own string, or threaten to.
fn add_rescues(worm: &Worm, threats: &Moves, worths: &mut Worths) {
    let (string, stones) = (worm.origin, worm.size());
    for (point, outcome) in worm.defenses.iter() {
        let reason = Reason::Saves {
            string,
            stones,
            outcome,
        };
        add_reason(worths, point, reason, Source::Reading);
    }
    for (point, _) in threats.iter().filter(|_| worm.is_lost()) {
        let reason = Reason::ThreatensToSave { string };
        add_reason(worths, point, reason, Source::Reading);
    }
}

/// Adds moves that capture an opponent string, or threaten to.
fn add_captures(worm: &Worm, threats: &Moves, worths: &mut Worths) {
    let (string, stones) = (worm.origin, worm.size());
    for (point, outcome) in worm.attacks.iter() {
        let reason = Reason::Captures {
            string,
            stones,
            outcome,
        };
        add_reason(worths, point, reason, Source::Reading);
    }
    for (point, _) in threats.iter().filter(|_| !worm.is_lost()) {
        let reason = Reason::ThreatensToCapture { string };
        add_reason(worths, point, reason, Source::Reading);
    }
}

/// Adds the cuts that were found when strings were joined into dragons, as far as reading agrees.
pub fn add_cuts(turn: &mut Turn<'_>, worths: &mut Worths) {
    let dragons = turn.position.dragons();
    for cut in &dragons.cuts().pairs {
        let [a, b] = cut.strings;
        let is_theirs = turn.board().at(a).is(!turn.own);
        if is_theirs && !dragons.are_joined(a, b) && turn.cuts([a, b], cut.point) {
            let strings = [a, b];
            add_reason(worths, cut.point, Reason::Cuts { strings }, Source::Reading);
        }
    }
}

/// Asks for each move that captures, saves, connects or cuts whether it also captures or saves the
/// other strings about which whoever moves first decides.
pub fn add_other_tactics(turn: &mut Turn<'_>, worths: &mut Worths) {
    let worms = turn.position.worms();
    let critical: Vec<&Worm> = worms.iter().filter(|worm| worm.is_critical()).collect();
    for (&point, worth) in worths.iter_mut() {
        let is_tactical = worth.has(|reason| {
            matches!(
                reason,
                Reason::Captures { .. }
                    | Reason::Saves { .. }
                    | Reason::Connects { .. }
                    | Reason::Cuts { .. }
            )
        });
        for worm in critical.iter().filter(|_| is_tactical) {
            let (string, stones) = (worm.origin, worm.size());
            let reason = if worm.color == turn.own {
                saved(turn, point, worm).map(|outcome| Reason::Saves {
                    string,
                    stones,
                    outcome,
                })
            } else {
                captured(turn, point, worm).map(|outcome| Reason::Captures {
                    string,
                    stones,
                    outcome,
                })
            };
            if let Some(reason) = reason {
                worth.add(reason, Source::Reading);
            }
        }
    }
}

/// How a move saves a string for which no such move is known: the attack fails, or succeeds less
/// surely than before, also by the move that is known.
fn saved(turn: &mut Turn<'_>, point: Point, worm: &Worm) -> Option<Outcome> {
    let (best, before) = worm.attacks.best()?;
    if worm.defenses.outcome_of(point) != Outcome::Lose {
        return None;
    }
    let (string, opponent) = (worm.origin, !worm.color);
    let after = turn.after(point, |readers, board| {
        let attack = readers.tactics.attack(board, string).outcome;
        if attack >= before || !board.try_move(opponent, best) {
            return attack;
        }
        let is_captured = board.at(string).is_empty();
        let known = if is_captured {
            Outcome::Win
        } else {
            readers.tactics.defend(board, string).outcome.reversed()
        };
        board.take_back();
        attack.max(known)
    })?;
    (after < before).then(|| after.reversed())
}

/// How a move captures a string for which no such move is known: the defence fails, or succeeds
/// less surely than before, while the attack works as before.
fn captured(turn: &mut Turn<'_>, point: Point, worm: &Worm) -> Option<Outcome> {
    if worm.attacks.outcome_of(point) != Outcome::Lose {
        return None;
    }
    let string = worm.origin;
    let answer = turn.after(point, |readers, board| {
        if board.at(string).is_empty() {
            return None;
        }
        let defense = readers.tactics.defend(board, string).outcome;
        let is_less = defense < worm.defenses.outcome();
        let still =
            is_less && readers.tactics.attack(board, string).outcome >= worm.attacks.outcome();
        still.then(|| defense.reversed())
    });
    answer.flatten()
}

/// Adds safe moves on liberties of dead opponent strings.
fn add_cleanup(turn: &mut Turn<'_>, worths: &mut Worths) {
    let own = turn.own;
    let strings = turn.board().chains().filter(|chain| chain.color() != own);
    let strings: Vec<Point> = strings.map(|chain| chain.origin()).collect();
    for string in strings {
        if !turn.is_dead(string) {
            continue;
        }
        let liberties: Vec<Point> = (turn.board().chain(string))
            .map(|chain| chain.liberties().iter().collect())
            .unwrap_or_default();
        for point in liberties {
            if turn.safe_move(point) == Outcome::Win {
                add_reason(worths, point, Reason::Cleanup { string }, Source::Dragons);
            }
        }
    }
}
