//! The bonus of a move at which strings meet: it joins own strings, or keeps the opponent's apart.

use katachi_board::{Color, Point};
use katachi_strategy::worms::Worms;

use crate::constants::{JOINING_LEAST, JOINING_MOST, JOINING_STEP};
use crate::reasons::Turn;

/// A string with at most this many liberties has few.
const FEW: usize = 4;
/// One with at most this many is short of them.
const SHORT: usize = 2;
/// Liberties add at most this many steps; one if the move takes a ko.
const MOST_STEPS: u32 = 4;

/// The bonus of a move that is worth this much, in points.
pub(super) fn joining(turn: &mut Turn<'_>, point: Point, value: f32) -> f32 {
    if value <= 0.0 {
        return 0.0;
    }
    let worms = turn.position.worms();
    let steps = steps(turn, &worms, (turn.own, point), true)
        + steps(turn, &worms, (!turn.own, point), false);
    let grown = JOINING_STEP.powf(steps as f32);
    (grown - 1.0) * value.clamp(JOINING_LEAST, JOINING_MOST)
}

/// How much a stone of a color would join, whose turn it is or not.
fn steps(turn: &Turn<'_>, worms: &Worms, (color, point): (Color, Point), is_to_move: bool) -> u32 {
    let board = turn.board();
    let liberties = board.liberties_after(color, point).len();
    let (mut joined, mut extra) = (0, 0);
    let mut seen: Vec<Point> = Vec::new();
    for near in point.neighbors() {
        let Some(chain) = board.chain(near) else {
            continue;
        };
        let is_invincible = worms.at(near).is_some_and(|worm| worm.is_invincible);
        if is_invincible || seen.contains(&chain.origin()) {
            continue;
        }
        seen.push(chain.origin());
        let before = chain.liberty_count();
        if chain.color() == color {
            joined += 1;
            if liberties >= before {
                extra += u32::from(before <= FEW) + u32::from(before <= SHORT);
            }
        } else {
            extra += u32::from(before <= SHORT);
            if before == 1 && is_to_move {
                let around = chain.neighbors().filter(|other| other.liberty_count() == 1);
                extra += 1 + around.count() as u32;
            }
        }
    }
    let takes_ko = is_to_move && board.ko_capture(color, point).is_some();
    let extra = extra.min(if takes_ko { 1 } else { MOST_STEPS });
    if joined == 1 && extra == 0 {
        0
    } else {
        joined + extra
    }
}
