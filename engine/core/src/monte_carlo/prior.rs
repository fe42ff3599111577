//! Which moves a node of the tree has, and how likely each is thought before anything is tried.

use katachi_board::Color;

use super::playout::{PASS, Playout};

/// Values of random games differ more than the moves' prospects: they count with this power.
const POWER: f32 = 0.75;

/// Self-atari that captures nothing.
const SELF_ATARI: f32 = 0.2;
/// Capturing.
const CAPTURE: f32 = 3.0;
/// A safe move where the opponent would capture.
const RESCUE: f32 = 2.0;
/// Beside the last move, or not far from it.
const CLOSE: f32 = 3.0;
const NOT_FAR: f32 = 1.4;
/// With nothing around, by lines from the edge; the last for all further in.
const LINES: [f32; 5] = [0.1, 0.5, 1.0, 1.0, 1.0];
/// The same from 13x13 on, where corners and sides are played first.
const LARGE: usize = 13;
const LINES_OF_LARGE: [f32; 5] = [0.1, 0.5, 2.0, 2.0, 0.7];
/// Passing, of what moves have in the mean.
const PASSING: f32 = 0.2;

/// The moves of this side with their shares; the position's [values](Playout::refresh) are up to date.
///
/// All legal moves but those that fill an own eye of one point, and a pass; the likeliest first.
pub(super) fn candidates<const WORDS: usize>(
    position: &Playout<WORDS>,
    color: Color,
    last: Option<u16>,
    moves: &mut Vec<(u16, f32)>,
) {
    let board = position.board();
    let size = board.size();
    let last = last.filter(|&cell| cell != PASS);
    let last = last.map(|cell| board.point(cell.into()));
    moves.clear();
    board.empty().each(|cell| {
        let [own, opponent] = board.prospects(cell).of(color);
        if own.suicide || board.ko() == Some(cell) || position.neighborhood(color, cell).is_eye() {
            return;
        }
        let mut weight = (position.value(color, cell) as f32).max(0.5).powf(POWER);
        if own.captures > 0 {
            weight *= CAPTURE;
        } else if !own.safe {
            weight *= SELF_ATARI;
        }
        if own.safe && opponent.captures > 0 {
            weight *= RESCUE;
        }
        let point = board.point(cell);
        if let Some(last) = last {
            let (rows, cols) = (
                point.row().abs_diff(last.row()),
                point.col().abs_diff(last.col()),
            );
            weight *= match rows + cols + rows.max(cols) {
                0..=3 => CLOSE,
                4..=6 => NOT_FAR,
                _ => 1.0,
            };
        }
        if board.is_lonely(cell) {
            let lines = if size.get() < LARGE {
                LINES
            } else {
                LINES_OF_LARGE
            };
            weight *= lines[size.edge_distance(point).min(lines.len() - 1)];
        }
        moves.push((cell as u16, weight));
    });
    let total: f32 = moves.iter().map(|(_, weight)| weight).sum();
    let passing = if moves.is_empty() {
        1.0
    } else {
        PASSING * total / moves.len() as f32
    };
    moves.push((PASS, passing));
    for (_, weight) in moves.iter_mut() {
        *weight /= total + passing;
    }
    sort(moves);
}

/// Puts the likeliest moves first.
pub(super) fn sort(moves: &mut [(u16, f32)]) {
    moves.sort_by(|(_, a), (_, b)| b.total_cmp(a));
}
