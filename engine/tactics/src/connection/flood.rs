//! The distance between two strings by their shape alone: what quick questions measure.
//!
//! Entry point: [`between`]. Costs spread from both ends, as in [`distance`](super::distance), but
//! only step by step, and all points of one cost at once:
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

/// Costs at most, plus one.
const LEVELS: usize = 64;
/// From a captured string to one of its former liberties, and from such a liberty to the capture.
const BESIDE_PREY: usize = 2;
/// To an own string with one common liberty, and to one with a liberty beside an own one.
const SHARED: Cost = 5;
const BESIDE: Cost = 8;
/// How many different costs, and how many strings, a wave usually has room for.
const USUAL_POINTS: usize = 32;
const USUAL_STRINGS: usize = 16;
/// Opponent strings with more liberties are in nobody's way.
const MOST_LIBERTIES: usize = 2;

/// A string that costs have reached.
struct Reached {
    cost: usize,
    stone: Point,
    stones: PointSet,
    liberties: PointSet,
    is_own: bool,
}

/// The costs as seen from one end.
struct Wave {
    /// The empty points by their cost, a move there included: the lowest cost first.
    points: Vec<(usize, PointSet)>,
    strings: Vec<Reached>,
}

/// What is still to be reached, by its cost. Ten kilobytes, so a reader keeps one.
#[derive(Clone)]
pub(super) struct Front {
    points: [PointSet; LEVELS],
    stones: [PointSet; LEVELS],
    /// The costs at which there is something: a bit for each.
    costs: u64,
}

impl Front {
    /// Nothing is to be reached.
    pub const EMPTY: Self = Self {
        points: [PointSet::EMPTY; LEVELS],
        stones: [PointSet::EMPTY; LEVELS],
        costs: 0,
    };

    fn add_points(&mut self, cost: usize, points: PointSet) {
        if cost < LEVELS && !points.is_empty() {
            self.points[cost] |= points;
            self.costs |= 1 << cost;
        }
    }

    fn add_stones(&mut self, cost: usize, stones: PointSet) {
        if cost < LEVELS && !stones.is_empty() {
            self.stones[cost] |= stones;
            self.costs |= 1 << cost;
        }
    }

    /// Takes out the points and stones of the lowest cost, which is returned first.
    fn take(&mut self) -> Option<(usize, PointSet, PointSet)> {
        let cost = self.costs.trailing_zeros() as usize;
        if cost >= LEVELS {
            return None;
        }
        self.costs &= self.costs - 1;
        let points = std::mem::take(&mut self.points[cost]);
        let stones = std::mem::take(&mut self.stones[cost]);
        Some((cost, points, stones))
    }

    /// Forgets everything.
    fn clear(&mut self) {
        while self.take().is_some() {}
    }

    /// Adds the opponent strings beside what was reached that can be captured soon. `at` are the
    /// points where a move has been paid for.
    fn add_prey(
        &mut self,
        (board, trail): (&Board, &mut Trail),
        cost: usize,
        stones: &PointSet,
        at: &PointSet,
    ) {
        for prey in board.chains_at(stones) {
            let stone = prey.stone();
            trail.string(stone);
            let count = prey.liberty_count();
            if count > MOST_LIBERTIES {
                continue;
            }
            let paid = usize::from(prey.liberties().intersects(at));
            let more = (count - paid) * usize::from(MOVE);
            let stone = PointSet::from_iter([stone]);
            self.add_stones(cost + more.max(BESIDE_PREY), stone);
        }
    }
}

impl Wave {
    /// Spreads from points or strings up to this cost. Once `wanted` is reached, the limit becomes
    /// its cost and the slack. Returns the wave and that cost.
    fn from(
        board: &Board,
        trail: &mut Trail,
        color: Color,
        (from, wanted): (&PointSet, Option<&PointSet>),
        (limit, slack): (usize, usize),
        front: &mut Front,
    ) -> (Self, Option<usize>) {
        let (own, other) = (board.stones(color), board.stones(!color));
        front.clear();
        front.add_points(MOVE.into(), *from & *board.empty());
        front.add_stones(0, *from & *own);
        let mut wave = Self {
            points: Vec::with_capacity(USUAL_POINTS),
            strings: Vec::with_capacity(USUAL_STRINGS),
        };
        let (mut seen, mut limit, mut found) = (PointSet::EMPTY, limit.min(LEVELS - 1), None);
        while let Some((cost, points, stones)) = front.take().filter(|(cost, ..)| *cost <= limit) {
            let (points, stones) = (points - seen, stones - seen);
            if !points.is_empty() {
                seen |= points;
                match wave.points.last_mut() {
                    Some((last, known)) if *last == cost => *known |= points,
                    _ => wave.points.push((cost, points)),
                }
                let near = points.neighbors() - seen;
                front.add_points(cost + usize::from(MOVE), near & *board.empty());
                front.add_stones(cost, near & *own);
                front.add_prey((board, &mut *trail), cost, &(near & *other), &points);
            }
            for string in board.chains_at(&stones) {
                trail.string(string.stone());
                let reached = Reached::new(&string, color, cost);
                seen |= reached.stones;
                reached.spread((board, &mut *trail), color, &string, &seen, front);
                wave.strings.push(reached);
            }
            let is_there = found.is_none() && wanted.is_some_and(|set| seen.intersects(set));
            if is_there {
                found = Some(cost);
                limit = limit.min(cost + slack);
            }
        }
        trail.include(&(seen | seen.neighbors()));
        (wave, found)
    }
}

impl Reached {
    fn new(string: &Chain<'_>, color: Color, cost: usize) -> Self {
        Self {
            cost,
            stone: string.stone(),
            stones: string.stone_set(),
            liberties: string.liberties(),
            is_own: string.color() == color,
        }
    }

    /// Adds what comes next.
    fn spread(
        &self,
        (board, trail): (&Board, &mut Trail),
        color: Color,
        string: &Chain<'_>,
        seen: &PointSet,
        front: &mut Front,
    ) {
        let beside = string.adjacent_stones();
        if !self.is_own {
            front.add_stones(self.cost, beside);
            front.add_points(self.cost + BESIDE_PREY, self.liberties);
            return;
        }
        front.add_points(self.cost + usize::from(MOVE), self.liberties);
        let prey = beside - *seen;
        front.add_prey((board, &mut *trail), self.cost, &prey, &PointSet::EMPTY);
        let others = (self.liberties.neighbors() & *board.stones(color)) - *seen;
        for other in board.chains_at(&others) {
            trail.string(other.stone());
            let common = self.liberties & other.liberties();
            let link = if common.len() > 1 { MIAI } else { SHARED };
            let stone = PointSet::from_iter([other.stone()]);
            front.add_stones(self.cost + usize::from(link), stone);
        }
        let next = self.liberties.neighbors() & *board.empty();
        trail.include(&self.liberties.neighbors());
        trail.include(&next.neighbors());
        let far = (next.neighbors() & *board.stones(color)) - *seen - others;
        front.add_stones(self.cost + usize::from(BESIDE), far);
    }

    /// The cost of the link with another string of the colour, and the points where an opponent
    /// stone would threaten it.
    fn link(&self, other: &Self) -> (Cost, PointSet) {
        let (ours, theirs) = (self.liberties, other.liberties);
        let common = ours & theirs;
        match common.len() {
            0 => {
                let gaps = (ours & theirs.neighbors()) | (ours.neighbors() & theirs);
                (BESIDE, gaps)
            }
            1 => (SHARED, common),
            _ => (MIAI, common),
        }
    }
}

/// What lies between the two ends of a goal, if their distance is at most `reach`. Ways that cost
/// at most `slack` more than the cheapest one count as near.
pub(super) fn between(
    board: &Board,
    trail: &mut Trail,
    goal: &Goal,
    (reach, slack): (Cost, Cost),
    front: &mut Front,
) -> Between {
    let mut between = Between {
        distance: FAR,
        ..Between::default()
    };
    let (reach, slack) = (usize::from(reach), usize::from(slack));
    let (here, there) = (PointSet::from_iter([goal.string]), goal.targets());
    let ends = (&here, Some(&there));
    let bounds = (reach, slack);
    let (here, distance) = Wave::from(board, trail, goal.color, ends, bounds, front);
    let Some(distance) = distance else {
        return between;
    };
    between.distance = distance as Cost;
    let most = distance + slack;
    let (ends, bounds) = ((&there, None), (most, slack));
    let (there, _) = Wave::from(board, trail, goal.color, ends, bounds, front);
    gather_points(&here, &there, most, &mut between);
    gather_strings(board, goal, (&here, &there), (distance, most), &mut between);
    between
}

/// The empty points on ways of at most this cost.
fn gather_points(here: &Wave, there: &Wave, most: usize, between: &mut Between) {
    for (cost, points) in &here.points {
        for (rest, others) in &there.points {
            let cost = (cost + rest).saturating_sub(MOVE.into());
            if cost > most {
                break;
            }
            let points = (*points & *others)
                .iter()
                .map(|point| (cost as Cost, point));
            between.points.extend(points);
        }
    }
}

/// The strings on ways of at most the greater cost, and the gaps on those of the smaller.
fn gather_strings(
    board: &Board,
    goal: &Goal,
    (here, there): (&Wave, &Wave),
    (distance, most): (usize, usize),
    between: &mut Between,
) {
    for string in &here.strings {
        for other in &there.strings {
            let cost = string.cost + other.cost;
            if string.stone != other.stone {
                if !string.is_own || !other.is_own || cost + usize::from(MIAI) > distance {
                    continue;
                }
                let (link, gaps) = string.link(other);
                let cost = cost + usize::from(link);
                if cost <= distance {
                    let gaps = gaps.iter().map(|gap| (cost as Cost, gap));
                    between.gaps.extend(gaps);
                }
            } else if !string.is_own {
                let capture = board.liberty_count(string.stone) * usize::from(MOVE);
                let cost = cost.saturating_sub(capture);
                if cost <= most {
                    between.prey.push((cost as Cost, string.stone));
                }
            } else if cost <= most && goal.strings().all(|end| !string.stones.contains(end)) {
                between.links.push((cost as Cost, string.stone));
            }
        }
    }
}
