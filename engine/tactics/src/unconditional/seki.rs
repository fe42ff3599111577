//! Life in seki without two eyes, where `life` alone would call an area settled.
//!
//! Entry point: [`is_possible`]. X cannot make two eyes in an area of O, and yet stones of O inside
//! may keep X alive: O cannot take a common liberty without losing them, and their capture would
//! give X room for two eyes. A search finds such positions:
//!
//! 1. X fills the area except for some liberties of O's stones inside. All choices are tried.
//! 2. O moves first and tries to take all of X's stones off.
//! 3. If O fails for some choice, the area is not settled.
//!
//! The search is short, since few points are empty. If it reaches its limit, or runs in a circle, X
//! counts as alive.

use std::collections::HashMap;

use katachi_board::{Board, Color, Point, PointSet};

use super::{capture, eyes};

/// The least number of stones inside: a single one never leaves room for two eyes.
const LEAST_INSIDE: usize = 2;

/// The least number of common liberties: fewer never leave enough room.
const LEAST_OPEN: u32 = 3;

/// With more common liberties than this, the search does not try all choices: X counts as alive.
const MOST_LIBERTIES: usize = 8;

/// If the attacker has captured stones and more empty points than this remain, the defender counts
/// as dead: the captured stones were those around its room for eyes.
const MOST_ROOM: usize = 8;

/// The most positions searched for an area.
const LIMIT: usize = 20_000;

/// Whether the opponent of `color` could live in this area in seki, with stones of `color` inside.
/// The opponent cannot make two eyes there; the stones of `walls` enclose the area.
pub(super) fn is_possible(board: &Board, color: Color, area: &PointSet, walls: &PointSet) -> bool {
    let inside = *area & *board.stones(color);
    if inside.len() < LEAST_INSIDE {
        return false;
    }
    let room = *area & *board.empty();
    let shared = inside.neighbors() & room;
    let shared_points: Vec<Point> = shared.iter().collect();
    if shared_points.len() > MOST_LIBERTIES {
        return true;
    }
    let filled = |open: &PointSet| {
        let filled = room - *open;
        let stones = filled.iter().map(|point| (!color, point));
        Board::with_stones(board.size(), board.all_stones().chain(stones)).ok()
    };
    let mut trial = Trial {
        area: *area,
        walls: *walls,
        attacker: color,
        known: HashMap::new(),
    };
    (0..1u32 << shared_points.len())
        .filter(|choice| choice.count_ones() >= LEAST_OPEN)
        .any(|choice| {
            let open: PointSet = (shared_points.iter().enumerate())
                .filter(|(bit, _)| choice >> bit & 1 != 0)
                .map(|(_, &point)| point)
                .collect();
            filled(&open).is_some_and(|mut board| trial.survives_attack(&mut board))
        })
}

/// A game in an area: the attacker tries to take all stones of the defender off.
struct Trial {
    area: PointSet,
    /// The attacker's stones around the area, which cannot be captured.
    walls: PointSet,
    attacker: Color,
    /// Results by position, side to move, and whether nothing has been captured yet. A position
    /// still being searched counts as survival.
    known: HashMap<(u64, bool, bool), bool>,
}

impl Trial {
    /// Whether the defender survives with the attacker to move, who may also pass.
    fn survives_attack(&mut self, board: &mut Board) -> bool {
        self.once(board, true, |trial, board| {
            trial.is_invincible(board)
                || trial
                    .moves(board)
                    .iter()
                    .all(|point| !board.try_move(trial.attacker, point) || trial.back(board, true))
        })
    }

    /// Whether the defender survives with a move of its own, or with a pass.
    fn survives_defense(&mut self, board: &mut Board) -> bool {
        self.once(board, false, |trial, board| {
            let found = (trial.moves(board).iter())
                .any(|point| board.try_move(!trial.attacker, point) && trial.back(board, false));
            found || {
                board.try_pass(!trial.attacker);
                trial.back(board, false)
            }
        })
    }

    /// Whether some stones of the defender have become invincible.
    fn is_invincible(&self, board: &Board) -> bool {
        let elsewhere = *board.stones(!self.attacker) - self.area;
        let after = capture::all_that_can_be_captured(board, !self.attacker, &elsewhere);
        after.left.intersects(&self.area)
    }

    /// Whether the defender may still live, with two eyes or in seki.
    fn has_hope(&self, board: &Board) -> bool {
        let is_whole = board.captures(self.attacker) == 0;
        if !is_whole && (self.area & *board.empty()).len() > MOST_ROOM {
            return false;
        }
        let after = capture::all_that_can_be_captured(board, self.attacker, &self.walls);
        eyes::areas(&self.area, &after).any(|area| {
            (is_whole && (area & *board.stones(self.attacker)).len() >= LEAST_INSIDE)
                || eyes::are_possible(&area, &after)
        })
    }

    /// Continues after a move of the attacker or the defender, and takes the move back.
    fn back(&mut self, board: &mut Board, attacked: bool) -> bool {
        let survives = if attacked {
            self.survives_defense(board)
        } else {
            self.survives_attack(board)
        };
        board.take_back();
        survives
    }

    fn moves(&self, board: &Board) -> PointSet {
        self.area & *board.empty()
    }

    fn once(
        &mut self,
        board: &mut Board,
        attack: bool,
        find: impl FnOnce(&mut Self, &mut Board) -> bool,
    ) -> bool {
        let key = (board.hash(), attack, board.captures(self.attacker) == 0);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.known.len() >= LIMIT {
            return true;
        }
        self.known.insert(key, true);
        let survives = self.has_hope(board) && find(self, board);
        self.known.insert(key, survives);
        survives
    }
}
