//! The search: one side connects, the other keeps apart, in turns; proof numbers, depth first (df-pn; Nagai 2002).
//!
//! A position's proof number is roughly how much has to go well yet to prove that the strings get connected, its
//! disproof number the same for keeping them apart. First guesses come from the distance.

use katachi_board::{Board, Color, Point, PointSet, Tried};
use katachi_matcher::Outcome;

use super::distance::{Between, Cost, FAR, MOVE, Surveyor};
use super::goal::{Goal, Standing};
use super::limits::ConnectionLimits;
use super::moves::Candidates;
use super::table::{Known, Table, mixed};
use super::tactics::Tactics;
use crate::reading::Reading;

/// The side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Wants to connect.
    Connect,
    /// Wants to keep apart.
    Disconnect,
}

impl Side {
    fn other(self) -> Self {
        match self {
            Self::Connect => Self::Disconnect,
            Self::Disconnect => Self::Connect,
        }
    }

    /// A number that tells the questions of the two sides apart.
    pub fn hash(self) -> u64 {
        match self {
            Self::Connect => 0,
            Self::Disconnect => mixed(1),
        }
    }
}

/// Proven: the other number is 0.
const INFINITE: u32 = 1 << 24;

/// How hard it is to prove something of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// How far it is from proven that the strings get connected.
    pub pn: u32,
    /// How far it is from proven that they do not.
    pub dn: u32,
    /// Whether a ko had a say.
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

    /// The number that this side wants to be 0, and the other.
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

/// Who may take a ko that is forbidden yet, as if a threat had been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Regime {
    /// The side that the question is not about.
    Against,
    Nobody,
    /// The side that the question is about.
    For,
}

/// How much of a position is looked at, by side and by depth.
struct Breadth {
    /// How far apart things may be to be searched at all.
    reach: Cost,
    /// By how much a way may cost more than the cheapest one for its points to be moves.
    slack: Cost,
    /// How many moves are tried.
    width: usize,
    /// How many answers of the other side are tried as moves beyond that.
    extra: u32,
}

impl Breadth {
    /// Tuned on the public suites and on pairs of strings from real games: the side that keeps apart
    /// has few good moves, and the other needs more to answer them all.
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

/// What a cut is expected to add to the distance, as long as it has not been looked at.
const CUT: Cost = 2;

/// How many moves are tried beyond the depth from which on only the likeliest are.
const NARROW: usize = 2;

/// A move of a position.
#[derive(Clone, Debug)]
struct Child {
    point: Point,
    conditional: bool,
    numbers: Numbers,
    /// What the other side plays then.
    answer: Option<Point>,
    /// If the strings get connected after it: see [`Known::zone`].
    zone: PointSet,
    /// The position that it leads to, once that has been expanded.
    node: Option<usize>,
}

/// A position that has been expanded.
#[derive(Debug)]
struct Node {
    children: Vec<Child>,
    /// Whether a move was left out because of a ko.
    ko: bool,
    /// Points that are moves or have been.
    tried: PointSet,
    /// Where the side that keeps apart has to play, as far as that is known: a move that is answered leaves it
    /// only the points of the answer's zone, since elsewhere the same answers would do.
    open: Option<PointSet>,
    /// How many answers of the other side may become moves.
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

/// What a node comes to.
#[derive(Clone, Copy, Debug)]
struct Sum {
    numbers: Numbers,
    /// The place of the most promising child.
    choice: Option<usize>,
    /// The second best of the numbers that the side wants to be 0.
    second: u32,
}

/// A search under way.
pub(super) struct Search<'a, 'b> {
    pub board: &'a mut Board,
    pub tactics: Tactics<'b>,
    pub goal: Goal,
    pub limits: ConnectionLimits,
    pub table: &'a mut Table,
    pub surveyor: &'a mut Surveyor,
    /// How many more positions may be searched.
    pub left: u32,
    /// Positions searched.
    pub nodes: u32,
    /// Moves tried.
    pub tries: u64,
    /// Trial moves before the search.
    pub root: usize,
    pub tree: Tree,
}

/// What a search remembers of its positions.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    regime: Regime,
    asker: Side,
}

impl Tree {
    /// For a question of this side.
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

    /// What this side achieves by moving first.
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

    /// Whether the side to move gets what it wants under a ko regime, whether a ko had a say, and its move.
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
            // What is not solved counts as apart.
            Side::Disconnect if regime == Regime::Against => numbers.pn != 0,
            Side::Disconnect => numbers.dn == 0,
        };
        (won, numbers.ko, point)
    }

    fn key(&self, side: Side) -> u64 {
        let komaster = self.board.komaster().hash().rotate_left(1);
        self.board.hash() ^ komaster ^ self.goal.hash() ^ side.hash()
    }

    /// Looks at a position before it is expanded: its numbers, the best move if one is known, and the zone if they
    /// get connected.
    fn look(&mut self, side: Side, guess: Numbers) -> (Numbers, Option<Point>, PointSet) {
        match self.goal.standing(self.board) {
            Standing::Joined => return (Numbers::JOINED, None, self.goal.weak_spots(self.board)),
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

    /// Surveys the position on the board and finds the moves; if that decides it, its numbers.
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
            // What is left of the way after a move on it, or after a cut of it.
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

    /// Adds a move to a position if it may be played; says whether it decides the position. It is the best but for so
    /// many others, and is expected to leave this distance.
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
        let Some(tried) = (self.board).try_with_komaster(self.mover(side), point, kos) else {
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

    /// What lies between the strings on the board, with this side to move.
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

    /// Searches an expanded position until one of its numbers reaches its threshold: that which the side to move wants
    /// to be 0, and the other.
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
            // As long as the child is the most promising one, by a margin, stay with it.
            let margin = sum.second + 1 + sum.second / 4;
            let thresholds = (
                (most.1 - other).saturating_add(child_other).min(INFINITE),
                most.0.min(margin),
            );
            self.tries += 1;
            let tried = (self.board).try_with_komaster(self.mover(side), point, conditional);
            let found = match (tried, below) {
                (None, _) => Known::new(Numbers::with(side, INFINITE, 0, true), None),
                (Some(_), Some(below)) => self.node(side.other(), below, thresholds),
                (Some(_), None) => {
                    // Another way may have led here since the move was looked at.
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

    /// Notes what has been found out about a move.
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
        // It fails. Cuts elsewhere than in the zone fail, too; and the other side's good point is one for this side.
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

    /// What a position has come to, which the table keeps.
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

/// First guesses for a position with this side to move and the strings so far apart, after the move of this rank.
fn guess(side: Side, distance: Cost, rank: u32) -> Numbers {
    let distance = u32::from(distance);
    match side {
        // The cut of this rank led here.
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

/// The numbers of a node from those of its children, and the child to go on with.
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
