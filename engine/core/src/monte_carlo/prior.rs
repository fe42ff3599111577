//! Priors: the candidate moves of a node, and how likely each is to be best before any simulation.

use katachi_board::Color;

use super::playout::{PASS, Playout};

/// The exponent for playout values, which differ more than the prospects of moves do.
const POWER: f32 = 0.75;

/// Factor of a self-atari that captures nothing.
const SELF_ATARI: f32 = 0.2;
/// Factor of a capture.
const CAPTURE: f32 = 3.0;
/// Factor of a safe move on a point where the opponent would capture.
const RESCUE: f32 = 2.0;
/// Factors of a move beside the last one, and of one not far from it.
const CLOSE: f32 = 3.0;
const NOT_FAR: f32 = 1.4;
/// Factors of a move with nothing around it, by lines from the edge; the last is for all further
/// lines.
const LINES: [f32; 5] = [0.1, 0.5, 1.0, 1.0, 1.0];
/// The same from 13x13 on, where corners and sides come first.
const LARGE: usize = 13;
const LINES_OF_LARGE: [f32; 5] = [0.1, 0.5, 2.0, 2.0, 0.7];
/// The prior of a pass, as a part of the mean prior of the moves.
const PASSING: f32 = 0.2;

/// The candidate moves of this side with their priors, the most likely first. The position's values
/// must be [up to date](Playout::refresh).
///
/// The candidates are all legal moves that fill no own one-point eye, and a pass.
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

/// Sorts moves by prior, the most likely first.
pub(super) fn sort(moves: &mut [(u16, f32)]) {
    moves.sort_by(|(_, a), (_, b)| b.total_cmp(a));
}
