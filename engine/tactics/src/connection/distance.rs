//! The distance between two strings: how many moves a colour still needs to connect them.
//!
//! Entry point: [`Surveyor::survey`]. Costs are tenths of a move. They spread from both ends of the
//! question, as in Dijkstra's algorithm:
//!
//! - onto an empty point: a move
//! - across a gap that the opponent can hardly cut: a part of a move (`gaps`)
//! - along an own string: nothing
//! - through an opponent string: what its capture costs, if it can be captured
//!
//! A point is near the connection if the way through it costs at most a little more than the
//! cheapest way. Points near the connection become candidate moves.

use katachi_board::{Board, BoardSize, Color, Outcome, Point, PointSet};

use super::cost::{Cost, FAR, MOVE};
use super::facts::{Facts, LibertyTable};
use super::gaps::{GUARDED, Link, MIAI};
use super::goal::Goal;
use super::tactics::{MOST_LIBERTIES, Tactics};

/// A stone that is in atari where it is played.
const SELF_ATARI: Cost = 18;
/// A stone on a point where a move is illegal now.
const FORBIDDEN: Cost = 25;

/// Passing an opponent string that one move captures.
const CAPTURE: Cost = MOVE;
/// One that can be captured by ko.
const KO_CAPTURE: Cost = 14;
/// One that its owner cannot save.
const DEAD: Cost = 3;

/// One that cannot be captured alone, but perhaps together with another; by its liberties, 1 to 3.
const HARD: [Cost; 3] = [12, 20, 24];

/// From a captured string to one of its former liberties.
const BESIDE_PREY: Cost = 2;

/// Down to this depth tactical reading decides whether a stone in a gap can be captured.
const GUARD_DEPTH: u32 = 1;

/// The cost of every point as seen from one side.
#[derive(Clone)]
struct Spread {
    cost: [Cost; Point::LIMIT],
    buckets: Vec<Vec<Point>>,
    /// The empty points reached, and one stone of each string reached.
    points: Vec<Point>,
    strings: Vec<Point>,
}

impl Spread {
    fn new() -> Self {
        Self {
            cost: [FAR; Point::LIMIT],
            buckets: Vec::new(),
            points: Vec::new(),
            strings: Vec::new(),
        }
    }

    fn reset(&mut self, limit: Cost) {
        self.cost.fill(FAR);
        self.buckets.iter_mut().for_each(Vec::clear);
        self.points.clear();
        self.strings.clear();
        let wanted = usize::from(limit) + 1;
        if self.buckets.len() < wanted {
            self.buckets.resize_with(wanted, Vec::new);
        }
    }

    fn of(&self, point: Point) -> Cost {
        self.cost[point.index()]
    }

    /// The next point to continue from, at this cost or a greater one up to the limit.
    fn next(&mut self, cost: &mut Cost, limit: Cost) -> Option<Point> {
        while *cost <= limit {
            match self.buckets[usize::from(*cost)].pop() {
                Some(point) if self.of(point) == *cost => return Some(point),
                Some(_) => {}
                None => *cost += 1,
            }
        }
        None
    }

    fn reach(&mut self, point: Point, cost: Cost, limit: Cost) {
        if cost <= limit && cost < self.cost[point.index()] {
            if self.of(point) == FAR {
                self.points.push(point);
            }
            self.cost[point.index()] = cost;
            self.buckets[usize::from(cost)].push(point);
        }
    }

    /// Reaches a string; all of its stones have the same cost.
    fn reach_string(&mut self, board: &Board, stone: Point, cost: Cost, limit: Cost) {
        if cost > limit || cost >= self.of(stone) {
            return;
        }
        if let Some(chain) = board.chain(stone) {
            if self.of(stone) == FAR {
                self.strings.push(stone);
            }
            for member in chain.stones() {
                self.cost[member.index()] = cost;
            }
            self.buckets[usize::from(cost)].push(stone);
        }
    }
}

/// What lies between the two ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Between {
    /// The cost of the cheapest way; [`FAR`] beyond the limit.
    pub distance: Cost,
    /// Empty points near the connection, with the cost of the way through each.
    pub points: Vec<(Cost, Point)>,
    /// Gap points on ways near the connection, with the cost of the way.
    pub gaps: Vec<(Cost, Point)>,
    /// A stone of each opponent string near the connection that can be captured, with the cost.
    pub prey: Vec<(Cost, Point)>,
    /// A stone of each own string near the connection except the two ends, with the cost.
    pub links: Vec<(Cost, Point)>,
}

/// Measures distances; it reuses its buffers.
#[derive(Clone)]
pub(super) struct Surveyor {
    /// A lower bound of the cost to the target.
    bound: Spread,
    here: Spread,
    there: Spread,
    memo: Memo,
    facts: Facts,
    links: Vec<Link>,
    size: Option<BoardSize>,
}

/// What the survey has computed about points.
#[derive(Clone)]
struct Memo {
    /// The cost of playing on a point; 0 if not yet computed.
    entering: [Cost; Point::LIMIT],
    /// The cost of passing an opponent string, at each of its stones; 0 if not yet computed.
    passing: [Cost; Point::LIMIT],
    /// Whether an opponent stone on the point could be captured.
    guarded: [Option<bool>; Point::LIMIT],
}

impl Memo {
    fn forget(&mut self) {
        self.entering.fill(0);
        self.passing.fill(0);
        self.guarded.fill(None);
    }
}

/// One measurement.
struct Survey<'a, 'b> {
    board: &'a mut Board,
    tactics: &'a mut Tactics<'b>,
    memo: &'a mut Memo,
    facts: &'a mut Facts,
    /// A buffer.
    links: &'a mut Vec<Link>,
    color: Color,
    /// A lower bound of the cost from each point on to the end, the point itself included. Without
    /// a guide, the survey reads no tactics and assumes the least possible costs.
    guide: Option<&'a Spread>,
    /// Ways that cost more than this are ignored.
    limit: Cost,
    slack: Cost,
    depth: u32,
}

impl Surveyor {
    pub fn new() -> Self {
        Self {
            bound: Spread::new(),
            here: Spread::new(),
            there: Spread::new(),
            facts: Facts::new(),
            links: Vec::new(),
            size: None,
            memo: Memo {
                entering: [0; Point::LIMIT],
                passing: [0; Point::LIMIT],
                guarded: [None; Point::LIMIT],
            },
        }
    }

    /// Measures what lies between the two ends of the goal, if their distance is at most `reach`.
    ///
    /// Ways that cost at most `slack` more than the cheapest one count as near.
    pub fn survey(
        &mut self,
        board: &mut Board,
        tactics: &mut Tactics<'_>,
        goal: &Goal,
        (reach, slack): (Cost, Cost),
        depth: u32,
    ) -> Between {
        let nothing = Between {
            distance: FAR,
            ..Between::default()
        };
        let wanted = goal.targets();
        let string = PointSet::from_iter([goal.string]);
        self.memo.forget();
        if self.size.replace(board.size()) != Some(board.size()) {
            self.facts.clear();
        }
        self.facts.update(board);
        // First compute a lower bound without tactics. It shows where tactics matter. If the true
        // distance is close to the bound, everything near the best way has been examined; otherwise
        // the second pass looks everywhere.
        let most = reach + slack;
        for margin in [MOVE, most] {
            let mut survey = Survey {
                board: &mut *board,
                tactics: &mut *tactics,
                memo: &mut self.memo,
                facts: &mut self.facts,
                links: &mut self.links,
                color: goal.color,
                guide: None,
                limit: most,
                slack: slack + margin,
                depth,
            };
            let bound = survey.spread(&mut self.bound, &wanted, Some(&string), reach);
            if bound > reach {
                return nothing;
            }
            let looked_at = survey.limit;
            survey.guide = Some(&self.bound);
            survey.slack = slack;
            let distance = survey.spread(&mut self.here, &string, Some(&wanted), most);
            if distance.saturating_add(slack) > looked_at && looked_at < most {
                continue;
            }
            if distance > reach {
                return nothing;
            }
            survey.guide = Some(&self.here);
            survey.limit = distance + slack;
            survey.spread(&mut self.there, &wanted, None, most);
            return self.gather(board, goal, distance, slack);
        }
        nothing
    }

    /// Collects what is near the connection, once the costs from both ends are known.
    fn gather(&mut self, board: &mut Board, goal: &Goal, distance: Cost, slack: Cost) -> Between {
        let most = distance + slack;
        let mut between = Between {
            distance,
            ..Between::default()
        };
        let through = |point: Point| self.here.of(point).saturating_add(self.there.of(point));
        for &point in &self.there.points {
            let cost = through(point).saturating_sub(self.memo.entering[point.index()]);
            if self.here.of(point) < FAR && cost <= most {
                between.points.push((cost, point));
            }
        }
        for &stone in &self.there.strings {
            let cost = through(stone);
            if cost >= FAR {
                continue;
            }
            if !board.at(stone).is(goal.color) {
                let cost = cost - self.memo.passing[stone.index()].min(cost);
                if cost <= most {
                    between.prey.push((cost, stone));
                }
            } else if cost <= most {
                let chain = board.chain(stone);
                if chain.is_some_and(|chain| goal.strings().all(|end| !chain.contains(end))) {
                    between.links.push((cost, stone));
                }
            }
        }
        self.gather_gaps(board, goal.color, distance, &mut between.gaps);
        between
    }

    /// Collects the gaps of links on ways between the two ends that cost at most `most`.
    fn gather_gaps(
        &mut self,
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
        let is_near = |stone: &&Point| self.here.of(**stone) <= most && board.at(**stone).is(color);
        let strings: Vec<Point> = self.here.strings.iter().filter(is_near).copied().collect();
        let stones = strings.iter().filter_map(|&stone| board.chain(stone));
        let ends: Vec<Point> = (self.here.points.iter().copied())
            .chain(stones.flat_map(|chain| chain.stones()))
            .collect();
        for point in ends {
            let cost = self.here.of(point);
            if cost > most {
                continue;
            }
            let wanted = |_: &Board, end: Point| cost + MIAI + self.there.of(end) <= most;
            let shapes = self.facts.shapes[color].around(board, color, point);
            shapes.links(&mut self.links, board, wanted, |_, gap, _| {
                self.memo.guarded[gap.index()] == Some(true)
            });
            for link in &self.links {
                let cost = cost + link.cost + self.there.of(link.end);
                link.gaps().for_each(|gap| add(cost, gap));
            }
        }
        for &stone in &strings {
            let cost = self.here.of(stone) + MIAI;
            let Some(chain) = board.chain(stone) else {
                continue;
            };
            let liberties = chain.liberties();
            for &other in &self.there.strings {
                let cost = cost + self.there.of(other);
                if cost > most || !board.at(other).is(color) || chain.contains(other) {
                    continue;
                }
                let common = board
                    .chain(other)
                    .map(|other| liberties & other.liberties());
                if let Some(common) = common.filter(|common| common.len() > 1) {
                    common.iter().for_each(|gap| add(cost, gap));
                }
            }
        }
    }
}

impl Survey<'_, '_> {
    /// Whether a point reached at this cost may lie on a way within the limit.
    fn may_matter(&self, point: Point, cost: Cost) -> bool {
        let onward = self.guide.map_or(0, |guide| guide.of(point));
        cost + onward <= self.limit
    }

    /// Starts from a point or from the string on it.
    fn start(&mut self, spread: &mut Spread, point: Point) {
        let state = self.board.at(point);
        self.tactics.trail.see(point);
        if state.is_empty() {
            let cost = self.entering(point);
            spread.reach(point, cost, self.limit);
        } else if state.is(self.color) {
            self.reach_string(spread, point, 0);
        } else if state.is(!self.color) {
            self.pass(spread, point, 0);
        }
    }

    /// Spreads costs up to the limit. Once a wanted point is reached, the limit becomes its cost
    /// plus the slack. Returns the cost of that point, or [`FAR`] if it is more than `most`.
    fn spread(
        &mut self,
        spread: &mut Spread,
        from: &PointSet,
        wanted: Option<&PointSet>,
        most: Cost,
    ) -> Cost {
        spread.reset(self.limit);
        for point in from {
            self.start(spread, point);
        }
        let (mut cost, mut found) = (0, FAR);
        let mut limit = self.limit.min(most);
        while let Some(point) = spread.next(&mut cost, limit) {
            if found == FAR && wanted.is_some_and(|wanted| self.is_at(point, wanted)) {
                found = cost;
                self.limit = self.limit.min(found + self.slack);
                limit = self.limit;
            }
            self.leave(spread, point, cost);
        }
        found
    }

    /// Whether the point, or its string, is a wanted one.
    fn is_at(&self, point: Point, wanted: &PointSet) -> bool {
        wanted.contains(point)
            || self.board.chain(point).is_some_and(|chain| {
                chain.len() > 1 && chain.stones().any(|stone| wanted.contains(stone))
            })
    }

    /// Continues from a point or a string.
    fn leave(&mut self, spread: &mut Spread, point: Point, cost: Cost) {
        let state = self.board.at(point);
        if state.is_empty() {
            self.leave_point(spread, point, cost);
        } else if state.is(self.color) {
            self.leave_string(spread, point, cost);
        } else {
            self.leave_prey(spread, point, cost);
        }
    }

    /// Continues from an empty point, as if a stone had been played there.
    fn leave_point(&mut self, spread: &mut Spread, point: Point, cost: Cost) {
        for near in point.neighbors() {
            let state = self.board.at(near);
            if state.is_empty() {
                self.step(spread, near, cost);
            } else if state.is(self.color) {
                self.join(spread, near, cost);
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
        self.tactics.trail.around(&chain);
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
        // Own strings that share two liberties with this one are as good as connected.
        let mut others = beside - stones;
        while let Some(other) = others.first() {
            if spread.of(other) <= cost + MIAI || !self.may_matter(other, cost + MIAI) {
                others.remove(other);
                continue;
            }
            let Some(chain) = self.board.chain(other) else {
                break;
            };
            self.tactics.trail.string(other);
            others = others - chain.stone_set();
            let mut common = (chain.liberties() & liberties).iter();
            if common.next().is_some() && common.next().is_some() {
                self.join(spread, other, cost + MIAI);
            }
        }
        for liberty in &liberties {
            self.step(spread, liberty, cost);
        }
        for stone in &stones {
            self.jump(spread, stone, cost);
        }
    }

    /// Continues from an opponent string, as if it had been captured.
    fn leave_prey(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        let Some(chain) = self.board.chain(stone) else {
            return;
        };
        let (beside, liberties) = (chain.adjacent_stones(), chain.liberties());
        for near in &beside {
            self.join(spread, near, cost);
        }
        // The capturing move stands on one of the liberties.
        for liberty in &liberties {
            let cost = cost + BESIDE_PREY;
            if cost < spread.of(liberty) {
                let entering = self.entering(liberty);
                let onward = self.guide.map_or(0, |guide| guide.of(liberty));
                if cost + onward <= self.limit + entering {
                    spread.reach(liberty, cost, self.limit);
                }
            }
        }
    }

    /// Reaches an own string at no cost.
    fn join(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        if self.may_matter(stone, cost) {
            self.reach_string(spread, stone, cost);
        }
    }

    fn reach_string(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        self.tactics.trail.string(stone);
        spread.reach_string(self.board, stone, cost, self.limit);
    }

    /// Reaches an empty point by playing there.
    fn step(&mut self, spread: &mut Spread, point: Point, cost: Cost) {
        if spread.of(point) <= cost + MOVE {
            return;
        }
        if self.guide.is_none() {
            // From the other end, this is the move that captures a string.
            for near in point.neighbors() {
                if self.board.at(near).is(!self.color) {
                    self.pass(spread, near, cost + BESIDE_PREY);
                }
            }
        }
        if self.may_matter(point, cost) {
            let cost = cost + self.entering(point);
            spread.reach(point, cost, self.limit);
        }
    }

    /// Reaches a point or a string behind a gap.
    fn cross(&mut self, spread: &mut Spread, point: Point, cost: Cost) {
        if self.board.at(point).is_empty() {
            self.step(spread, point, cost);
        } else {
            self.join(spread, point, cost);
        }
    }

    /// Reaches an opponent string by capturing it.
    fn pass(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        if spread.of(stone) <= cost + DEAD
            || cost + DEAD > self.limit
            || !self.may_matter(stone, cost)
        {
            return;
        }
        let passing = if self.guide.is_some() {
            self.passing(stone)
        } else if self.tactics.is_worthwhile(self.board, stone, self.depth) {
            DEAD
        } else {
            FAR
        };
        self.reach_string(spread, stone, cost + passing);
    }

    /// Crosses the gaps around a stone.
    fn jump(&mut self, spread: &mut Spread, stone: Point, cost: Cost) {
        let (memo, tactics) = (&mut *self.memo, &mut *self.tactics);
        let (color, depth, limit) = (self.color, self.depth, self.limit);
        let guide = self.guide;
        let wanted = |board: &Board, end: Point| {
            let (least, known) = (cost + MIAI, spread.of(end));
            known > least
                && guide.is_none_or(|guide| least + guide.of(end) <= limit)
                && (known > least + MOVE || !board.at(end).is_empty())
        };
        tactics.trail.link(stone);
        let Facts {
            shapes, liberties, ..
        } = &mut *self.facts;
        let liberties = &mut liberties[!color];
        let shapes = shapes[color].around(self.board, color, stone);
        let mut links = std::mem::take(self.links);
        shapes.links(&mut links, self.board, wanted, |board, gap, end| {
            let Some(guide) = guide else {
                tactics.trail.at(gap);
                return liberties.after(board, !color, gap) <= most_guarded(depth);
            };
            if cost + GUARDED + guide.of(end) > limit {
                return false;
            }
            *memo.guarded[gap.index()]
                .get_or_insert_with(|| is_guarded(board, tactics, liberties, color, gap, depth))
        });
        for link in &links {
            self.cross(spread, link.end, cost + link.cost);
        }
        *self.links = links;
    }

    /// The cost of playing on an empty point.
    fn entering(&mut self, point: Point) -> Cost {
        let known = &mut self.memo.entering[point.index()];
        if *known == 0 {
            self.tactics.trail.at(point);
            let liberties = &mut self.facts.liberties[self.color];
            *known = match liberties.after(self.board, self.color, point) {
                0 => FORBIDDEN,
                1 => SELF_ATARI,
                _ => MOVE,
            };
        }
        *known
    }

    /// The cost of capturing an opponent string.
    fn passing(&mut self, stone: Point) -> Cost {
        let known = self.memo.passing[stone.index()];
        if known != 0 {
            return known;
        }
        let cost = match self.tactics.attack(self.board, stone, self.depth).outcome {
            Outcome::Lose => match self.board.liberty_count(stone) {
                1 => HARD[0],
                2 => HARD[1],
                3 => HARD[2],
                _ => FAR,
            },
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

/// The most liberties with which an opponent stone in a gap may still be captured.
fn most_guarded(depth: u32) -> usize {
    if depth <= GUARD_DEPTH { 3 } else { 1 }
}

/// Whether an opponent stone in this gap could be captured.
fn is_guarded(
    board: &mut Board,
    tactics: &mut Tactics<'_>,
    liberties: &mut LibertyTable,
    color: Color,
    gap: Point,
    depth: u32,
) -> bool {
    tactics.trail.at(gap);
    let liberties = liberties.after(board, !color, gap);
    if liberties <= 1 {
        return true;
    }
    if liberties > most_guarded(depth) || !board.try_move(!color, gap) {
        return false;
    }
    tactics.tries += 1;
    let outcome = tactics.attack(board, gap, depth).outcome;
    board.take_back();
    outcome == Outcome::Win
}
