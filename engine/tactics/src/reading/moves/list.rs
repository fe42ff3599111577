//! The list of candidate moves, and the places around a string that both sides look at.

use katachi_board::{Board, Chain, Color, Point, PointSet};

use crate::trail::Trail;

/// Friends with more liberties than this neither need help nor give it.
pub const FEW: usize = 4;

/// Friends: strings of the same colour that the string would join by extending, with at most `most`
/// liberties. A friend appears once for each shared liberty.
pub fn friends_of<'a>(
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

/// Second-order liberties: empty points next to a liberty, but not themselves liberties. Each comes
/// with the number of liberties that it touches. Around a lone stone, `1` and `2` give this number:
///
/// ```text
/// . . 1 . .
/// . 2 . 2 .
/// 1 . X . 1
/// . 2 . 2 .
/// . . 1 . .
/// ```
pub fn beside_liberties(board: &Board, string: &Chain<'_>) -> impl Iterator<Item = (Point, i32)> {
    let liberties = string.liberties();
    let beside = (liberties.neighbors() & *board.empty()) - liberties;
    beside.iter().map(move |point| {
        let touched = point.neighbors().into_iter();
        let touched = touched.filter(|near| liberties.contains(*near)).count();
        (point, touched as i32)
    })
}

/// A candidate move.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct ScoredMove {
    pub point: Point,
    /// How promising the move is; only the order matters.
    score: i32,
    /// The liberties that the string should have after it.
    pub liberties: usize,
}

/// A list of scored moves, each point once.
#[derive(Clone)]
pub(in super::super) struct Candidates {
    moves: Vec<ScoredMove>,
    seen: PointSet,
    /// The side that moves.
    pub mover: Color,
    /// The liberties that the string has now.
    liberties: usize,
    /// A cache for each point: the list that last examined it, the liberties of a move there, and
    /// whether the move captures.
    counted: Vec<(u32, u16, bool)>,
    list: u32,
    /// The points that the lists of the present question have read.
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

    /// Sets the list to exactly these moves, in this order.
    pub fn set(&mut self, mover: Color, points: &[Point]) {
        self.clear(mover, 2);
        self.moves.extend(points.iter().map(|&point| ScoredMove {
            point,
            score: 0,
            liberties: self.liberties,
        }));
    }

    /// Begins a list for this side; `liberties` is the number that the string has now.
    pub fn clear(&mut self, mover: Color, liberties: usize) {
        self.mover = mover;
        self.list = self.list.wrapping_add(1);
        self.counted.resize(Point::LIMIT, (0, 0, false));
        self.liberties = liberties;
        self.moves.clear();
        self.seen = PointSet::EMPTY;
    }

    /// The liberties of the mover's string after a move here.
    pub fn room(&mut self, board: &Board, point: Point) -> i32 {
        self.outlook(board, point).0.into()
    }

    /// Whether a move here captures something.
    pub fn captures(&mut self, board: &Board, point: Point) -> bool {
        self.outlook(board, point).1
    }

    /// Whether a move here captures nothing and is no suicide.
    pub fn is_quiet(&mut self, board: &Board, point: Point) -> bool {
        let (liberties, captures) = self.outlook(board, point);
        liberties > 0 && !captures
    }

    /// Whether a move here captures something or is no self-atari.
    pub fn is_good(&mut self, board: &Board, point: Point) -> bool {
        let (liberties, captures) = self.outlook(board, point);
        liberties > 1 || captures
    }

    /// The liberties after a move here, and whether it captures.
    fn outlook(&mut self, board: &Board, point: Point) -> (u16, bool) {
        let place = &mut self.counted[point.index()];
        if place.0 != self.list {
            self.trail.at(point);
            let (liberties, captures) = board.outlook(self.mover, point);
            *place = (self.list, liberties as u16, captures);
        }
        (place.1, place.2)
    }

    /// [Adds](Self::add) the move if it [is good](Self::is_good).
    pub fn add_good(&mut self, board: &Board, point: Point, score: i32) {
        if self.is_good(board, point) {
            self.add(point, score);
        }
    }

    /// Adds a move that leaves the string's liberties as they are. A known point gets the score on
    /// top.
    pub fn add(&mut self, point: Point, score: i32) {
        self.add_expecting(point, score, self.liberties);
    }

    /// Adds a move after which the string should have this many liberties. A known point gets the
    /// score on top.
    pub fn add_expecting(&mut self, point: Point, score: i32, liberties: usize) {
        if self.seen.contains(point) {
            for known in &mut self.moves {
                if known.point == point {
                    known.score += score;
                }
            }
        } else {
            self.seen.insert(point);
            self.moves.push(ScoredMove {
                point,
                score,
                liberties,
            });
        }
    }

    /// Sorts by score, then by point, and keeps the best `most`.
    pub fn finish(&mut self, most: usize) {
        self.moves
            .sort_unstable_by_key(|known| (std::cmp::Reverse(known.score), known.point));
        self.moves.truncate(most);
    }

    pub fn iter(&self) -> impl Iterator<Item = ScoredMove> + '_ {
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
