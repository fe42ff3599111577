//! The search for connections: what the [kernel](crate::proof) has to know about one.
//!
//! Entry point: [`Run::read`]. The side that connects is the prover, the side that cuts the
//! disprover. First guesses come from the distance.
//!
//! A proven connection has a *zone*: the points where an opponent stone could change it. After a
//! cut has failed, the side that cuts has to try points of that zone only, since the same answers
//! refute a move anywhere else.

use katachi_board::{Board, Color, Outcome, Point, PointSet, Tried};

use super::breadth::Breadth;
use super::cost::{Cost, FAR, MOVE};
use super::distance::{Between, Surveyor};
use super::flood::Flood;
use super::goal::{Goal, Standing, Target};
use super::key::OutlookKey;
use super::limits::ConnectionLimits;
use super::moves::Candidates;
use super::table::{Known, Table};
use super::tactics::Tactics;
use crate::memory::{Answer, Bill, Memory};
use crate::proof::{
    self, Budget, Entered, Found, INFINITE, Numbers, Regime, Search, Side, Sum, Thresholds, Trace,
    judge, mixed, weigh,
};
use crate::reading::Reading;

/// The weight of the smaller numbers in a sum, in sixteenths: a plain sum.
const SHARE: u32 = 16;

/// A hash that distinguishes the questions of the two sides.
fn side_hash(side: Side) -> u64 {
    match side {
        Side::Prover => 0,
        Side::Disprover => mixed(1),
    }
}

/// The distance that a cut is expected to add, before it has been searched.
const CUT: Cost = 2;

/// A side that has this many positions left to decide at the root has lost. In 1,000 questions
/// about pairs of strings, this saved a quarter of the nodes and changed no result code; with 120
/// it would have saved 48 %, and changed three. Thresholds of the search would end it too early,
/// since numbers rise for a while and fall again.
const HOPELESS: u32 = 200;
/// The same for the side that connects to an area. In 1,000 questions about areas, this saved a
/// tenth of the nodes and changed no result code; with 60 it would have saved 18 %, and changed
/// two.
const HOPELESS_AREA: u32 = 80;
/// The same in a quick question. In 1,732 questions of 60 professional positions, this saved 6 % of
/// the nodes and changed no answer; with 100 it would have saved 10 %, with 80 18 %, and changed
/// five.
const HOPELESS_QUICK: u32 = 120;
/// The first node of a search.
const ROOT: usize = 0;

/// The number of moves beyond [`ConnectionLimits::narrow_depth`].
const NARROW: usize = 2;

/// A move in the search tree.
#[derive(Clone, Debug)]
struct Child {
    point: Point,
    conditional: bool,
    numbers: Numbers,
    /// The other side's best reply.
    answer: Option<Point>,
    /// The zone, if the strings get connected after this move: see [`Known::zone`].
    zone: PointSet,
    /// The node that the move leads to, once expanded.
    node: Option<usize>,
}

/// An expanded node.
#[derive(Debug)]
struct Node {
    children: Vec<Child>,
    /// Whether the ko regime forbids a move here.
    ko: bool,
    /// The points that are or have been moves.
    tried: PointSet,
    /// The points where a cut may still work; `None` while all may. Each refuted cut restricts
    /// them to the zone of its refutation.
    open: Option<PointSet>,
    /// The number of refutations that may still become moves.
    extra: u32,
}

impl Node {
    fn new(extra: u32) -> Self {
        Self {
            children: Vec::new(),
            ko: false,
            tried: PointSet::EMPTY,
            open: None,
            extra,
        }
    }
}

/// What a position offers to the side to move.
#[derive(Clone, Debug)]
pub(super) struct Outlook {
    /// The distance between the two ends.
    distance: Cost,
    candidates: Candidates,
    /// The tactical answers that it rests on.
    bills: Vec<Bill>,
}

/// One search.
pub(super) struct Run<'a, 'b> {
    pub board: &'a mut Board,
    pub tactics: Tactics<'b>,
    pub goal: Goal,
    pub limits: ConnectionLimits,
    pub table: &'a mut Table,
    pub surveyor: &'a mut Surveyor,
    /// A buffer of quick questions.
    pub flood: &'a mut Flood,
    pub outlooks: &'a mut Memory<OutlookKey, Outlook>,
    pub budget: Budget,
    /// The recording of the moves, if one is wanted.
    pub trace: &'a mut Option<Trace>,
    /// The number of trial moves on the board before the search.
    pub root: usize,
    pub tree: Tree,
    /// The hash of the position of the question. Keys combine it with the position's hash, so that
    /// they say only what has changed since.
    pub salt: u64,
    /// Whether the first move was to take a ko while another one was banned.
    pub followed_ko: bool,
}

/// The nodes of a search.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    regime: Regime,
    asker: Side,
    /// Whether one side's goal is hopeless: see [`Run::is_hopeless`].
    is_hopeless: bool,
}

impl Tree {
    /// An empty tree for a question of this side.
    pub fn new(asker: Side) -> Self {
        Self {
            nodes: Vec::new(),
            regime: Regime::Against,
            asker,
            is_hopeless: false,
        }
    }
}

impl Run<'_, '_> {
    fn depth(&self) -> u32 {
        (self.board.trial_moves() - self.root) as u32
    }

    fn breadth(&self, side: Side, depth: u32) -> Breadth {
        if self.tactics.is_silent {
            Breadth::by_shape(side, depth)
        } else {
            Breadth::of(side, depth)
        }
    }

    /// Reads what this side achieves if it moves first.
    pub fn read(&mut self, side: Side) -> Reading {
        let verdict = judge(Regime::Against, |regime| self.run(side, regime));
        match verdict.outcome {
            Outcome::Lose => Reading::settled(Outcome::Lose),
            outcome => Reading {
                outcome,
                point: verdict.for_asker.best,
            },
        }
    }

    /// Searches under one ko regime.
    fn run(&mut self, side: Side, regime: Regime) -> Found {
        self.tree.regime = regime;
        self.tree.nodes.clear();
        self.tree.is_hopeless = false;
        self.table.begin();
        let (mut numbers, _, _) = self.look(side, guess(side, MOVE, 0));
        let mut point = None;
        if !numbers.is_decided() {
            match self.expand(side) {
                Ok(node) => {
                    let known = proof::search(self, node, side, 0, Thresholds::NONE);
                    (numbers, point) = (known.numbers, known.best);
                }
                Err(found) => numbers = found,
            }
        }
        let (own, other) = numbers.of(side);
        let succeeds = if numbers.is_decided() {
            own == 0
        } else if self.tactics.is_silent {
            side == Side::Disprover && own <= other
        } else {
            match self.goal.target {
                // What stays undecided goes to the side whose proof seems nearer. Other ko regimes
                // are not searched then.
                Target::String(_) => own < other,
                // An area counts as cut off.
                Target::Area(_) => side == Side::Disprover && regime == Regime::Against,
            }
        };
        let is_guess = !numbers.is_decided()
            && !self.tactics.is_silent
            && matches!(self.goal.target, Target::String(_));
        Found {
            succeeds,
            ko: numbers.ko && !is_guess,
            best: point,
        }
    }

    fn key(&self, side: Side) -> u64 {
        let komaster = self.board.komaster().hash().rotate_left(1);
        self.board.hash() ^ self.salt ^ komaster ^ self.goal.hash() ^ side_hash(side)
    }

    /// Judges a position before it is expanded: its numbers, the best move if known, and the zone
    /// of a proven connection.
    fn look(&mut self, side: Side, guess: Numbers) -> (Numbers, Option<Point>, PointSet) {
        match (self.goal).standing(self.board, &mut self.tactics.trail) {
            Standing::Joined => {
                let zone = self.goal.weak_spots(self.board, &mut self.tactics.trail);
                return (Numbers::PROVEN, None, zone);
            }
            Standing::Lost => return (Numbers::DISPROVEN, None, PointSet::EMPTY),
            Standing::Open => {}
        }
        let depth = self.depth();
        if let Some(known) = self.table.get(self.key(side))
            && u32::from(known.depth) <= depth
        {
            return (known.numbers, known.best, known.zone);
        }
        if self.board.trial_moves() as u32 >= self.limits.depth {
            return (Numbers::DISPROVEN, None, PointSet::EMPTY);
        }
        (guess, None, PointSet::EMPTY)
    }

    /// Expands the position on the board.
    ///
    /// # Errors
    /// The numbers, if the distance alone decides the position.
    fn expand(&mut self, side: Side) -> Result<usize, Numbers> {
        self.budget.expand();
        let depth = self.depth();
        let known = self.table.get(self.key(side)).and_then(|known| known.best);
        let outlook = self.outlook(side);
        if outlook.distance >= FAR {
            return Err(Numbers::DISPROVEN);
        }
        let narrow = self.board.trial_moves() as u32 >= self.limits.narrow_depth;
        let width = if narrow {
            NARROW
        } else {
            self.breadth(side, depth).width
        };
        let points = outlook.candidates.best(width, known);
        let mut node = Node::new(self.breadth(side, depth).extra);
        for (rank, &(cost, point)) in points.iter().enumerate() {
            // What is left of the way after a move on it, or how long a cut makes it.
            let distance = match side {
                Side::Prover => (cost - i32::from(MOVE)).max(0) as Cost,
                Side::Disprover => outlook.distance + CUT,
            };
            if self.add_move(&mut node, side, point, distance, rank as u32) {
                break;
            }
        }
        self.tree.nodes.push(node);
        Ok(self.tree.nodes.len() - 1)
    }

    /// Adds a move if it may be played. Returns whether it decides the position.
    ///
    /// `rank` counts the better moves; `distance` is the one expected after the move.
    fn add_move(
        &mut self,
        node: &mut Node,
        side: Side,
        point: Point,
        distance: Cost,
        rank: u32,
    ) -> bool {
        let expected = guess(side.other(), distance, rank);
        let depth = self.depth();
        node.tried.insert(point);
        let kos = depth <= self.limits.ko_depth;
        self.budget.tries += 1;
        let Some(tried) = self.try_move(side, point, kos) else {
            return false;
        };
        let conditional = tried == Tried::Conditional;
        if conditional && !self.tree.regime.may_retake(side == self.tree.asker) {
            self.board.take_back();
            node.ko = true;
            return false;
        }
        let (numbers, answer, zone) = self.look(side.other(), expected);
        self.board.take_back();
        let numbers = numbers.with_ko(conditional);
        let decides = numbers.of(side).0 == 0;
        node.children.push(Child {
            point,
            conditional,
            numbers,
            answer,
            zone,
            node: None,
        });
        decides
    }

    /// Plays a trial move; `conditionally` allows a banned ko.
    fn try_move(&mut self, side: Side, point: Point, conditionally: bool) -> Option<Tried> {
        let (color, trail) = (self.mover(side), &mut self.tactics.trail);
        trail.at(point);
        // A ko capture that follows another one changes the komaster, wherever that one was.
        self.followed_ko |= self.board.trial_moves() == self.root
            && self.board.ko().is_some()
            && self.board.ko_capture(color, point).is_some();
        let tried = self.board.try_with_komaster(color, point, conditionally);
        if let Some(ko) = self.board.komaster().point() {
            trail.at(ko);
        }
        tried
    }

    /// The outlook of this side, to move: remembered while its area stays the same, else found
    /// anew.
    fn outlook(&mut self, side: Side) -> Outlook {
        if self.tactics.is_silent {
            return self.quick_outlook(side);
        }
        let key = OutlookKey {
            hash: self.board.hash() ^ self.salt ^ self.goal.hash() ^ side_hash(side),
            depth: self.depth(),
            color: self.goal.color,
            string: self.goal.string,
        };
        let known = self.outlooks.get(self.board, &key, 0);
        if let Some(known) = known
            && self.tactics.affords(&known.value.bills)
        {
            self.tactics.trail.include(&known.area);
            return known.value;
        }
        let (depth, goal, surveyor) = (key.depth, &self.goal, &mut *self.surveyor);
        let find = |tactics: &mut Tactics<'_>, board: &mut Board| {
            find_candidates(surveyor, board, tactics, goal, side, depth)
        };
        let ((distance, candidates), area, bills) = self.tactics.part(self.board, find);
        let outlook = Outlook {
            distance,
            candidates,
            bills,
        };
        // Without a budget, it would have been another one.
        if !self.tactics.is_exhausted() {
            let answer = Answer {
                value: outlook.clone(),
                area,
                facts: None,
                nodes: 0,
            };
            self.outlooks.put(self.board, key, answer);
        }
        outlook
    }

    /// The outlook by shape alone, which is cheaper to find than to remember.
    fn quick_outlook(&mut self, side: Side) -> Outlook {
        let depth = self.depth();
        let breadth = Breadth::by_shape(side, depth);
        let bounds = (breadth.reach, breadth.slack);
        let trail = &mut self.tactics.trail;
        let between = self.flood.between(self.board, trail, &self.goal, bounds);
        let candidates = weigh_moves(
            self.board,
            &mut self.tactics,
            &self.goal,
            (side, depth),
            &between,
        );
        Outlook {
            distance: between.distance,
            candidates,
            bills: Vec::new(),
        }
    }

    /// Whether one side has too much left to do, by the numbers of the root. What stays undecided
    /// about an area counts as cut off, so only the side that connects gives up there.
    fn is_hopeless(&self, numbers: Numbers) -> bool {
        let Numbers { pn, dn, .. } = numbers;
        if self.tactics.is_silent {
            return pn.max(dn) >= HOPELESS_QUICK;
        }
        match self.goal.target {
            Target::String(_) => pn.max(dn) >= HOPELESS,
            Target::Area(_) => pn >= HOPELESS_AREA,
        }
    }

    fn mover(&self, side: Side) -> Color {
        match side {
            Side::Prover => self.goal.color,
            Side::Disprover => !self.goal.color,
        }
    }
}

impl Search for Run<'_, '_> {
    type Node = usize;
    type Found = Known;

    fn weigh(&self, node: usize, side: Side) -> Sum {
        let node = &self.tree.nodes[node];
        let numbers = node.children.iter().map(|child| child.numbers);
        weigh(numbers, side, SHARE, node.ko)
    }

    fn child(&self, node: usize, child: usize) -> (Option<Point>, Numbers) {
        let child = &self.tree.nodes[node].children[child];
        (Some(child.point), child.numbers)
    }

    fn margin(second: u32) -> u32 {
        second + 1 + second / 4
    }

    fn is_spent(&self) -> bool {
        self.budget.left == 0 || self.tactics.is_exhausted() || self.tree.is_hopeless
    }

    fn nodes(&self) -> u64 {
        self.budget.nodes
    }

    fn play(&mut self, node: usize, child: usize, side: Side, _: u32) -> Result<(), Known> {
        let child = &self.tree.nodes[node].children[child];
        let (point, conditional) = (child.point, child.conditional);
        self.budget.tries += 1;
        match self.try_move(side, point, conditional) {
            Some(_) => {
                if let Some(trace) = self.trace {
                    trace.play(self.board);
                }
                Ok(())
            }
            None => Err(Known::new(Numbers::lost(side).with_ko(true), None)),
        }
    }

    fn enter(
        &mut self,
        node: usize,
        child: usize,
        side: Side,
        depth: u32,
        _: u32,
    ) -> Entered<Self> {
        if let Some(below) = self.tree.nodes[node].children[child].node {
            return Entered::Node(below);
        }
        // The position may have been searched since, by another order of moves.
        let known = self.table.get(self.key(side.other()));
        let is_enough =
            |known: &Known| u32::from(known.depth) <= depth + 1 && known.numbers.is_decided();
        if let Some(known) = known.filter(is_enough) {
            return Entered::Result(known);
        }
        match self.expand(side.other()) {
            Err(numbers) => Entered::Result(Known::new(numbers, None)),
            Ok(below) => {
                self.tree.nodes[node].children[child].node = Some(below);
                Entered::Node(below)
            }
        }
    }

    fn take_back(&mut self, _: u32) {
        self.board.take_back();
    }

    fn note(&mut self, at: usize, choice: usize, side: Side, found: Known) {
        let child = &mut self.tree.nodes[at].children[choice];
        child.numbers = found.numbers.with_ko(child.conditional);
        child.answer = found.best;
        child.zone = found.zone;
        if at == ROOT {
            let numbers = self.weigh(at, side).numbers;
            self.tree.is_hopeless = self.is_hopeless(numbers);
        }
        let child = &self.tree.nodes[at].children[choice];
        let own = found.numbers.of(side).0;
        if own < INFINITE || found.numbers.of(side).1 != 0 {
            return;
        }
        // The move is refuted. Cuts outside of the zone are refuted by the same answers. The other
        // side's best reply is a good point for this side, too.
        let answer = child.answer;
        if side == Side::Disprover {
            let zone = child.zone;
            let node = &mut self.tree.nodes[at];
            let open = node.open.map_or(zone, |open| open & zone);
            node.open = Some(open);
            for child in &mut node.children {
                if !child.numbers.is_decided() && !open.contains(child.point) {
                    child.numbers = Numbers::PROVEN.with_ko(child.numbers.ko);
                    child.zone = PointSet::EMPTY;
                }
            }
        }
        let node = &self.tree.nodes[at];
        if let Some(point) = answer
            && node.extra > 0
            && !node.tried.contains(point)
            && node.open.is_none_or(|open| open.contains(point))
        {
            let mut node = std::mem::replace(&mut self.tree.nodes[at], Node::new(0));
            node.extra -= 1;
            let rank = node.children.len() as u32;
            self.add_move(&mut node, side, point, MOVE, rank);
            self.tree.nodes[at] = node;
        }
    }

    fn finish(
        &mut self,
        node: usize,
        side: Side,
        depth: u32,
        sum: Sum,
        best: Option<Point>,
        work: u64,
    ) -> Known {
        // The result of the first position belongs to no move of this search.
        if let Some(trace) = self.trace.as_mut().filter(|_| depth > 0) {
            trace.note(self.board, || {
                sum.numbers
                    .in_words(["connect", "cut"], ["connected", "cut"])
            });
        }
        let node = &self.tree.nodes[node];
        let mut zone = PointSet::EMPTY;
        if sum.numbers.pn == 0 {
            match side {
                Side::Prover => {
                    if let Some(child) = sum.choice.map(|choice| &node.children[choice]) {
                        zone = child.zone;
                        zone.insert(child.point);
                    }
                }
                Side::Disprover => {
                    for child in &node.children {
                        if node.open.is_none_or(|open| open.contains(child.point))
                            || !child.zone.is_empty()
                        {
                            zone |= child.zone;
                            zone.insert(child.point);
                        }
                    }
                }
            }
        }
        let known = Known {
            numbers: sum.numbers,
            best: best.filter(|_| sum.numbers.of(side).1 != 0),
            zone,
            depth: depth as u16,
        };
        self.table.put(self.key(side), known, work);
        known
    }
}

/// Measures the distance between the two ends, and collects the moves of the side to move.
fn find_candidates(
    surveyor: &mut Surveyor,
    board: &mut Board,
    tactics: &mut Tactics<'_>,
    goal: &Goal,
    side: Side,
    depth: u32,
) -> (Cost, Candidates) {
    let breadth = Breadth::of(side, depth);
    let bounds = (breadth.reach, breadth.slack);
    let between = surveyor.survey(board, tactics, goal, bounds, depth);
    let candidates = weigh_moves(board, tactics, goal, (side, depth), &between);
    (between.distance, candidates)
}

/// Collects the moves of the side to move, if the two ends are near enough.
fn weigh_moves(
    board: &mut Board,
    tactics: &mut Tactics<'_>,
    goal: &Goal,
    (side, depth): (Side, u32),
    between: &Between,
) -> Candidates {
    let mut candidates = Candidates::default();
    if between.distance < FAR {
        match side {
            Side::Prover => candidates.connect(board, tactics, goal, between, depth),
            Side::Disprover => candidates.disconnect(board, tactics, goal, between, depth),
        }
    }
    candidates
}

/// The first guess of a position: the side to move, the distance, and the rank of the move before.
fn guess(side: Side, distance: Cost, rank: u32) -> Numbers {
    let distance = u32::from(distance);
    match side {
        // `rank` is that of the cut before.
        Side::Prover => Numbers::open(
            1 + distance / 5,
            1 + 24_u32.saturating_sub(distance) / 3 + rank,
        ),
        Side::Disprover => Numbers::open(
            1 + distance / 4 + rank,
            1 + 30_u32.saturating_sub(distance) / 5,
        ),
    }
}
