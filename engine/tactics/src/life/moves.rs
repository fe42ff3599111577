//! Candidate moves, the most promising first.
//!
//! Most games are decided at the points where eyes are possible, at those beside them, and at the
//! last liberties of strings. In an area with gaps these are the only moves; in a closed one the
//! other empty points come last.
//!
//! The order is only a first guess. The same points are vital to both sides, so the score hardly
//! depends on who moves.

use katachi_board::{Board, Color, Point, PointSet, is_eye};

use super::area::Area;
use crate::proof::Scored;

/// What a move far from all eyes scores less.
const FAR: i32 = 12;

/// What the candidates of a position depend on.
pub(super) struct Ground<'a> {
    pub board: &'a Board,
    pub defender: Color,
    pub area: &'a Area,
    /// The points where the defender can have an eye.
    pub eyes: PointSet,
    /// The stones of the goal that are left.
    pub goal: PointSet,
}

impl Ground<'_> {
    /// Fills the list with the moves of a colour.
    pub fn list(&self, moves: &mut Vec<Scored>, mover: Color) {
        moves.clear();
        let open = self.area.points & *self.board.empty();
        let urgent = self.urgent(&open, mover);
        let all = if self.area.is_closed() { open } else { urgent };
        for point in &all {
            let far = if urgent.contains(point) { 0 } else { FAR };
            if let Some(score) = self.score(mover, point) {
                let score = score - far;
                moves.push(Scored { point, score });
            }
        }
        moves.sort_by_key(|one| -one.score);
    }

    /// The points that are looked at first. Of the liberties of the goal that matter in races only,
    /// the attacker tries one.
    fn urgent(&self, open: &PointSet, mover: Color) -> PointSet {
        let mut points = (self.eyes | self.eyes.neighbors()) & *open;
        for string in self.board.chains_at(&self.area.points) {
            let few = if string.color() == mover { 2 } else { 3 };
            if string.liberty_count() <= few {
                points |= string.liberties() & *open;
            }
        }
        if mover != self.defender {
            let mut fillers = PointSet::EMPTY;
            for string in self.board.chains_at(&self.goal) {
                fillers |= string.liberties();
            }
            let fillers = (fillers & *open) - points;
            let easy = fillers & self.area.walls.neighbors();
            if let Some(filler) = easy.first().or(fillers.first()) {
                points.insert(filler);
            }
        }
        points
    }

    /// The score of a move; `None` if it only fills an eye of the side that moves.
    fn score(&self, mover: Color, point: Point) -> Option<i32> {
        let board = self.board;
        let (mut score, mut own_in_atari) = (0, false);
        let mut own_liberties = usize::MAX;
        let (mut empties, mut enemies, mut friends, mut captured) = (0, 0, 0, 0);
        for near in point.neighbors() {
            let Some(string) = board.chain(near) else {
                let is_inside = self.area.points.contains(near) && board.at(near).is_empty();
                empties += i32::from(is_inside);
                continue;
            };
            let liberties = string.liberty_count();
            if string.color() == mover {
                friends += 1;
                own_liberties = own_liberties.min(liberties);
                if liberties == 1 {
                    own_in_atari = true;
                    score += 4 + (string.len() as i32).min(4);
                }
            } else {
                enemies += 1;
                match liberties {
                    1 => captured += string.len() as i32,
                    2 => score += 3,
                    3 => score += 1,
                    _ => {}
                }
            }
        }
        if friends > 0
            && enemies == 0
            && !own_in_atari
            && own_liberties > 2
            && is_eye(board, mover, point)
        {
            return None;
        }
        score += 2 * empties;
        if captured > 0 {
            score += 5 + captured.min(4);
        }
        score += i32::from(enemies > 0 && friends > 0);
        score += i32::from(enemies + friends > 0);
        let after = board.liberty_count_after(mover, point);
        if after < 2 && captured == 0 {
            // Attackers throw in; defenders seldom do.
            score -= if mover == self.defender { 6 } else { 3 };
        }
        if board.size().edge_distance(point) < 2 {
            score += 1;
        }
        Some(score)
    }
}
