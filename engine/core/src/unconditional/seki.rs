//! Where a colour could live in a seki that no number of moves turns into two eyes.
//!
//! X cannot become invincible in an area, and yet a pair of O's stones there may be what
//! keeps X alive: X does best to leave it alone. If O takes one of the common liberties X takes its
//! partner, until O's stones, when captured, leave room enough for two eyes. So whether X can come
//! to such a position is found by trying: X fills the area but for some liberties of the stones of O in
//! it; then O moves first, and if it cannot take all of X's stones off, the area is not settled.
//!
//! "Settled" is what the search has to prove. It is short, because little is empty; where it
//! is too long, or goes round in circles, X is said to live.

use std::collections::HashMap;

use katachi_board::{Board, Color, Point, PointSet};

use super::{capture, life};

/// A single stone never grows into room for two eyes.
const LEAST_INSIDE: usize = 2;

/// Fewer common liberties than this never make room enough.
const LEAST_OPEN: u32 = 3;

/// With so many common liberties one does not try all choices of them.
const MOST_LIBERTIES: usize = 8;

/// Where the attacker has taken stones off and so much room is left, the defender is lost: these were
/// the stones that the room was to give eyes to.
const MOST_ROOM: usize = 8;

/// Positions that are looked at for an area.
const LIMIT: usize = 20_000;

/// Whether the opponent of `color`, which cannot become invincible in this area, could live there
/// in a seki with stones of `color` in it. The stones of `walls` enclose the area.
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

/// Play in an area where one side wants to take all stones of the other off.
struct Trial {
    area: PointSet,
    /// The attacker's stones around the area, which cannot be captured.
    walls: PointSet,
    attacker: Color,
    /// What came out with each side to move; while it is not yet known, survival.
    known: HashMap<(u64, bool, bool), bool>,
}

impl Trial {
    /// Whether the defender survives with the attacker to move, who may pass.
    fn survives_attack(&mut self, board: &mut Board) -> bool {
        self.once(board, true, |trial, board| {
            trial.is_invincible(board)
                || trial
                    .moves(board)
                    .iter()
                    .all(|point| !board.try_move(trial.attacker, point) || trial.back(board, true))
        })
    }

    /// Whether the defender survives with the move, or without it.
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

    /// Whether the defender has stones that need no answers any more.
    fn is_invincible(&self, board: &Board) -> bool {
        let elsewhere = *board.stones(!self.attacker) - self.area;
        let outcome = capture::all_that_can_be_captured(board, !self.attacker, &elsewhere);
        outcome.left.intersects(&self.area)
    }

    /// Whether the defender could still live, if it moved without end or in seki.
    fn has_hope(&self, board: &Board) -> bool {
        let is_whole = board.captures(self.attacker) == 0;
        if !is_whole && (self.area & *board.empty()).len() > MOST_ROOM {
            return false;
        }
        let outcome = capture::all_that_can_be_captured(board, self.attacker, &self.walls);
        life::areas(&self.area, &outcome).any(|area| {
            (is_whole && (area & *board.stones(self.attacker)).len() >= LEAST_INSIDE)
                || life::is_possible(&area, &outcome)
        })
    }

    /// Goes on after a move that the attacker or the defender has made, and takes it back.
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
