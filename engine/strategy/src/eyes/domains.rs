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

/// How one side's claims spread. The strength of a claim on a point is 1 on lively stones and
/// beside them, one less where the edge or the opponent is near, and −1 on the opponent's lively
/// stones.
struct Claims {
    /// All points.
    board: PointSet,
    /// The points where the claim is 1, and those where it is −1.
    strong: PointSet,
    weak: PointSet,
    /// Points beside lively stones of the opponent: claims around them must add up to more.
    contested: PointSet,
    /// Points that may still join.
    open: PointSet,
    domain: PointSet,
}

impl Claims {
    fn new(board: &Board, color: Color, lively: &PointSet, false_margins: &PointSet) -> Self {
        let (own, other) = (
            *board.stones(color) & *lively,
            *board.stones(!color) & *lively,
        );
        let all = *board.stones(color) | *board.stones(!color) | *board.empty();
        let (rows, cols) = (
            all.moved::<1, 0>() & all.moved::<-1, 0>(),
            all.moved::<0, 1>() & all.moved::<0, -1>(),
        );
        let edge = all - (rows & cols);
        let contested = other.neighbors();
        let held_up = contested | edge;
        let beside = (own.neighbors() & all) - own - other;
        let claimed = beside - *false_margins;
        let open = all - own - other - beside;
        Self {
            board: all,
            strong: own | (claimed - held_up),
            weak: other | (open & held_up),
            contested,
            open,
            domain: own | claimed,
        }
    }

    /// Spreads the claims as far as they go, and returns the domain.
    fn spread(mut self) -> PointSet {
        loop {
            let fresh = self.reached() & self.open;
            if fresh.is_empty() {
                return self.domain;
            }
            self.open = self.open - fresh;
            self.domain |= fresh;
            self.strong |= fresh - self.weak;
            self.weak = self.weak - fresh;
        }
    }

    /// The points for which the claims on a direct neighbour and on a diagonal one beside it are
    /// enough: together 1, or 2 where the point is contested.
    fn reached(&self) -> PointSet {
        let (above, below) = (self.claims::<1, 0>(), self.claims::<-1, 0>());
        let (left, right) = (self.claims::<0, 1>(), self.claims::<0, -1>());
        let corners = [
            (self.claims::<1, 1>(), [&above, &left]),
            (self.claims::<1, -1>(), [&above, &right]),
            (self.claims::<-1, 1>(), [&below, &left]),
            (self.claims::<-1, -1>(), [&below, &right]),
        ];
        let mut reached = PointSet::EMPTY;
        for (diagonal, directs) in &corners {
            for direct in directs {
                let both = direct.strong & diagonal.strong;
                let one = (direct.strong - diagonal.weak) | (diagonal.strong - direct.weak);
                reached |= (both | (one - self.contested)) & diagonal.board;
            }
        }
        reached
    }

    /// The claims as the points see them that lie this many rows below and columns right.
    fn claims<const ROWS: isize, const COLS: isize>(&self) -> Seen {
        Seen {
            board: self.board.moved::<ROWS, COLS>(),
            strong: self.strong.moved::<ROWS, COLS>(),
            weak: self.weak.moved::<ROWS, COLS>(),
        }
    }
}

/// The claims on the neighbours in one direction, and whether these lie on the board.
struct Seen {
    board: PointSet,
    strong: PointSet,
    weak: PointSet,
}
