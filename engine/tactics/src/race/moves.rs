//! Candidate moves of a race, the most promising first.
//!
//! All moves in the area are candidates, but for two kinds. Nobody fills an own eye without need.
//! And of the liberties of a string between it and stones that nobody can capture, the other side
//! tries one only, since all are alike; its owner tries none.

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
        let mut rest = open;
        while let Some(first) = rest.first() {
            let mut place = rest.part(first);
            rest = rest - place;
            if let Some((owner, string)) = self.outer_liberties(&place) {
                if owner == mover || fillers.contains(&string) {
                    continue;
                }
                fillers.push(string);
                place = PointSet::from_iter([first]);
            }
            for point in &place {
                if let Some(mut score) = self.score(mover, point) {
                    let near = point.neighbors();
                    let fills = near.into_iter().any(|near| self.other.contains(near));
                    if fills {
                        score += if own_liberties.contains(point) { 1 } else { 3 };
                    }
                    moves.push(Scored { point, score });
                }
            }
        }
        moves.sort_by_key(|one| -one.score);
    }

    /// The string between which and walls these points lie: empty points that no others touch.
    ///
    /// Each of them is a liberty of that string and of a wall of the other colour, and touches
    /// nothing else; a wall is a string with liberties outside of the area. So no eye can be made
    /// there, no move gains a liberty, and the other side can always fill them, in any order.
    fn outer_liberties(&self, place: &PointSet) -> Option<(Color, Point)> {
        let mut found: Option<(Color, Point)> = None;
        let mut wall: Option<Color> = None;
        let mut walls = PointSet::EMPTY;
        for string in self.board.chains_at(&(place.neighbors() - *place)) {
            let (color, liberties) = (string.color(), string.liberties());
            if (liberties - *self.points).is_empty() {
                if found.is_some() || !(*place - liberties).is_empty() {
                    return None;
                }
                found = Some((color, string.origin()));
            } else {
                if wall.is_some_and(|wall| wall != color) {
                    return None;
                }
                wall = Some(color);
                walls |= liberties;
            }
        }
        let (owner, string) = found?;
        (wall == Some(!owner) && (*place - walls).is_empty()).then_some((owner, string))
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
