//! Depth-first proof-number search for connections (df-pn; Nagai 2002).
//!
//! Entry point: [`Search::read`]. The proof number of a position estimates how much is missing to
//! prove that the strings get connected; the disproof number does the same for a cut. First guesses
//! come from the distance.
//!
//! A proven connection has a *zone*: the points where an opponent stone could change it. After a
//! cut has failed, the side that cuts has to try points of that zone only, since the same answers
//! refute a move anywhere else.

use katachi_board::{Board, Color, Outcome, Point, PointSet, Tried};

use super::distance::{Between, Cost, FAR, MOVE, Surveyor};
use super::goal::{Goal, Standing};
use super::limits::ConnectionLimits;
use super::moves::Candidates;
use super::table::{Known, Table, mixed};
use super::tactics::Tactics;
use crate::reading::Reading;

/// The two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// The side that connects.
    Connect,
    /// The side that cuts.
    Disconnect,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Connect => Self::Disconnect,
            Self::Disconnect => Self::Connect,
        }
    }

    /// A hash that distinguishes the questions of the two sides.
    pub fn hash(self) -> u64 {
        match self {
            Self::Connect => 0,
            Self::Disconnect => mixed(1),
        }
    }
}

/// The proof or disproof number of a goal that can no longer be reached.
const INFINITE: u32 = 1 << 24;

/// The proof numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Proof number: 0 when the connection is proven.
    pub pn: u32,
    /// Disproof number: 0 when the cut is proven.
    pub dn: u32,
    /// Whether ko matters.
    pub ko: bool,
}

impl Numbers {
    const JOINED: Self = Self {
        pn: 0,
        dn: INFINITE,
        ko: false,
    };
    const APART: Self = Self {
        pn: INFINITE,
        dn: 0,
        ko: false,
    };

    fn is_decided(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// The number that this side wants to bring to 0, and the other one.
    fn of(self, side: Side) -> (u32, u32) {
        match side {
            Side::Connect => (self.pn, self.dn),
            Side::Disconnect => (self.dn, self.pn),
        }
    }

    fn with(side: Side, own: u32, other: u32, ko: bool) -> Self {
        let (pn, dn) = match side {
            Side::Connect => (own, other),
            Side::Disconnect => (other, own),
        };
        Self { pn, dn, ko }
    }
}

/// The side that may take a banned ko, as if it had made a ko threat that was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Regime {
    /// The opponent of the side that asks.
    Against,
    Nobody,
    /// The side that asks.
    For,
}

/// How many possibilities a node considers, by side and depth.
struct Breadth {
    /// The greatest distance at which the search goes on.
    reach: Cost,
    /// How much dearer than the cheapest way a way may be whose points become moves.
    slack: Cost,
    /// The number of candidate moves.
    width: usize,
    /// The number of refutations that may become moves of their own.
    extra: u32,
}

impl Breadth {
    /// Tuned on the public suites and on pairs of strings from real games. The side that cuts has
    /// few good moves; the other side needs more of them to answer every cut.
    fn of(side: Side, depth: u32) -> Self {
        let (reach, slack, width, extra) = match (side, depth) {
            (Side::Connect, 0) => (42, 12, 14, 3),
            (Side::Connect, 1) => (38, 12, 12, 2),
            (Side::Connect, 2) => (38, 9, 10, 2),
            (Side::Connect, 3) => (38, 9, 10, 0),
            (Side::Connect, 4..=5) => (35, 9, 8, 0),
            (Side::Connect, 6..=7) => (35, 8, 8, 0),
            (Side::Connect, _) => (33, 8, 6, 0),
            (Side::Disconnect, 0) => (29, 9, 12, 3),
            (Side::Disconnect, 1) => (25, 9, 5, 2),
            (Side::Disconnect, 2) => (25, 7, 4, 2),
            (Side::Disconnect, 3) => (25, 7, 4, 0),
            (Side::Disconnect, 4..=7) => (23, 7, 3, 0),
            (Side::Disconnect, _) => (21, 6, 1, 0),
        };
        Self {
            reach,
            slack,
            width,
            extra,
        }
    }
}

/// The distance that a cut is expected to add, before it has been searched.
const CUT: Cost = 2;

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

/// The children's numbers combined.
#[derive(Clone, Copy, Debug)]
struct Sum {
    numbers: Numbers,
    /// The index of the most promising child.
    choice: Option<usize>,
    /// The own number of the second best child.
    second: u32,
}

/// One search.
pub(super) struct Search<'a, 'b> {
    pub board: &'a mut Board,
    pub tactics: Tactics<'b>,
    pub goal: Goal,
    pub limits: ConnectionLimits,
    pub table: &'a mut Table,
    pub surveyor: &'a mut Surveyor,
    /// The nodes left.
    pub left: u32,
    /// The nodes searched.
    pub nodes: u32,
    /// The trial moves played.
    pub tries: u64,
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
}

impl Tree {
    /// An empty tree for a question of this side.
    pub fn new(asker: Side) -> Self {
        Self {
            nodes: Vec::new(),
            regime: Regime::Against,
            asker,
        }
    }
}

impl Search<'_, '_> {
    fn depth(&self) -> u32 {
        (self.board.trial_moves() - self.root) as u32
    }

    /// Reads what this side achieves if it moves first: one to three searches with different ko
    /// regimes.
    pub fn read(&mut self, side: Side) -> Reading {
        let (won, ko, point) = self.run(side, Regime::Against);
        if won {
            return Reading {
                outcome: Outcome::Win,
                point,
            };
        }
        if !ko {
            return Reading::settled(Outcome::Lose);
        }
        let (won, _, easy) = self.run(side, Regime::For);
        if !won {
            return Reading::settled(Outcome::Lose);
        }
        let (won, _, point) = self.run(side, Regime::Nobody);
        if won {
            Reading {
                outcome: Outcome::KoA,
                point,
            }
        } else {
            Reading {
                outcome: Outcome::KoB,
                point: easy,
            }
        }
    }

    /// Searches under one ko regime. Returns whether the side to move succeeds, whether ko matters,
    /// and its move.
    fn run(&mut self, side: Side, regime: Regime) -> (bool, bool, Option<Point>) {
        self.tree.regime = regime;
        self.tree.nodes.clear();
        self.table.begin();
        let (mut numbers, _, _) = self.look(side, guess(side, MOVE, 0));
        let mut point = None;
        if !numbers.is_decided() {
            match self.expand(side) {
                Ok(node) => {
                    let known = self.node(side, node, (INFINITE, INFINITE));
                    (numbers, point) = (known.numbers, known.best);
                }
                Err(found) => numbers = found,
            }
        }
        let won = match side {
            Side::Connect => numbers.pn == 0,
            // What the limits leave undecided counts as a cut.
            Side::Disconnect if regime == Regime::Against => numbers.pn != 0,
            Side::Disconnect => numbers.dn == 0,
        };
        (won, numbers.ko, point)
    }

    fn key(&self, side: Side) -> u64 {
        let komaster = self.board.komaster().hash().rotate_left(1);
        self.board.hash() ^ self.salt ^ komaster ^ self.goal.hash() ^ side.hash()
    }

    /// Judges a position before it is expanded: its numbers, the best move if known, and the zone
    /// of a proven connection.
    fn look(&mut self, side: Side, guess: Numbers) -> (Numbers, Option<Point>, PointSet) {
        match (self.goal).standing(self.board, &mut self.tactics.trail) {
            Standing::Joined => {
                let zone = self.goal.weak_spots(self.board, &mut self.tactics.trail);
                return (Numbers::JOINED, None, zone);
            }
            Standing::Lost => return (Numbers::APART, None, PointSet::EMPTY),
            Standing::Open => {}
        }
        let depth = self.depth();
        if let Some(known) = self.table.get(self.key(side))
            && u32::from(known.depth) <= depth
        {
            return (known.numbers, known.best, known.zone);
        }
        if self.board.trial_moves() as u32 >= self.limits.depth {
            return (Numbers::APART, None, PointSet::EMPTY);
        }
        (guess, None, PointSet::EMPTY)
    }

    /// Expands the position on the board.
    ///
    /// # Errors
    /// The numbers, if the distance alone decides the position.
    fn expand(&mut self, side: Side) -> Result<usize, Numbers> {
        self.left = self.left.saturating_sub(1);
        self.nodes += 1;
        let depth = self.depth();
        let known = self.table.get(self.key(side)).and_then(|known| known.best);
        let between = self.survey(side);
        if between.distance >= FAR {
            return Err(Numbers::APART);
        }
        let points = self.candidates(side, depth, &between, known);
        let mut node = Node::new(Breadth::of(side, depth).extra);
        for (rank, &(cost, point)) in points.iter().enumerate() {
            // What is left of the way after a move on it, or how long a cut makes it.
            let distance = match side {
                Side::Connect => (cost - i32::from(MOVE)).max(0) as Cost,
                Side::Disconnect => between.distance + CUT,
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
        self.tries += 1;
        let Some(tried) = self.try_move(side, point, kos) else {
            return false;
        };
        let conditional = tried == Tried::Conditional;
        let allowed = match self.tree.regime {
            Regime::Against => side != self.tree.asker,
            Regime::Nobody => false,
            Regime::For => side == self.tree.asker,
        };
        if conditional && !allowed {
            self.board.take_back();
            node.ko = true;
            return false;
        }
        let (mut numbers, answer, zone) = self.look(side.other(), expected);
        self.board.take_back();
        numbers.ko |= conditional;
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

    /// Measures what lies between the strings, with this side to move.
    fn survey(&mut self, side: Side) -> Between {
        let depth = self.depth();
        let breadth = Breadth::of(side, depth);
        let bounds = (breadth.reach, breadth.slack);
        (self.surveyor).survey(self.board, &mut self.tactics, &self.goal, bounds, depth)
    }

    fn candidates(
        &mut self,
        side: Side,
        depth: u32,
        between: &Between,
        first: Option<Point>,
    ) -> Vec<(i32, Point)> {
        let narrow = self.board.trial_moves() as u32 >= self.limits.narrow_depth;
        let width = if narrow {
            NARROW
        } else {
            Breadth::of(side, depth).width
        };
        let mut candidates = Candidates::default();
        let (board, tactics) = (&mut *self.board, &mut self.tactics);
        match side {
            Side::Connect => candidates.connect(board, tactics, &self.goal, between, depth),
            Side::Disconnect => candidates.disconnect(board, tactics, &self.goal, between, depth),
        }
        candidates.best(width, first)
    }

    fn mover(&self, side: Side) -> Color {
        match side {
            Side::Connect => self.goal.color,
            Side::Disconnect => !self.goal.color,
        }
    }

    /// Searches an expanded node until a number reaches its threshold. `most` has the thresholds of
    /// the side to move's own number and of the other one.
    fn node(&mut self, side: Side, node: usize, most: (u32, u32)) -> Known {
        let depth = self.depth();
        loop {
            let sum = weigh(&self.tree.nodes[node], side);
            let (own, other) = sum.numbers.of(side);
            let Some(choice) = sum.choice else {
                return self.finish(side, node, sum);
            };
            if sum.numbers.is_decided()
                || own >= most.0
                || other >= most.1
                || self.left == 0
                || self.tactics.is_exhausted()
            {
                return self.finish(side, node, sum);
            }
            let child = &self.tree.nodes[node].children[choice];
            let (point, conditional, below) = (child.point, child.conditional, child.node);
            let (_, child_other) = child.numbers.of(side);
            // Stay with the child until the second best is better by a margin.
            let margin = sum.second + 1 + sum.second / 4;
            let thresholds = (
                (most.1 - other).saturating_add(child_other).min(INFINITE),
                most.0.min(margin),
            );
            self.tries += 1;
            let tried = self.try_move(side, point, conditional);
            let found = match (tried, below) {
                (None, _) => Known::new(Numbers::with(side, INFINITE, 0, true), None),
                (Some(_), Some(below)) => self.node(side.other(), below, thresholds),
                (Some(_), None) => {
                    // The position may have been searched since, by another order of moves.
                    let known = self.table.get(self.key(side.other()));
                    match known.filter(|known| {
                        u32::from(known.depth) <= depth + 1 && known.numbers.is_decided()
                    }) {
                        Some(known) => known,
                        None => match self.expand(side.other()) {
                            Err(numbers) => Known::new(numbers, None),
                            Ok(below) => {
                                self.tree.nodes[node].children[choice].node = Some(below);
                                self.node(side.other(), below, thresholds)
                            }
                        },
                    }
                }
            };
            if tried.is_some() {
                self.board.take_back();
            }
            self.note(side, node, choice, found);
        }
    }

    /// Stores what the search has found about a move.
    fn note(&mut self, side: Side, at: usize, choice: usize, found: Known) {
        let child = &mut self.tree.nodes[at].children[choice];
        child.numbers = Numbers {
            ko: found.numbers.ko || child.conditional,
            ..found.numbers
        };
        child.answer = found.best;
        child.zone = found.zone;
        let own = found.numbers.of(side).0;
        if own < INFINITE || found.numbers.of(side).1 != 0 {
            return;
        }
        // The move is refuted. Cuts outside of the zone are refuted by the same answers. The other
        // side's best reply is a good point for this side, too.
        let answer = child.answer;
        if side == Side::Disconnect {
            let zone = child.zone;
            let node = &mut self.tree.nodes[at];
            let open = node.open.map_or(zone, |open| open & zone);
            node.open = Some(open);
            for child in &mut node.children {
                if !child.numbers.is_decided() && !open.contains(child.point) {
                    child.numbers = Numbers {
                        ko: child.numbers.ko,
                        ..Numbers::JOINED
                    };
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

    /// The result of a node, which also goes into the table.
    fn finish(&mut self, side: Side, node: usize, sum: Sum) -> Known {
        let node = &self.tree.nodes[node];
        let mut zone = PointSet::EMPTY;
        let mut best = sum.choice.map(|choice| &node.children[choice]);
        if sum.numbers.pn == 0 {
            match side {
                Side::Connect => {
                    if let Some(child) = best {
                        zone = child.zone;
                        zone.insert(child.point);
                    }
                }
                Side::Disconnect => {
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
        if sum.numbers.of(side).1 == 0 {
            best = None;
        }
        let known = Known {
            numbers: sum.numbers,
            best: best.map(|child| child.point),
            zone,
            depth: self.depth() as u16,
        };
        self.table.put(self.key(side), known);
        known
    }
}

/// The first guess of a position: the side to move, the distance, and the rank of the move before.
fn guess(side: Side, distance: Cost, rank: u32) -> Numbers {
    let distance = u32::from(distance);
    match side {
        // `rank` is that of the cut before.
        Side::Connect => Numbers {
            pn: 1 + distance / 5,
            dn: 1 + 24_u32.saturating_sub(distance) / 3 + rank,
            ko: false,
        },
        Side::Disconnect => Numbers {
            pn: 1 + distance / 4 + rank,
            dn: 1 + 30_u32.saturating_sub(distance) / 5,
            ko: false,
        },
    }
}

/// The node's numbers from its children's, and the child to search next.
fn weigh(node: &Node, side: Side) -> Sum {
    let mut choice = None;
    let (mut least, mut second, mut sum) = (INFINITE, INFINITE, 0_u32);
    for (at, child) in node.children.iter().enumerate() {
        let (own, other) = child.numbers.of(side);
        sum = sum.saturating_add(other).min(INFINITE);
        if own < least || choice.is_none() {
            second = least;
            least = own;
            choice = Some(at);
        } else if own < second {
            second = own;
        }
    }
    let ko = if least == 0 {
        choice.is_some_and(|choice| node.children[choice].numbers.ko)
    } else {
        node.ko || node.children.iter().any(|child| child.numbers.ko)
    };
    let (own, other) = if least == 0 {
        (0, INFINITE)
    } else if choice.is_none() || sum == 0 {
        (INFINITE, 0)
    } else {
        (least, sum)
    };
    Sum {
        numbers: Numbers::with(side, own, other, ko),
        choice,
        second,
    }
}
