//! Moves that reading finds: captures, rescues, ataris, and the removal of dead stones.

use katachi_board::{Color, Point};
use katachi_matcher::Outcome;

use super::value::Worths;
use super::{Position, Reason};
use crate::life::is_eye;

/// The part of its value that a ko is worth.
const KO_SHARE: f32 = 0.6;

/// The value of an atari that captures nothing by force: at best a move in sente.
const ATARI: f32 = 1.2;

/// Finds all tactical reasons for the side to move.
pub(super) fn reasons(position: &mut Position<'_>) -> Worths {
    let mut worths = Worths::new();
    let strings: Vec<(Point, Color)> = position
        .board
        .chains()
        .map(|chain| (chain.origin(), chain.color()))
        .collect();
    for (string, color) in strings {
        if color == position.own {
            rescues(position, string, &mut worths);
        } else {
            captures(position, string, &mut worths);
        }
    }
    if position.cleanup {
        cleanup(position, &mut worths);
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

fn stones(position: &Position<'_>, string: Point) -> usize {
    position.board.chain(string).map_or(0, |chain| chain.len())
}

/// Adds moves that save an own string which the opponent can capture.
fn rescues(position: &mut Position<'_>, string: Point, worths: &mut Worths) {
    let threat = share(position.attack(string));
    if threat == 0.0 {
        return;
    }
    let value = position.string_value(string) * threat;
    let stones = stones(position, string);
    for (point, outcome) in position.readers.tactics.defenses(position.board, string) {
        worths.entry(point).or_default().add(Reason::Saves {
            string,
            stones,
            value: value * share(outcome),
        });
    }
}

/// Adds moves that capture an opponent string or put it in atari.
fn captures(position: &mut Position<'_>, string: Point, worths: &mut Worths) {
    let attacks = position.readers.tactics.attacks(position.board, string);
    let stones = stones(position, string);
    if attacks.is_empty() {
        ataris(position, string, worths);
        return;
    }
    let defense = position
        .readers
        .tactics
        .defend(position.board, string)
        .outcome;
    // A capture that the opponent cannot prevent can wait.
    let urgency = if defense == Outcome::Lose && !position.cleanup {
        0.15
    } else {
        1.0
    };
    let value = position.string_value(string) * urgency;
    let in_atari = position.board.liberty_count(string) == 1;
    for (point, outcome) in attacks {
        // A capture on the board is more certain than a net or a ladder.
        let certain = if in_atari { 1.05 } else { 1.0 };
        worths.entry(point).or_default().add(Reason::Captures {
            string,
            stones,
            value: value * share(outcome) * certain,
        });
    }
}

fn ataris(position: &mut Position<'_>, string: Point, worths: &mut Worths) {
    let Some(chain) = position
        .board
        .chain(string)
        .filter(|chain| chain.liberty_count() == 2)
    else {
        return;
    };
    let liberties: Vec<Point> = chain.liberties().iter().collect();
    let own = position.own;
    for point in liberties {
        let value = ATARI * position.stake(point);
        let open = value > 0.5 * ATARI && !is_eye(position.board, own, point);
        if open && position.safe_move(point) == Outcome::Win {
            let reason = Reason::Atari { string, value };
            worths.entry(point).or_default().add(reason);
        }
    }
}

/// Adds safe moves on liberties of dead opponent strings.
fn cleanup(position: &mut Position<'_>, worths: &mut Worths) {
    let own = position.own;
    let dead: Vec<Point> = position
        .board
        .chains()
        .filter(|chain| chain.color() != own)
        .map(|chain| chain.origin())
        .filter(|&string| position.ownership.is_dead(position.board, string))
        .collect();
    for string in dead {
        let liberties: Vec<Point> = (position.board.chain(string))
            .map(|chain| chain.liberties().iter().collect())
            .unwrap_or_default();
        for point in liberties {
            if position.safe_move(point) == Outcome::Win {
                worths
                    .entry(point)
                    .or_default()
                    .add(Reason::Cleanup { string });
            }
        }
    }
}
