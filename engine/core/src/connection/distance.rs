//! How far apart things are: the moves that a colour still needs to connect them.
//!
//! A cost is counted in tenths of a move. From a string it spreads through empty points, where a
//! stone has to be played, through gaps that the opponent will hardly cut (a diagonal, a jump, a keima, two
//! common liberties), through own strings at no cost, and through opponent strings that can be
//! captured. A point is near the connection if the way through it from one side to the other costs
//! little more than the cheapest way.

use katachi_board::{Board, Color, Point, PointSet};
use katachi_matcher::Outcome;

use super::gaps::{Links, MIAI};
use super::goal::{Goal, Target};
use super::tactics::{MOST_LIBERTIES, Tactics};

/// Tenths of a move.
pub(super) type Cost = u16;

/// A move.
pub(super) const MOVE: Cost = 10;
/// Further than anything that is looked at.
pub(super) const FAR: Cost = 1000;
/// A stone that can be captured where it is played.
const SELF_ATARI: Cost = 18;
/// A stone that may not be played at all as things are.
const FORBIDDEN: Cost = 25;

/// An opponent string on the way can be captured by a move.
const CAPTURE: Cost = MOVE;
/// It can be captured in a ko.
const KO_CAPTURE: Cost = 14;
/// It is captured whatever happens, or so it seems.
const DEAD: Cost = 3;

/// From a captured string to a point where it had a liberty.
const BESIDE_PREY: Cost = 2;

/// Down to this depth it is read whether an opponent stone in a gap would be captured.
const GUARD_DEPTH: u32 = 1;

/// Costs of all points as seen from one side.
#[derive(Clone)]
struct Spread {
    cost: [Cost; Point::LIMIT],
    buckets: Vec<Vec<Point>>,
}

impl Spread {
    fn new() -> Self {
        Self {
            cost: [FAR; Point::LIMIT],
            buckets: Vec::new(),
        }
    }

    fn reset(&mut self, limit: Cost) {
        self.cost.fill(FAR);
        self.buckets.iter_mut().for_each(Vec::clear);
        let wanted = usize::from(limit) + 1;
        if self.buckets.len() < wanted {
            self.buckets.resize_with(wanted, Vec::new);
        }
    }

    fn of(&self, point: Point) -> Cost {
        self.cost[point.index()]
    }

    fn reach(&mut self, point: Point, cost: Cost, limit: Cost) {
        if cost <= limit && cost < self.cost[point.index()] {
            self.cost[point.index()] = cost;
            self.buckets[usize::from(cost)].push(point);
        }
    }

    /// Reaches all stones of a string, which have one cost.
    fn reach_string(&mut self, board: &Board, stone: Point, cost: Cost, limit: Cost) {
        if cost > limit || cost >= self.of(stone) {
            return;
        }
        if let Some(chain) = board.chain(stone) {
            for member in chain.stones() {
                self.cost[member.index()] = cost;
            }
            self.buckets[usize::from(cost)].push(stone);
        }
    }
}

/// What lies between the two sides.
#[derive(Clone, Debug, Default)]
pub(super) struct Between {
    /// The cost of the cheapest way; [`FAR`] if it is beyond the limit.
    pub distance: Cost,
    /// Empty points near the connection, each with the cost of the way through it.
    pub points: Vec<(Cost, Point)>,
    /// Points in the gaps that a way near the connection crosses, each with the cost of that way.
    pub gaps: Vec<(Cost, Point)>,
    /// A stone of each opponent string near the connection that can be captured.
    pub prey: Vec<(Cost, Point)>,
    /// A stone of each own string near the connection, the two ends left out.
    pub links: Vec<(Cost, Point)>,
}

/// Measures distances; keeps its memory between measurements.
#[derive(Clone)]
pub(super) struct Surveyor {
    here: Spread,
    there: Spread,
    memo: Memo,
}

/// What has been found out about points during a survey.
#[derive(Clone)]
struct Memo {
    /// What it costs to play on a point; 0 if that is not known yet.
    entering: [Cost; Point::LIMIT],
    /// What it costs to pass an opponent string, at each of its stones; 0 if that is not known yet.
    passing: [Cost; Point::LIMIT],
    /// Whether an opponent stone on a point would be captured.
    guarded: [Option<bool>; Point::LIMIT],
}

impl Memo {
    fn is_guarded(
        &mut self,
        board: &mut Board,
        tactics: &mut Tactics<'_>,
        color: Color,
        gap: Point,
        depth: u32,
    ) -> bool {
        *self.guarded[gap.index()].get_or_insert_with(|| {
            match board.liberty_count_after(!color, gap) {
                0 | 1 => true,
                2 | 3 if depth <= GUARD_DEPTH && board.try_move(!color, gap) => {
                    let outcome = tactics.attack(board, gap, depth).outcome;
                    board.take_back();
                    outcome == Outcome::Win
                }
                _ => false,
            }
        })
    }
}

/// A survey under way.
struct Survey<'a, 'b> {
    board: &'a mut Board,
    tactics: &'a mut Tactics<'b>,
    memo: &'a mut Memo,
    color: Color,
    limit: Cost,
    slack: Cost,
    depth: u32,
}

impl Surveyor {
    pub fn new() -> Self {
        Self {
            here: Spread::new(),
            there: Spread::new(),
            memo: Memo {
                entering: [0; Point::LIMIT],
                passing: [0; Point::LIMIT],
                guarded: [None; Point::LIMIT],
            },
        }
    }

    /// What lies between the two sides of the goal, if they are nearer than `reach`; ways that cost at most
    /// `slack` more than the cheapest one count as near.
    pub fn survey(
        &mut self,
        board: &mut Board,
        tactics: &mut Tactics<'_>,
        goal: &Goal,
        (reach, slack): (Cost, Cost),
        depth: u32,
    ) -> Between {
        self.memo.entering.fill(0);
        self.memo.passing.fill(0);
        self.memo.guarded.fill(None);
        let mut survey = Survey {
            board: &mut *board,
            tactics,
            memo: &mut self.memo,
            color: goal.color,
            limit: reach + slack,
            slack,
            depth,
        };
        self.here.reset(survey.limit);
        survey.start(&mut self.here, goal.string, 0);
        let wanted = match goal.target {
            Target::String(other) => PointSet::from_iter([other]),
            Target::Area(area) => area,
        };
        let distance = survey.spread(&mut self.here, Some(&wanted));
        if distance > reach {
            return Between {
                distance: FAR,
                ..Between::default()
            };
        }
        survey.limit = distance + slack;
        self.there.reset(survey.limit);
        for point in &wanted {
            survey.start(&mut self.there, point, 0);
        }
        survey.spread(&mut self.there, None);
        self.gather(board, goal, distance, slack)
    }

    /// What is near the connection, after both sides have been looked at.
    fn gather(&self, board: &mut Board, goal: &Goal, distance: Cost, slack: Cost) -> Between {
        let most = distance + slack;
        let mut between = Between {
            distance,
            ..Between::default()
        };
        let through = |point: Point| self.here.of(point).saturating_add(self.there.of(point));
        for point in board.empty() {
            let cost = through(point);
            let cost = cost.saturating_sub(self.memo.entering[point.index()]);
            if self.here.of(point) < FAR && self.there.of(point) < FAR && cost <= most {
                between.points.push((cost, point));
            }
        }
        self.gather_gaps(board, goal.color, distance, &mut between.gaps);
        for chain in board.chains() {
            let Some(stone) = chain.stones().next() else {
                continue;
            };
            let cost = through(stone);
            if cost >= FAR {
                continue;
            }
            if chain.color() != goal.color {
                let cost = cost - self.memo.passing[stone.index()].min(cost);
                if cost <= most {
                    between.prey.push((cost, stone));
                }
            } else if cost <= most && goal.strings().all(|end| !chain.contains(end)) {
                between.links.push((cost, stone));
            }
        }
        between
    }

    /// The gaps of links that lead from one side to the other at no more than this cost.
    fn gather_gaps(
        &self,
        board: &mut Board,
        color: Color,
        most: Cost,
        gaps: &mut Vec<(Cost, Point)>,
    ) {
        let mut add = |cost: Cost, point: Point| {
            if cost <= most {
                match gaps.iter_mut().find(|(_, known)| *known == point) {
                    Some((known, _)) => *known = cost.min(*known),
                    None => gaps.push((cost, point)),
                }
            }
        };
        for point in &(*board.empty() | *board.stones(color)) {
            let cost = self.here.of(point);
            if cost > most {
                continue;
            }
            let links = Links::around(board, color, point, |_, gap| {
                self.memo.guarded[gap.index()] == Some(true)
            });
            for link in links.as_slice() {
                let cost = cost + link.cost + self.there.of(link.end);
                link.gaps().for_each(|gap| add(cost, gap));
            }
        }
        for chain in board.chains().filter(|chain| chain.color() == color) {
            let cost = chain
                .stones()
                .next()
                .map_or(FAR, |stone| self.here.of(stone));
            if cost > most {
                continue;
            }
            let liberties = chain.liberties();
            for other in board.chains() {
                let there = other
                    .stones()
                    .next()
                    .map_or(FAR, |stone| self.there.of(stone));
                let cost = cost + MIAI + there;
                if other.color() == color && cost <= most && !other.is_same(&chain) {
                    let common = liberties & other.liberties();
                    if common.len() > 1 {
                        common.iter().for_each(|gap| add(cost, gap));
                    }
                }
            }
        }
    }
}

impl Survey<'_, '_> {
    /// Begins at a point or a string.
    fn start(&mut self, spread: &mut Spread, point: Point, cost: Cost) {
        let state = self.board.at(point);
        if state.is_empty() {
            let cost = cost + self.entering(point);
            spread.reach(point, cost, self.limit);
        } else if state.is(self.color) {
            spread.reach_string(self.board, point, cost, self.limit);
        } else if state.is(!self.color) {
            self.pass(spread, point, cost);
        }
    }

    /// Spreads costs up to the limit, or to a little beyond the first of the points that are looked
    /// for; what that one costs.
    fn spread(&mut self, spread: &mut Spread, wanted: Option<&PointSet>) -> Cost {
        let mut found = FAR;
        let mut cost = 0;
        while cost <= self.limit.min(found.saturating_add(self.slack)) {
            let Some(point) = spread.buckets[usize::from(cost)].pop() else {
                cost += 1;
                continue;
            };
            if spread.of(point) != cost {
                continue;
            }
            let state = self.board.at(point);
            if let Some(wanted) = wanted
                && found == FAR
            {
                let is_there = wanted.contains(point)
                    || self.board.chain(point).is_some_and(|chain| {
                        chain.len() > 1 && chain.stones().any(|stone| wanted.contains(stone))
                    });
                if is_there {
                    found = cost;
                }
            }
            if state.is_empty() {
                self.leave_point(spread, point, cost);
            } else if state.is(self.color) {
                self.leave_string(spread, point, cost);
            } else {
                self.leave_prey(spread, point, cost);
            }
        }
        found
    }

    /// From a point where a stone has been played, as it were.
    fn leave_point(&mut self, spread: &mut Spread, point: Point, cost: Cost) {
        for near in point.neighbors() {
            let state = self.board.at(near);
            if state.is_empty() {
                self.step(spread, near, cost);
            } else if state.is(self.color) {
                spread.reach_string(self.board, near, cost, self.limit);
            } else if state.is(!self.color) {
                self.pass(spread, near, cost);
            }
        }
        self.jump(spread, point, cost);
    }

    fn leave_string(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        let Some(chain) = self.board.chain(stone) else {
            return;
        };
        let liberties = chain.liberties();
        let stones: PointSet = chain.stone_set();
        let beside = liberties.neighbors() & *self.board.stones(self.color);
        let mut prey = PointSet::EMPTY;
        prey.extend(
            chain
                .neighbors_up_to(MOST_LIBERTIES)
                .filter_map(|other| other.stones().next()),
        );
        for other in &prey {
            self.pass(spread, other, cost);
        }
        // Own strings with two common liberties.
        let mut others = beside - stones;
        while let Some(other) = others.first() {
            let Some(chain) = self.board.chain(other) else {
                break;
            };
            others = others - chain.stone_set();
            let mut common = (chain.liberties() & liberties).iter();
            if common.next().is_some() && common.next().is_some() {
                spread.reach_string(self.board, other, cost + MIAI, self.limit);
            }
        }
        for liberty in &liberties {
            self.step(spread, liberty, cost);
        }
        for stone in &stones {
            self.jump(spread, stone, cost);
        }
    }

    /// From an opponent string that has been captured, as it were.
    fn leave_prey(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        let Some(chain) = self.board.chain(stone) else {
            return;
        };
        let (beside, liberties) = (chain.adjacent_stones(), chain.liberties());
        for near in &beside {
            spread.reach_string(self.board, near, cost, self.limit);
        }
        // The move that captures it stands on one of them.
        for liberty in &liberties {
            if cost + BESIDE_PREY < spread.of(liberty) {
                self.entering(liberty);
                spread.reach(liberty, cost + BESIDE_PREY, self.limit);
            }
        }
    }

    /// Plays on an empty point.
    fn step(&mut self, spread: &mut Spread, point: Point, cost: Cost) {
        if spread.of(point) > cost + MOVE {
            let cost = cost + self.entering(point);
            spread.reach(point, cost, self.limit);
        }
    }

    /// Reaches a point or a string behind a gap.
    fn cross(&mut self, spread: &mut Spread, point: Point, cost: Cost) {
        if self.board.at(point).is_empty() {
            self.step(spread, point, cost);
        } else {
            spread.reach_string(self.board, point, cost, self.limit);
        }
    }

    /// Captures an opponent string.
    fn pass(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        if spread.of(stone) <= cost + DEAD || cost + DEAD > self.limit {
            return;
        }
        let cost = cost + self.passing(stone);
        spread.reach_string(self.board, stone, cost, self.limit);
    }

    /// Crosses the gaps around a stone.
    fn jump(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        let (memo, tactics, color) = (&mut *self.memo, &mut *self.tactics, self.color);
        let depth = self.depth;
        let links = Links::around(self.board, color, stone, |board, gap| {
            memo.is_guarded(board, tactics, color, gap, depth)
        });
        for link in links.as_slice() {
            self.cross(spread, link.end, cost + link.cost);
        }
    }

    /// What it costs to play on an empty point.
    fn entering(&mut self, point: Point) -> Cost {
        let known = &mut self.memo.entering[point.index()];
        if *known == 0 {
            *known = match self.board.liberty_count_after(self.color, point) {
                0 => FORBIDDEN,
                1 => SELF_ATARI,
                _ => MOVE,
            };
        }
        *known
    }

    /// What it costs to capture an opponent string.
    fn passing(&mut self, stone: Point) -> Cost {
        let known = self.memo.passing[stone.index()];
        if known != 0 {
            return known;
        }
        let cost = match self.tactics.attack(self.board, stone, self.depth).outcome {
            Outcome::Lose => FAR,
            Outcome::KoA | Outcome::KoB => KO_CAPTURE,
            Outcome::Win => match self.tactics.defend(self.board, stone, self.depth).outcome {
                Outcome::Lose => DEAD,
                Outcome::KoA | Outcome::KoB | Outcome::Win => CAPTURE,
            },
        };
        if let Some(chain) = self.board.chain(stone) {
            for member in chain.stones() {
                self.memo.passing[member.index()] = cost;
            }
        }
        cost
    }
}
