//! Which moves come into question, the most promising first.

mod attack;
mod defense;

pub(super) use attack::attack;
pub(super) use defense::defense;

use katachi_board::{Board, Chain, Color, Point, PointSet};

use super::trail::Trail;

/// A string with more liberties needs no help, and is no help.
const FEW: usize = 4;

/// Strings that the string would join by extending, if they have no more than `most` liberties: one for each
/// liberty that they share.
fn friends_of<'a>(
    board: &'a Board,
    string: &Chain<'a>,
    most: usize,
) -> impl Iterator<Item = Chain<'a>> {
    let string = *string;
    let near = string.each_liberty().flat_map(Point::neighbors);
    near.filter(move |&near| board.at(near).is(string.color()))
        .filter_map(|near| board.chain(near))
        .filter(move |friend| !friend.is_same(&string) && friend.liberty_count() <= most)
}

/// Empty points next to liberties that are no liberties themselves, each with the number of liberties it touches.
fn beside_liberties(board: &Board, string: &Chain<'_>) -> impl Iterator<Item = (Point, i32)> {
    let liberties = string.liberties();
    let beside = (liberties.neighbors() & *board.empty()) - liberties;
    beside.iter().map(move |point| {
        let touched = point.neighbors().into_iter();
        let touched = touched.filter(|near| liberties.contains(*near)).count();
        (point, touched as i32)
    })
}

/// A move that comes into question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub point: Point,
    /// How promising it is; only the order counts.
    score: i32,
    /// The liberties that the string is expected to have after it.
    pub liberties: usize,
}

/// Moves with their scores, each point once.
#[derive(Clone)]
pub(super) struct Candidates {
    moves: Vec<Candidate>,
    seen: PointSet,
    /// Whose moves these are.
    mover: Color,
    /// The liberties that the string has now.
    liberties: usize,
    /// For each point, in which list the mover's move there was last looked at, how many liberties it gives,
    /// and whether it captures.
    counted: Vec<(u32, u16, bool)>,
    list: u32,
    /// Where the lists of the present question have looked.
    pub trail: Trail,
}

impl Default for Candidates {
    fn default() -> Self {
        Self::new()
    }
}

impl Candidates {
    pub const fn new() -> Self {
        Self {
            moves: Vec::new(),
            seen: PointSet::EMPTY,
            mover: Color::Black,
            liberties: 0,
            counted: Vec::new(),
            list: 0,
            trail: Trail::EMPTY,
        }
    }

    /// Exactly these moves of this side, in this order.
    pub fn set(&mut self, mover: Color, points: &[Point]) {
        self.clear(mover, 2);
        self.moves.extend(points.iter().map(|&point| Candidate {
            point,
            score: 0,
            liberties: self.liberties,
        }));
    }

    /// Begins a list of this side's moves, about a string with so many liberties.
    fn clear(&mut self, mover: Color, liberties: usize) {
        self.mover = mover;
        self.list = self.list.wrapping_add(1);
        self.counted.resize(Point::LIMIT, (0, 0, false));
        self.liberties = liberties;
        self.moves.clear();
        self.seen = PointSet::EMPTY;
    }

    /// The liberties that the mover would have after playing here.
    fn room(&mut self, board: &Board, point: Point) -> i32 {
        self.outlook(board, point).0.into()
    }

    /// Whether the mover would capture something by playing here.
    fn captures(&mut self, board: &Board, point: Point) -> bool {
        self.outlook(board, point).1
    }

    /// Whether the mover would have a liberty here although it captures nothing.
    pub fn is_quiet(&mut self, board: &Board, point: Point) -> bool {
        let (liberties, captures) = self.outlook(board, point);
        liberties > 0 && !captures
    }

    /// Whether the mover would not stand in atari here, or captures something.
    fn is_good(&mut self, board: &Board, point: Point) -> bool {
        let (liberties, captures) = self.outlook(board, point);
        liberties > 1 || captures
    }

    /// The liberties that the mover would have after playing here, and whether it would capture.
    fn outlook(&mut self, board: &Board, point: Point) -> (u16, bool) {
        let place = &mut self.counted[point.index()];
        if place.0 != self.list {
            self.trail.at(point);
            let (liberties, captures) = board.outlook(self.mover, point);
            *place = (self.list, liberties as u16, captures);
        }
        (place.1, place.2)
    }

    /// [Adds](Self::add) a move if it [is good](Self::is_good).
    fn add_good(&mut self, board: &Board, point: Point, score: i32) {
        if self.is_good(board, point) {
            self.add(point, score);
        }
    }

    /// Adds a move that leaves the string its liberties, or to the score of one that is there.
    fn add(&mut self, point: Point, score: i32) {
        self.add_expecting(point, score, self.liberties);
    }

    /// Adds a move after which the string has so many liberties, or to the score of one that is there.
    fn add_expecting(&mut self, point: Point, score: i32, liberties: usize) {
        if self.seen.contains(point) {
            for known in &mut self.moves {
                if known.point == point {
                    known.score += score;
                }
            }
        } else {
            self.seen.insert(point);
            self.moves.push(Candidate {
                point,
                score,
                liberties,
            });
        }
    }

    /// Sorts by score, then by place, and leaves only the best if there are more than `most`.
    fn finish(&mut self, most: usize) {
        self.moves
            .sort_unstable_by_key(|known| (std::cmp::Reverse(known.score), known.point));
        self.moves.truncate(most);
    }

    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.moves.iter().copied()
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    pub fn point(&self, at: usize) -> Point {
        self.moves[at].point
    }

    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.iter().map(|candidate| candidate.point)
    }
}
