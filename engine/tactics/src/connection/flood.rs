//! The distance between two strings by their shape alone: what quick questions measure.
//!
//! Entry point: [`Flood::between`]. Costs spread from both ends, as in
//! [`distance`](super::distance), but only step by step:
//!
//! - onto an empty point: a move
//! - along an own string: nothing; to one with common liberties, or liberties side by side: a part
//!   of a move
//! - through an opponent string: a move for each liberty, at most two
//!
//! There are no jumps to empty points, and no tactical reading. So the area is small, and a node
//! takes a tenth of the time. The search plays the captures that the distance only counts.

use katachi_board::{Board, Chain, Color, Point, PointSet};

use super::cost::{Cost, FAR, MOVE};
use super::distance::Between;
use super::gaps::MIAI;
use super::goal::Goal;
use crate::trail::Trail;

/// Costs at most, plus one: a bit of a word for each.
const LEVELS: usize = 64;
/// From a captured string to one of its former liberties, and from such a liberty to the capture.
const BESIDE_PREY: Cost = 2;
/// To an own string with one common liberty, and to one with a liberty beside an own one.
const SHARED: Cost = 5;
const BESIDE: Cost = 8;
/// Opponent strings with more liberties are in nobody's way.
const MOST_LIBERTIES: usize = 2;
/// What the costs of a cell from both ends may count twice besides the move on a point, or the
/// moves of a capture: the way past a captured string, from both sides.
const DETOUR: Cost = 2 * BESIDE_PREY;

/// Cells that wait to be reached, by their cost.
#[derive(Clone)]
struct Queue {
    /// For each cost, the entry that was added last, plus one.
    last: [u16; LEVELS],
    /// Each cell with the entry of the same cost that was added before it, plus one.
    entries: Vec<(Point, u16)>,
    /// The costs at which there are entries: a bit for each.
    costs: u64,
}

impl Queue {
    const EMPTY: Self = Self {
        last: [0; LEVELS],
        entries: Vec::new(),
        costs: 0,
    };

    fn clear(&mut self) {
        self.entries.clear();
        self.costs = 0;
    }

    fn push(&mut self, cost: Cost, point: Point) {
        let bit = 1 << cost;
        let last = &mut self.last[usize::from(cost)];
        let before = if self.costs & bit == 0 { 0 } else { *last };
        self.entries.push((point, before));
        *last = self.entries.len() as u16;
        self.costs |= bit;
    }

    /// A cell of the lowest cost.
    fn pop(&mut self) -> Option<(Cost, Point)> {
        let cost = self.costs.trailing_zeros() as usize;
        let last = self.last.get_mut(cost)?;
        let (point, before) = self.entries[usize::from(*last) - 1];
        *last = before;
        if before == 0 {
            self.costs &= self.costs - 1;
        }
        Some((cost as Cost, point))
    }
}

/// A string that costs have reached.
#[derive(Clone)]
struct Reached {
    cost: Cost,
    stone: Point,
    liberties: PointSet,
    /// The points next to the liberties of an own string.
    beside: PointSet,
    is_own: bool,
}

/// The costs as seen from one end.
#[derive(Clone)]
struct Wave {
    /// The least cost known of each cell, a move there included.
    cost: [Cost; Point::LIMIT],
    /// The cells reached: their cost is final.
    seen: PointSet,
    /// The empty points among them, and the strings.
    points: Vec<Point>,
    strings: Vec<Reached>,
    queue: Queue,
    /// The greatest cost that is reached.
    limit: Cost,
}

impl Wave {
    const EMPTY: Self = Self {
        cost: [FAR; Point::LIMIT],
        seen: PointSet::EMPTY,
        points: Vec::new(),
        strings: Vec::new(),
        queue: Queue::EMPTY,
        limit: 0,
    };

    /// Begins at points or strings; no cost is greater than `limit`.
    fn begin(&mut self, board: &Board, from: &PointSet, color: Color, limit: Cost) {
        self.cost.fill(FAR);
        self.seen = PointSet::EMPTY;
        self.points.clear();
        self.strings.clear();
        self.queue.clear();
        self.limit = limit.min(LEVELS as Cost - 1);
        for point in from {
            if board.at(point).is_empty() {
                self.push(MOVE, point);
            } else if board.at(point).is(color) {
                self.push(0, point);
            }
        }
    }

    fn push(&mut self, cost: Cost, point: Point) {
        let known = &mut self.cost[point.index()];
        if cost < *known && cost <= self.limit {
            *known = cost;
            self.queue.push(cost, point);
        }
    }

    /// The next cell to be reached, with its cost.
    fn next(&mut self) -> Option<(Cost, Point)> {
        loop {
            let (cost, point) = self.queue.pop().filter(|(cost, _)| *cost <= self.limit)?;
            if !self.seen.contains(point) {
                return Some((cost, point));
            }
        }
    }

    /// Reaches an empty point, or the string of a stone, and adds what comes next.
    fn reach(&mut self, (board, trail): (&Board, &mut Trail), color: Color, at: (Cost, Point)) {
        let (cost, point) = at;
        let Some(string) = board.chain(point) else {
            self.seen.insert(point);
            self.points.push(point);
            for near in point.neighbors() {
                let state = board.at(near);
                if state.is_empty() {
                    self.push(cost + MOVE, near);
                } else if state.is(color) {
                    self.push(cost, near);
                } else if let Some(prey) = board.chain(near) {
                    // The move here has taken one of its liberties.
                    self.add_prey(trail, cost, &prey, 1);
                }
            }
            return;
        };
        trail.string(string.stone());
        for stone in string.stones() {
            self.seen.insert(stone);
            self.cost[stone.index()] = cost;
        }
        let liberties = string.liberties();
        let is_own = string.color() == color;
        let mut beside = PointSet::EMPTY;
        if is_own {
            beside = liberties.neighbors();
            self.leave_own((board, trail), cost, &string, (&liberties, &beside));
        } else {
            for stone in &string.adjacent_stones() {
                self.push(cost, stone);
            }
            for liberty in string.each_liberty() {
                self.push(cost + BESIDE_PREY, liberty);
            }
        }
        self.strings.push(Reached {
            cost,
            stone: string.stone(),
            liberties,
            beside,
            is_own,
        });
    }

    /// Adds what comes after an own string.
    fn leave_own(
        &mut self,
        (board, trail): (&Board, &mut Trail),
        cost: Cost,
        string: &Chain<'_>,
        (liberties, beside): (&PointSet, &PointSet),
    ) {
        let left = self.limit.saturating_sub(cost);
        if left >= MOVE {
            for liberty in string.each_liberty() {
                self.push(cost + MOVE, liberty);
            }
        }
        if left >= BESIDE_PREY {
            for prey in string.neighbors() {
                self.add_prey(trail, cost, &prey, 0);
            }
        }
        if left < MIAI {
            return;
        }
        let own = *board.stones(string.color());
        trail.include(beside);
        for other in board.chains_at(&((*beside & own) - self.seen)) {
            trail.string(other.stone());
            let common = *liberties & other.liberties();
            let link = if common.len() > 1 { MIAI } else { SHARED };
            self.push(cost + link, other.stone());
        }
        if left < BESIDE {
            return;
        }
        let next = (*beside & *board.empty()).neighbors();
        trail.include(&next);
        for stone in &((next & own) - self.seen) {
            self.push(cost + BESIDE, stone);
        }
    }

    /// Adds an opponent string if it can be captured soon; some of its liberties are paid for.
    fn add_prey(&mut self, trail: &mut Trail, cost: Cost, prey: &Chain<'_>, paid: usize) {
        trail.string(prey.stone());
        let count = prey.liberty_count();
        if count <= MOST_LIBERTIES {
            let more = (count - paid) as Cost * MOVE;
            self.push(cost + more.max(BESIDE_PREY), prey.stone());
        }
    }

    /// The cost of a cell; [`FAR`] if it was not reached.
    fn of(&self, point: Point) -> Cost {
        if self.seen.contains(point) {
            self.cost[point.index()]
        } else {
            FAR
        }
    }
}

/// The costs from both ends. Three kilobytes, so a reader keeps them.
#[derive(Clone)]
pub(super) struct Flood {
    here: Wave,
    there: Wave,
}

impl Flood {
    /// Nothing is reached.
    pub const EMPTY: Self = Self {
        here: Wave::EMPTY,
        there: Wave::EMPTY,
    };

    /// What lies between the two ends of a goal, if their distance is at most `reach`. Ways that
    /// cost at most `slack` more than the cheapest one count as near.
    pub fn between(
        &mut self,
        board: &Board,
        trail: &mut Trail,
        goal: &Goal,
        (reach, slack): (Cost, Cost),
    ) -> Between {
        let (color, targets) = (goal.color, goal.targets());
        let mut between = Between {
            distance: FAR,
            ..Between::default()
        };
        let here = &mut self.here;
        here.begin(board, &PointSet::from_iter([goal.string]), color, reach);
        while let Some((cost, point)) = here.next() {
            here.reach((board, &mut *trail), color, (cost, point));
            if between.distance == FAR && here.seen.intersects(&targets) {
                between.distance = cost;
                here.limit = here.limit.min(cost + slack);
            }
        }
        trail.include(&(here.seen | here.seen.neighbors()));
        if between.distance == FAR {
            return between;
        }
        let most = between.distance + slack;
        let there = &mut self.there;
        there.begin(board, &targets, color, most);
        while let Some((cost, point)) = there.next() {
            // A detour leads to nothing near.
            if self.here.of(point) + cost <= most + twice(board, color, point) + DETOUR {
                there.reach((board, &mut *trail), color, (cost, point));
            }
        }
        trail.include(&(there.seen | there.seen.neighbors()));
        for &point in &self.there.points {
            let cost = (self.here.of(point) + self.there.of(point)).saturating_sub(MOVE);
            if cost <= most {
                between.points.push((cost, point));
            }
        }
        self.gather_strings(board, goal, most, &mut between);
        between
    }

    /// The strings on ways of at most this cost, and the gaps on the cheapest ways.
    fn gather_strings(&self, board: &Board, goal: &Goal, most: Cost, between: &mut Between) {
        for other in &self.there.strings {
            let cost = self.here.of(other.stone) + other.cost;
            if !other.is_own {
                let capture = board.liberty_count(other.stone) as Cost * MOVE;
                let cost = cost.saturating_sub(capture);
                if cost <= most {
                    between.prey.push((cost, other.stone));
                }
                continue;
            }
            if cost <= most {
                let string = board.chain(other.stone);
                let is_end = |end| string.is_some_and(|string| string.contains(end));
                if !goal.strings().any(is_end) {
                    between.links.push((cost, other.stone));
                }
            }
            for string in self.here.strings.iter().filter(|string| string.is_own) {
                let cost = string.cost + other.cost;
                if string.stone == other.stone || cost + MIAI > between.distance {
                    continue;
                }
                let (link, gaps) = string.link(other);
                if cost + link <= between.distance {
                    let gaps = gaps.iter().map(|gap| (cost + link, gap));
                    between.gaps.extend(gaps);
                }
            }
        }
    }
}

/// The moves at a cell that the costs from both ends count: one on a point, as many as an opponent
/// string has liberties.
fn twice(board: &Board, color: Color, point: Point) -> Cost {
    match board.chain(point) {
        None => MOVE,
        Some(string) if string.color() == color => 0,
        Some(string) => string.liberty_count().min(MOST_LIBERTIES) as Cost * MOVE,
    }
}

impl Reached {
    /// The cost of the link with another string of the colour, and the points where an opponent
    /// stone would threaten it.
    fn link(&self, other: &Self) -> (Cost, PointSet) {
        let (ours, theirs) = (self.liberties, other.liberties);
        let common = ours & theirs;
        match common.len() {
            0 => {
                let gaps = (ours & other.beside) | (self.beside & theirs);
                (BESIDE, gaps)
            }
            1 => (SHARED, common),
            _ => (MIAI, common),
        }
    }
}
