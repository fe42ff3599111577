//! Moves that reading finds: captures, rescues, ataris, and the removal of dead stones.

use katachi_board::{Color, Outcome, Point, is_eye};

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
    let strings: Vec<(Point, Color)> = turn
        .board()
        .chains()
        .map(|chain| (chain.origin(), chain.color()))
        .collect();
    for (string, color) in strings {
        if color == turn.own {
            rescues(turn, string, &mut worths);
        } else {
            captures(turn, string, &mut worths);
        }
    }
    if turn.cleanup {
        cleanup(turn, &mut worths);
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

fn stones(turn: &Turn<'_>, string: Point) -> usize {
    turn.board().chain(string).map_or(0, |chain| chain.len())
}

/// Adds moves that save an own string which the opponent can capture.
fn rescues(turn: &mut Turn<'_>, string: Point, worths: &mut Worths) {
    let threat = share(turn.attack(string));
    if threat == 0.0 {
        return;
    }
    let value = turn.string_value(string) * threat;
    let stones = stones(turn, string);
    for (point, outcome) in turn
        .position
        .readers
        .tactics
        .defenses(&mut turn.position.board, string)
    {
        worths.entry(point).or_default().add(Reason::Saves {
            string,
            stones,
            value: value * share(outcome),
        });
    }
}

/// Adds moves that capture an opponent string or put it in atari.
fn captures(turn: &mut Turn<'_>, string: Point, worths: &mut Worths) {
    let attacks = turn
        .position
        .readers
        .tactics
        .attacks(&mut turn.position.board, string);
    let stones = stones(turn, string);
    if attacks.is_empty() {
        ataris(turn, string, worths);
        return;
    }
    let defense = turn
        .position
        .readers
        .tactics
        .defend(&mut turn.position.board, string)
        .outcome;
    // A capture that the opponent cannot prevent can wait.
    let urgency = if defense == Outcome::Lose && !turn.cleanup {
        0.15
    } else {
        1.0
    };
    let value = turn.string_value(string) * urgency;
    let in_atari = turn.board().liberty_count(string) == 1;
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

fn ataris(turn: &mut Turn<'_>, string: Point, worths: &mut Worths) {
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
fn cleanup(turn: &mut Turn<'_>, worths: &mut Worths) {
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
