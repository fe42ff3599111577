//! Moves that reading finds: captures, rescues, ataris, and the removal of dead stones.

use katachi_board::{Outcome, Point, is_eye};
use katachi_strategy::worms::Worm;

use super::reason::Reason;
use super::turn::Turn;
use super::worth::Worths;

/// The part of its value that a ko is worth.
const KO_SHARE: f32 = 0.6;

/// The value of an atari that captures nothing by force: at best a move in sente.
const ATARI: f32 = 1.2;

/// Finds all tactical reasons for the side to move.
pub fn tactical_reasons(turn: &mut Turn<'_>) -> Worths {
    let mut worths = Worths::new();
    for worm in turn.position.worms().iter() {
        if worm.color == turn.own {
            add_rescues(turn, worm, &mut worths);
        } else if worm.attacks.is_empty() {
            add_ataris(turn, worm.origin, &mut worths);
        } else {
            add_captures(turn, worm, &mut worths);
        }
    }
    if turn.cleanup {
        add_cleanup(turn, &mut worths);
    }
    worths
}

fn share(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::KoA | Outcome::KoB => KO_SHARE,
        Outcome::Lose => 0.0,
    }
}

/// Adds moves that save an own string which the opponent can capture.
fn add_rescues(turn: &Turn<'_>, worm: &Worm, worths: &mut Worths) {
    let threat = share(worm.attacks.outcome());
    let value = turn.string_value(worm.origin) * threat;
    for (point, outcome) in worm.defenses.iter() {
        worths.entry(point).or_default().add(Reason::Saves {
            string: worm.origin,
            stones: worm.size(),
            value: value * share(outcome),
        });
    }
}

/// Adds moves that capture an opponent string.
fn add_captures(turn: &Turn<'_>, worm: &Worm, worths: &mut Worths) {
    // A capture that the opponent cannot prevent can wait.
    let can_wait = worm.defenses.is_empty() && !turn.cleanup;
    let urgency = if can_wait { 0.15 } else { 1.0 };
    let value = turn.string_value(worm.origin) * urgency;
    // A capture on the board is more certain than a net or a ladder.
    let certain = if worm.liberties[0] == 1 { 1.05 } else { 1.0 };
    for (point, outcome) in worm.attacks.iter() {
        worths.entry(point).or_default().add(Reason::Captures {
            string: worm.origin,
            stones: worm.size(),
            value: value * share(outcome) * certain,
        });
    }
}

/// Adds moves that put an opponent string in atari.
fn add_ataris(turn: &mut Turn<'_>, string: Point, worths: &mut Worths) {
    let Some(chain) = turn
        .board()
        .chain(string)
        .filter(|chain| chain.liberty_count() == 2)
    else {
        return;
    };
    let liberties: Vec<Point> = chain.liberties().iter().collect();
    let own = turn.own;
    for point in liberties {
        let value = ATARI * turn.stake(point);
        let open = value > 0.5 * ATARI && !is_eye(turn.board(), own, point);
        if open && turn.safe_move(point) == Outcome::Win {
            let reason = Reason::Atari { string, value };
            worths.entry(point).or_default().add(reason);
        }
    }
}

/// Adds safe moves on liberties of dead opponent strings.
fn add_cleanup(turn: &mut Turn<'_>, worths: &mut Worths) {
    let own = turn.own;
    let dead: Vec<Point> = turn
        .board()
        .chains()
        .filter(|chain| chain.color() != own)
        .map(|chain| chain.origin())
        .filter(|&string| turn.ownership.is_dead(turn.board(), string))
        .collect();
    for string in dead {
        let liberties: Vec<Point> = (turn.board().chain(string))
            .map(|chain| chain.liberties().iter().collect())
            .unwrap_or_default();
        for point in liberties {
            if turn.safe_move(point) == Outcome::Win {
                worths
                    .entry(point)
                    .or_default()
                    .add(Reason::Cleanup { string });
            }
        }
    }
}
