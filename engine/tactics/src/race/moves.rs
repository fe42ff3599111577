//! Candidate moves of a race, the most promising first.
//!
//! All moves in the area are candidates, but for two kinds. Nobody fills an own eye without need.
//! And of the liberties of a string that touch nothing else but stones which nobody can capture,
//! the other side tries one only, since all are alike; its owner tries none.

use katachi_board::{Board, Color, Point, PointSet, is_eye};

use crate::proof::Scored;

/// What the candidates of a position depend on.
pub(super) struct Ground<'a> {
    pub board: &'a Board,
    /// The points where both sides may play.
    pub points: &'a PointSet,
    /// The stones of the dragons: the mover's, and the other one's.
    pub own: PointSet,
    pub other: PointSet,
}

impl Ground<'_> {
    /// Fills the list with the moves of a colour.
    pub fn list(&self, moves: &mut Vec<Scored>, mover: Color) {
        moves.clear();
        let open = *self.points & *self.board.empty();
        let own_liberties = self.own.neighbors();
        let mut fillers = Vec::new();
        for point in &open {
            if let Some((owner, string)) = self.plain_liberty(point) {
                if owner == mover || fillers.contains(&string) {
                    continue;
                }
                fillers.push(string);
            }
            if let Some(mut score) = self.score(mover, point) {
                let near = point.neighbors();
                let fills = near.into_iter().any(|near| self.other.contains(near));
                if fills {
                    score += if own_liberties.contains(point) { 1 } else { 3 };
                }
                moves.push(Scored { point, score });
            }
        }
        moves.sort_by_key(|one| -one.score);
    }

    /// The string whose liberty this point is, and nothing else: all its neighbours are stones of
    /// that string, or stones of the other colour with liberties outside of the area.
    fn plain_liberty(&self, point: Point) -> Option<(Color, Point)> {
        let mut found: Option<(Color, Point)> = None;
        let mut wall: Option<Color> = None;
        for near in point.neighbors() {
            let string = self.board.chain(near)?;
            let is_wall =
                !self.points.contains(near) && !(string.liberties() - *self.points).is_empty();
            if is_wall {
                if wall.is_some_and(|wall| wall != string.color()) {
                    return None;
                }
                wall = Some(string.color());
            } else {
                let this = (string.color(), string.origin());
                if found.is_some_and(|found| found != this) {
                    return None;
                }
                found = Some(this);
            }
        }
        let (owner, string) = found?;
        (wall == Some(!owner)).then_some((owner, string))
    }

    /// The score of a move; `None` if it only fills an eye of the side that moves.
    fn score(&self, mover: Color, point: Point) -> Option<i32> {
        let board = self.board;
        let (mut score, mut captured, mut enemies, mut friends) = (0, 0, 0, 0);
        let mut least = usize::MAX;
        for near in point.neighbors() {
            let Some(string) = board.chain(near) else {
                score += 2 * i32::from(self.points.contains(near));
                continue;
            };
            let liberties = string.liberty_count();
            let size = (string.len() as i32).min(4);
            if string.color() == mover {
                friends += 1;
                least = least.min(liberties);
                score += if liberties == 1 { 4 + size } else { 0 };
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
        if friends > 0 && enemies == 0 && least > 2 && is_eye(board, mover, point) {
            return None;
        }
        if captured > 0 {
            score += 5 + captured.min(4);
        }
        if captured == 0 && board.liberty_count_after(mover, point) < 2 {
            score -= 4;
        }
        Some(score)
    }
}
