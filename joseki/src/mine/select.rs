//! Which moves of a position become patterns, and of which class.

use super::table::{Move, Position};
use crate::entry::Class;

/// Thresholds. Shares are parts of 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Selection {
    /// A position counts if so many moves were played in it.
    pub min_games: u32,
    /// A move counts if it was played so many times.
    pub min_times: u32,
    /// A move counts if it is such a share of the moves in its position.
    pub min_share: f64,
    /// The moves of a position are kept, most frequent first, until they are this share of all moves
    /// in it. Where the moves that count do not reach it, too much else is played.
    pub cover: f64,
    /// There, they are kept only if the most frequent one has this share: there is a main move at
    /// least.
    pub main_share: f64,
    /// At most so many moves of a position; two mirror images count as two.
    pub max_moves: usize,
}

impl Selection {
    /// The moves of a position that become patterns.
    pub fn moves<'p>(&self, position: &'p Position, is_symmetric: bool) -> &'p [Move] {
        if position.local < self.min_games {
            return &[];
        }
        let all = f64::from(position.local);
        let (mut covered, mut points, mut kept) = (0, 0, 0);
        for (count, one) in (1..).zip(&position.moves) {
            let is_pair = is_symmetric && one.place.0 != one.place.1;
            points += if is_pair { 2 } else { 1 };
            let share = f64::from(one.here) / all;
            if one.times < self.min_times || share < self.min_share || points > self.max_moves {
                break;
            }
            kept = count;
            covered += one.here;
            if f64::from(covered) >= self.cover * all {
                return &position.moves[..kept];
            }
        }
        let has_main = (position.moves.first())
            .is_some_and(|one| f64::from(one.here) >= self.main_share * all);
        &position.moves[..if has_main { kept } else { 0 }]
    }
}

/// A position with fewer turns says nothing about tenuki.
const ENOUGH_TURNS: u32 = 10;
/// More turns than this without an answer soon: the move may be left for later.
const LEFT: f64 = 0.8;
/// More than this: it is a lesser one.
const OFTEN_LEFT: f64 = 0.6;
/// Fewer turns than this without an answer at once: the answer is urgent, if one dominates.
const SELDOM_LEFT: f64 = 0.1;
/// A move with this share of the moves in its position dominates.
const DOMINANT: f64 = 0.6;
/// A move with a lesser share is a lesser one.
const LESSER: f64 = 0.15;

/// The class of a move, from how often it was chosen and how often its position was left as it was.
///
/// | class | when |
/// |---|---|
/// | `t` | at least 10 turns, and in 80 % of them or more no answer with the next three moves |
/// | `U` | at least 10 turns, at most 10 % of them without an answer at once, and the move is 60 % of the moves or more |
/// | `j` | the same with 60 %; or the move is less than 15 % of the moves |
/// | `J` | otherwise |
pub fn classify(position: &Position, one: &Move) -> Class {
    let share = f64::from(one.here) / f64::from(position.local.max(1));
    let tenuki = (position.tenuki()).filter(|_| position.turns >= ENOUGH_TURNS);
    match tenuki {
        Some((_, soon)) if soon >= LEFT => Class::Minor,
        Some((_, soon)) if soon >= OFTEN_LEFT => Class::Lesser,
        Some((at_once, _)) if at_once <= SELDOM_LEFT && share >= DOMINANT => Class::Urgent,
        _ if share < LESSER => Class::Lesser,
        _ => Class::Standard,
    }
}
