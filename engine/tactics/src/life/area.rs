//! The area of a question: the points where both sides may play.
//!
//! It grows from the goal over the empty points that the goal's side reaches as soon as its
//! opponent, and over stones of its own colour. Where the opponent's stones do not close it, the
//! empty points around it are taken for the opponent's: the area is *fenced*. Surrounding stones
//! stand as they are, except those that the goal might capture: their liberties belong to the area,
//! too.

use katachi_board::{Board, Chain, Color, PointSet};

use super::question::Goal;

/// A string beside the area with no more liberties outside than this might be captured.
const FEW_LIBERTIES: usize = 2;
/// Empty points that the area encloses belong to it if they are no more than this.
const POCKET: usize = 6;
/// Up to this distance from the goal, points that both sides reach at once belong to the area.
const NEAR: usize = 1;
/// Up to this distance from the goal, the points around the area belong to it.
const RIM: usize = 2;

/// Where a question is played out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    /// The points where both sides may play once they are empty.
    pub points: PointSet,
    /// The empty points around it, which count as the opponent's.
    pub fence: PointSet,
    /// Surrounding stones with liberties outside of the area and its fence: nobody can capture
    /// them.
    pub walls: PointSet,
    /// The points that decide where the area ends.
    pub seen: PointSet,
}

impl Area {
    /// The area of a goal. `None` if it has more empty points than this, so that the goal lies
    /// open, or if stones around it may die, of either side.
    pub fn of(board: &Board, goal: &Goal<'_>, most: usize) -> Option<Self> {
        let (color, doubtful) = (goal.color, goal.doubtful);
        let goal = goal.stones;
        let (empty, own) = (*board.empty(), *board.stones(color));
        let count = |set: &PointSet| (*set & empty).len();
        let mut points = *goal;
        let mut theirs = *board.stones(!color);
        let mut fresh = points;
        let mut step = 0;
        while !fresh.is_empty() {
            // Both sides move one step at a time. A point that both reach at once belongs to the
            // area only near the goal.
            if step >= NEAR {
                theirs |= (theirs.neighbors() & empty) - points;
            }
            let reached = (fresh.neighbors() & (empty | own)) - theirs - points;
            let mut grown = reached;
            for string in board.chains_at(&(reached & own)) {
                grown.extend(string.stones());
            }
            if step < NEAR {
                theirs |= (theirs.neighbors() & empty) - points;
            }
            step += 1;
            fresh = grown - points;
            points |= grown;
            if count(&points) > most {
                return None;
            }
        }
        points |= pockets(board, &points);
        // The side that runs first may get one line further.
        let near = (0..RIM).fold(*goal, |near, _| near | (near.neighbors() & empty));
        let with_rim = points | (points.neighbors() & empty & near);
        if count(&with_rim) <= most {
            points = with_rim;
        }
        let mut area = Self {
            points,
            fence: PointSet::EMPTY,
            walls: PointSet::EMPTY,
            seen: points | theirs,
        };
        area.add_weak_walls(board, color, most);
        let gaps = |points: &PointSet| (points.neighbors() & empty) - *points;
        // Behind some gaps the goal's side stands already.
        let behind = (own - area.points).neighbors();
        let with_ways = area.points | (gaps(&area.points) & behind);
        if count(&with_ways) <= most {
            area.points = with_ways;
        }
        area.add_weak_friends(board, (color, doubtful), most);
        area.fence = gaps(&area.points);
        area.find_walls(board, !color);
        let is_strong = |friend: Chain| !area.is_weak(&friend, doubtful);
        let is_sure = !area.walls.intersects(doubtful) && area.friends(board, color).all(is_strong);
        (is_sure && count(&area.points) <= most).then_some(area)
    }

    /// The strings of the goal's side beside the area that have liberties elsewhere: the goal lives
    /// if it is connected with one.
    fn friends<'b>(
        &self,
        board: &'b Board,
        color: Color,
    ) -> impl Iterator<Item = Chain<'b>> + use<'b> {
        let points = self.points;
        let own = (points | points.neighbors()) & *board.stones(color);
        (board.chains_at(&own)).filter(move |string| !(string.liberties() - points).is_empty())
    }

    /// Whether a friend may be captured: its life is in doubt, and it has few liberties elsewhere.
    fn is_weak(&self, friend: &Chain<'_>, doubtful: &PointSet) -> bool {
        let outside = friend.liberties() - self.points;
        outside.len() <= FEW_LIBERTIES && doubtful.contains(friend.origin())
    }

    /// Adds the liberties of weak friends.
    fn add_weak_friends(
        &mut self,
        board: &Board,
        (color, doubtful): (Color, &PointSet),
        most: usize,
    ) {
        loop {
            let weak = self
                .friends(board, color)
                .filter(|friend| self.is_weak(friend, doubtful));
            let mut enlarged = weak.map(|friend| {
                let outside = friend.liberties() - self.points;
                let room = (outside | outside.neighbors()) & *board.empty();
                self.points | room | friend.stone_set()
            });
            match enlarged.find(|points| (*points & *board.empty()).len() <= most) {
                Some(points) => self.points = points,
                None => return,
            }
        }
    }

    /// The empty points on which both sides may play.
    pub fn room(&self, board: &Board) -> PointSet {
        self.points & *board.empty()
    }

    /// Whether stones of the opponent enclose the area without gaps.
    pub fn is_closed(&self) -> bool {
        self.fence.is_empty()
    }

    /// Finds the attacker's stones around the area that have liberties outside of it.
    fn find_walls(&mut self, board: &Board, attacker: Color) {
        self.walls = self.fence;
        let theirs = *board.stones(attacker);
        for string in board.chains_at(&((self.points | self.points.neighbors()) & theirs)) {
            if !(string.liberties() - self.points).is_empty() {
                self.walls.extend(string.stones());
            }
        }
    }

    /// Adds the liberties of surrounding strings that the goal might capture, since they have few
    /// or are enclosed themselves, and the strings that have no others.
    fn add_weak_walls(&mut self, board: &Board, color: Color, most: usize) {
        let walls = self.points.neighbors() & *board.stones(!color);
        for string in board.chains_at(&walls) {
            let outside = string.liberties() - self.points;
            let mut room = (outside | outside.neighbors()) & *board.empty();
            if outside.len() > FEW_LIBERTIES {
                // Enclosed itself, it races with the goal.
                room = (outside.iter()).fold(PointSet::EMPTY, |room, liberty| {
                    room | board.empty().part(liberty)
                });
            }
            let with_room = self.points | room;
            if (with_room & *board.empty()).len() <= most {
                self.points = with_room;
            }
        }
        let walls = self.points.neighbors() & *board.stones(!color);
        for string in board.chains_at(&walls) {
            if (string.liberties() - self.points).is_empty() {
                self.points.extend(string.stones());
            }
        }
    }

    /// Plays the fence on the board as trial moves of the goal's opponent. Returns their number;
    /// `None` if the fence would capture something, and then the board is as before.
    pub fn put_fence(&self, board: &mut Board, attacker: Color) -> Option<usize> {
        let mut count = 0;
        for point in &self.fence {
            let harms = board.captures_something(attacker, point);
            if harms || !board.try_move(attacker, point) {
                take_back(board, count);
                return None;
            }
            count += 1;
        }
        Some(count)
    }
}

/// Takes this many trial moves back.
pub(super) fn take_back(board: &mut Board, count: usize) {
    for _ in 0..count {
        board.take_back();
    }
}

/// The small parts of the other empty points that lie beside the area.
fn pockets(board: &Board, points: &PointSet) -> PointSet {
    let mut left = *board.empty() - *points;
    let mut found = PointSet::EMPTY;
    let beside = |left: &PointSet| (points.neighbors() & *left).first();
    while let Some(first) = beside(&left) {
        let part = left.part(first);
        left = left - part;
        if part.len() <= POCKET {
            found |= part;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use katachi_board::Point;

    use super::*;

    fn area(text: &str, stone: &str, doubtful: &[&str]) -> Option<Area> {
        let board: Board = text.parse().expect("a board");
        let point = |vertex: &str| Point::from_vertex(vertex, board.size()).expect("a vertex");
        let string = board.chain(point(stone)).expect("a string");
        let goal = Goal {
            color: string.color(),
            stones: &string.stone_set(),
            doubtful: &doubtful.iter().map(|vertex| point(vertex)).collect(),
        };
        Area::of(&board, &goal, 12)
    }

    fn named(set: &PointSet) -> String {
        let size = katachi_board::BoardSize::new(7).expect("a size");
        let names: Vec<String> = set.iter().map(|p| p.vertex(size).to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn a_wall_closes_an_area() {
        let found = area(
            ". . . X O . .
             X X X X O . .
             O O O O O . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .",
            "A6",
            &[],
        )
        .expect("an area");
        assert!(found.fence.is_empty());
        assert_eq!(named(&(found.points)), "A7 B7 C7 D7 A6 B6 C6 D6");
    }

    #[test]
    fn a_gap_is_fenced_where_the_opponent_comes_first() {
        let found = area(
            ". . . X . . .
             X X X X O . .
             . O O O O . .
             . . . . . . .
             . O . . . . .
             . . . . . . .
             . . . . . . .",
            "A6",
            &[],
        )
        .expect("an area");
        assert_eq!(named(&found.fence), "G7 F6 B4 A3");
    }

    #[test]
    fn a_friend_that_may_be_captured_belongs_to_the_area() {
        // Black reaches C7 by capturing B7, but White can take C7 first.
        let found = area(
            ". O X . . . .
             X X O O . . .
             . X O . . . .
             X X O . . . .
             O O O . . . .
             . . . . . . .
             . . . . . . .",
            "A6",
            &["C7"],
        )
        .expect("an area");
        assert_eq!(named(&(found.points)), "A7 B7 C7 D7 E7 A6 B6 A5 B5 A4 B4");
        assert_eq!(named(&found.fence), "F7 E6");
    }

    #[test]
    fn a_goal_in_the_open_has_no_area() {
        let open = ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . X . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .";
        assert!(area(open, "D4", &[]).is_none());
    }
}
