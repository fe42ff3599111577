//! Domains: where a side may get eyes.
//!
//! A lively stone claims its neighbours, and claims spread over open points. The first line,
//! opponent stones, and the points beside them hold them up.

use katachi_board::{Board, ByColor, Color, Outcome, Point, PointSet};

use super::facts::Facts;

/// The domain of each side: its lively stones, and the points where it may get eyes. A point may
/// lie in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domains(pub ByColor<PointSet>);

impl Domains {
    /// The domains of a position.
    pub fn of(facts: &mut impl Facts) -> Self {
        let false_margins = false_margins(facts);
        let lively = facts.lively();
        let board = facts.board();
        let domain = |color| Claims::new(board, color, &lively, &false_margins).spread();
        Self(ByColor {
            black: domain(Color::Black),
            white: domain(Color::White),
        })
    }
}

/// Points beside lively stones of a side that do not belong to its domain all the same: the
/// opponent cannot move there safely, and a dead and a living stone of the opponent touch the
/// point.
///
/// ```text
/// O O O O O
/// O X . X X      the stone on the left is dead, and Black cannot connect it
/// ```
///
/// As in GNU Go only points beside lively black stones are examined, on behalf of both sides.
fn false_margins(facts: &mut impl Facts) -> PointSet {
    let lively = facts.lively();
    let board = facts.board();
    let (black, white) = (*board.stones(Color::Black), *board.stones(Color::White));
    let dead = (black | white) - lively;
    let around = (black & lively).neighbors() & white.neighbors() & dead.neighbors();
    let candidates = around & *board.empty();
    (candidates.iter())
        .filter(|&point| {
            (Color::BOTH.into_iter()).any(|color| is_false_margin(facts, &lively, color, point))
        })
        .collect()
}

/// Whether this empty point is a false margin for a side.
fn is_false_margin(facts: &mut impl Facts, lively: &PointSet, color: Color, point: Point) -> bool {
    let board = facts.board();
    let others: Vec<Point> = (point.neighbors().into_iter())
        .filter(|near| board.at(*near).is(!color))
        .collect();
    let (alive, dead): (Vec<Point>, Vec<Point>) =
        (others.into_iter()).partition(|stone| lively.contains(*stone));
    board.has_neighbor(color, point)
        && !dead.is_empty()
        && (alive.into_iter()).any(|stone| facts.attack(stone).outcome == Outcome::Lose)
        && facts.safe_move(!color, point) == Outcome::Lose
}

/// How one side's claims spread.
struct Claims<'a> {
    board: &'a Board,
    /// The strength of the claim on each point: 1 on its lively stones and beside them, less where
    /// the edge or the opponent is near.
    strength: [i8; Point::LIMIT],
    /// Points beside lively stones of the opponent: claims around them must add up to more.
    contested: PointSet,
    /// Points that may still join.
    open: PointSet,
    domain: PointSet,
}

impl<'a> Claims<'a> {
    fn new(board: &'a Board, color: Color, lively: &PointSet, false_margins: &PointSet) -> Self {
        let (own, other) = (
            *board.stones(color) & *lively,
            *board.stones(!color) & *lively,
        );
        let mut claims = Self {
            board,
            strength: [0; Point::LIMIT],
            contested: other.neighbors(),
            open: PointSet::EMPTY,
            domain: own,
        };
        let beside = own.neighbors();
        for point in board.size().points() {
            let claim = &mut claims.strength[point.index()];
            if own.contains(point) {
                *claim = 1;
                continue;
            }
            if other.contains(point) {
                *claim = -1;
                continue;
            }
            if beside.contains(point) {
                if false_margins.contains(point) {
                    continue;
                }
                claims.domain.insert(point);
                *claim = 1;
            } else {
                claims.open.insert(point);
            }
            let is_held_up = claims.contested.contains(point) || board.size().is_edge(point);
            *claim -= i8::from(is_held_up);
        }
        claims
    }

    /// Spreads the claims as far as they go, in whatever order, and returns the domain.
    fn spread(mut self) -> PointSet {
        let mut waiting: Vec<Point> = self.open.iter().collect();
        while let Some(point) = waiting.pop() {
            if !self.open.contains(point) || !self.reaches(point) {
                continue;
            }
            self.open.remove(point);
            self.domain.insert(point);
            self.strength[point.index()] += 1;
            let around = point.neighbors().into_iter().chain(point.diagonals());
            waiting.extend(around.filter(|near| self.open.contains(*near)));
        }
        self.domain
    }

    /// Whether the claims on a direct neighbour and on a diagonal one beside it are enough for a
    /// point.
    fn reaches(&self, point: Point) -> bool {
        let needed = i8::from(self.contested.contains(point));
        let (direct, diagonal) = (point.neighbors(), point.diagonals());
        (0..4).any(|at| {
            let size = self.board.size();
            // A diagonal neighbour lies between two direct ones.
            size.contains(diagonal[at])
                && [direct[at], direct[(at + 1) % 4]].into_iter().any(|near| {
                    self.strength[near.index()] + self.strength[diagonal[at].index()] > needed
                })
        })
    }
}
