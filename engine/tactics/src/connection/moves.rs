//! Candidate moves of both sides, with their order.
//!
//! Entry points: [`Candidates::connect`] and [`Candidates::disconnect`]. Each move has a cost in
//! tenths of a move: the cost of the way through its point, plus or minus the weights below. The
//! cheapest come first.

use katachi_board::{Board, Color, Outcome, Point, PointSet};

use super::distance::Between;
use super::goal::Goal;
use super::tactics::Tactics;

// All weights are tenths of a move.
/// Bonus of the move that tactical reading found, and of other liberties of that string.
const FOUND: i32 = 8;
const LIBERTY: i32 = 2;
/// Penalty for filling a gap that already connects, and for pushing into one.
const FILL: i32 = 8;
const PUSH: i32 = 1;
/// Bonus of a stone beside an own stone, and of one diagonal to it.
const BESIDE: i32 = 3;
const DIAGONAL: i32 = 2;
/// Bonus for taking a liberty of a weak string.
const THREAT: i32 = 1;

/// Moves with their costs; lower is better.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    moves: Vec<(i32, Point)>,
}

impl Candidates {
    fn add(&mut self, cost: i32, point: Point) {
        match self.moves.iter_mut().find(|(_, known)| *known == point) {
            Some((known, _)) => *known = cost.min(*known),
            None => self.moves.push((cost, point)),
        }
    }

    /// Adds the moves about a string; `cost` is that of the way through it.
    fn add_all(&mut self, cost: i32, moves: &Moves) {
        if let Some(best) = moves.best {
            self.add(cost - FOUND, best);
        }
        for point in &moves.others {
            self.add(cost - LIBERTY, point);
        }
    }

    /// The `width` best moves with their costs; `first` comes before all others.
    pub fn best(mut self, width: usize, first: Option<Point>) -> Vec<(i32, Point)> {
        self.moves.sort_unstable();
        if let Some(at) = self
            .moves
            .iter()
            .position(|&(_, point)| Some(point) == first)
        {
            self.moves[..=at].rotate_right(1);
        }
        self.moves.truncate(width);
        self.moves
    }

    /// Adds the moves of the side that connects: points and gaps on the way, captures of strings in
    /// the way, rescues of strings in danger.
    pub fn connect(
        &mut self,
        board: &mut Board,
        tactics: &mut Tactics<'_>,
        goal: &Goal,
        between: &Between,
        depth: u32,
    ) {
        let color = goal.color;
        for &(cost, point) in &between.points {
            self.add(i32::from(cost) + shape(board, tactics, color, point), point);
        }
        for &(cost, point) in &between.gaps {
            self.add(
                i32::from(cost) + FILL + shape(board, tactics, color, point),
                point,
            );
        }
        for &(cost, stone) in &between.prey {
            self.add_all(i32::from(cost), &captures(board, tactics, stone, depth));
        }
        for (cost, stone) in in_danger(goal, between) {
            let is_weak = if tactics.is_silent {
                board.liberty_count(stone) <= 1
            } else {
                tactics.attack(board, stone, depth).outcome != Outcome::Lose
            };
            if is_weak {
                self.add_all(cost, &rescues(board, tactics, stone, depth));
            }
        }
    }

    /// Adds the moves of the side that cuts: points and gaps on the way, rescues of its strings
    /// there, captures of the strings to be connected.
    pub fn disconnect(
        &mut self,
        board: &mut Board,
        tactics: &mut Tactics<'_>,
        goal: &Goal,
        between: &Between,
        depth: u32,
    ) {
        let color = !goal.color;
        let weak = goal.weak_spots(board, &mut tactics.trail);
        for &(cost, point) in &between.points {
            let threat = i32::from(weak.contains(point)) * THREAT;
            self.add(
                i32::from(cost) + shape(board, tactics, color, point) - threat,
                point,
            );
        }
        for &(cost, point) in &between.gaps {
            self.add(
                i32::from(cost) + PUSH + shape(board, tactics, color, point),
                point,
            );
        }
        for &(cost, stone) in &between.prey {
            self.add_all(i32::from(cost), &rescues(board, tactics, stone, depth));
        }
        for (cost, stone) in in_danger(goal, between) {
            self.add_all(cost, &captures(board, tactics, stone, depth));
        }
    }
}

/// The strings whose capture would end the connection, with the cost of moves about each.
fn in_danger(goal: &Goal, between: &Between) -> Vec<(i32, Point)> {
    let cost = i32::from(between.distance);
    let ends = goal.strings().map(|stone| (cost - 5, stone));
    let links = between
        .links
        .iter()
        .map(|&(cost, stone)| (i32::from(cost), stone));
    ends.chain(links).collect()
}

/// The shape of a move as a cost: few liberties are bad; captures and contact are good.
fn shape(board: &Board, tactics: &mut Tactics<'_>, mover: Color, point: Point) -> i32 {
    tactics.trail.at(point);
    let liberties = board.liberty_count_after(mover, point);
    let mut cost = match liberties {
        0 => 20,
        1 => 8,
        2 => 1,
        _ => 0,
    };
    if board.captures_something(mover, point) {
        cost -= 6;
    }
    if board.has_neighbor(mover, point) {
        cost -= BESIDE;
    } else if point.diagonals().into_iter().any(|near| {
        tactics.trail.see(near);
        board.at(near).is(mover)
    }) {
        cost -= DIAGONAL;
    }
    cost
}

/// Moves that capture a string: the one that reading found, and its liberties if it has at most
/// two.
fn captures(board: &mut Board, tactics: &mut Tactics<'_>, stone: Point, depth: u32) -> Moves {
    let reading = tactics.attack(board, stone, depth);
    if reading.outcome == Outcome::Lose && !tactics.is_silent {
        return Moves {
            best: None,
            others: PointSet::EMPTY,
        };
    }
    let few = board
        .chain(stone)
        .filter(|chain| chain.liberty_count() <= 2);
    Moves {
        best: reading.point,
        others: few.map_or(PointSet::EMPTY, |chain| chain.liberties()),
    }
}

/// Moves that save a string, or at least make its capture harder.
fn rescues(board: &mut Board, tactics: &mut Tactics<'_>, stone: Point, depth: u32) -> Moves {
    let best = tactics.defend(board, stone, depth).point;
    let mut others = PointSet::EMPTY;
    if let Some(chain) = board.chain(stone) {
        tactics.trail.string(stone);
        tactics.trail.around(&chain);
        if chain.liberty_count() <= 3 {
            others |= chain.liberties();
        }
        for other in chain.neighbors_with(1) {
            others |= other.liberties();
        }
    }
    Moves { best, others }
}

/// Moves about one string.
struct Moves {
    /// The move that tactical reading found.
    best: Option<Point>,
    others: PointSet,
}
