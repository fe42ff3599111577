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
