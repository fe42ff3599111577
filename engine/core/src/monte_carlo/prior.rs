//! Priors: the candidate moves of a node, and how likely each is to be best before any simulation.

use katachi_board::Color;
use katachi_board::playout::Cells;

use super::features::each_candidate;
use super::playout::{PASS, Playout};
use super::strengths::Strengths;

/// The prior of a pass, as a part of the mean prior of the moves.
const PASSING: f32 = 0.2;

/// The candidate moves of this side with their priors, the most likely first. `lasts` are the cells
/// of the last move and of the one before it.
///
/// The candidates are all legal moves on these empty cells that fill no own one-point eye, and a
/// pass.
pub(super) fn candidates<const WORDS: usize>(
    position: &Playout<WORDS>,
    among: &Cells<WORDS>,
    color: Color,
    lasts: [Option<u16>; 2],
    strengths: &Strengths,
    moves: &mut Vec<(u16, f32)>,
) {
    moves.clear();
    each_candidate(position, among, color, lasts, |candidate| {
        moves.push((candidate.cell, strengths.of(&candidate).exp()));
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
