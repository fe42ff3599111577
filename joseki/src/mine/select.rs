//! Selects the moves of a position that become patterns, and their classes.

use super::table::{Counts, Move};
use crate::entry::Class;

/// The thresholds of the selection. Shares are between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// The least number of moves played in a position.
    pub min_games: u32,
    /// The least number of times that a move was played.
    pub min_times: u32,
    /// The least share of a move among the moves in its position.
    pub min_share: f64,
    /// The moves of a position are kept, most frequent first, until they make up this share of all
    /// moves in it. If the moves that pass the other conditions do not reach this share, too many
    /// others are played.
    pub cover: f64,
    /// In that case, the moves are kept only if the most frequent one has this share, so that there
    /// is at least a main move.
    pub main_share: f64,
    /// The most moves of a position; two mirror images count as two.
    pub max_moves: usize,
}

impl Selection {
    /// The moves of a position that become patterns.
    pub fn moves<'p>(&self, counts: &'p Counts, is_symmetric: bool) -> &'p [Move] {
        if counts.local < self.min_games {
            return &[];
        }
        let all = f64::from(counts.local);
        let (mut covered, mut points, mut kept) = (0, 0, 0);
        for (count, one) in (1..).zip(&counts.moves) {
            let is_pair = is_symmetric && one.place.0 != one.place.1;
            points += if is_pair { 2 } else { 1 };
            let share = f64::from(one.here) / all;
            if one.times < self.min_times || share < self.min_share || points > self.max_moves {
                break;
            }
            kept = count;
            covered += one.here;
            if f64::from(covered) >= self.cover * all {
                return &counts.moves[..kept];
            }
        }
        let has_main =
            (counts.moves.first()).is_some_and(|one| f64::from(one.here) >= self.main_share * all);
        &counts.moves[..if has_main { kept } else { 0 }]
    }
}

/// The least number of turns from which to conclude anything about tenuki.
const ENOUGH_TURNS: u32 = 10;
/// From this share of turns without an answer soon, the move may be left for later.
const LEFT: f64 = 0.8;
/// From this share, it is a lesser move.
const OFTEN_LEFT: f64 = 0.6;
/// Up to this share of turns without an answer at once, the answer is urgent, if one dominates.
const SELDOM_LEFT: f64 = 0.1;
/// From this share of the moves in its position, a move dominates.
const DOMINANT: f64 = 0.6;
/// Below this share, a move is a lesser one.
const LESSER: f64 = 0.15;

/// The class of a move. It depends on how often the move was chosen and how often its position was
/// left without an answer.
///
/// | class | when |
/// |---|---|
/// | `t` | at least 10 turns, and in 80 % of them or more no answer with the next three moves |
/// | `U` | at least 10 turns, at most 10 % of them without an answer at once, and the move is 60 % of the moves or more |
/// | `j` | the same with 60 %; or the move is less than 15 % of the moves |
/// | `J` | otherwise |
pub fn classify(counts: &Counts, one: &Move) -> Class {
    let share = f64::from(one.here) / f64::from(counts.local.max(1));
    let tenuki = (counts.tenuki()).filter(|_| counts.turns >= ENOUGH_TURNS);
    match tenuki {
        Some((_, soon)) if soon >= LEFT => Class::Minor,
        Some((_, soon)) if soon >= OFTEN_LEFT => Class::Lesser,
        Some((at_once, _)) if at_once <= SELDOM_LEFT && share >= DOMINANT => Class::Urgent,
        _ if share < LESSER => Class::Lesser,
        _ => Class::Standard,
    }
}
