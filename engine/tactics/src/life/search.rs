//! The search: what the [kernel](crate::proof) has to know about the life of a goal.
//!
//! The attacker is the prover: the goal is that all stones are captured. A move that has not been
//! played yet is looked at first; its position is expanded only if it is still the best then.

use katachi_board::{Board, Color, Point, PointSet};

use super::alive::{is_alive, is_one_eye};
use super::area::Area;
use super::moves;
use crate::proof::{
    self, Block, Budget, Child, Entered, Found, Known, KoLine, Numbers, Regime, Scored, Search,
    Side, Sum, Table, Thresholds, add_scored, keep, mixed, settled, weigh_children,
};
use crate::trail::Trail;

/// Places of the transposition table at most.
const PLACES: usize = 1 << 15;

/// The weight, in sixteenths, of the smaller numbers in a sum; the greatest counts in full.
const SHARE: u32 = 8;

/// The points that an eye space with room for two eyes has, more or less.
const ROOMY: u32 = 6;

/// A longer line counts as life. This stops endless repetition.
const LONGEST_LINE: u32 = 120;

/// What a search is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub goal: PointSet,
    pub defender: Color,
    pub area: Area,
    /// The attacker is the side that asks.
    pub regime: Regime,
    pub nodes: u32,
}

impl Terms {
    fn mover(&self, side: Side) -> Color {
        match side {
            Side::Prover => !self.defender,
            Side::Disprover => self.defender,
        }
    }

    /// The stones of the goal that are still there.
    fn left(&self, board: &Board) -> PointSet {
        self.goal & *board.stones(self.defender)
    }

    /// Judges a position before any search: decided, or a first guess.
    fn judge(&self, board: &Board, side: Side) -> Numbers {
        let left = self.left(board);
        let mut strings = board.chains_at(&left);
        let Some(first) = strings.next() else {
            return Numbers::PROVEN;
        };
        let escapes = |liberties: PointSet| !(liberties - self.area.points).is_empty();
        if escapes(first.liberties()) {
            return Numbers::DISPROVEN;
        }
        let mut is_alone = true;
        for string in strings {
            is_alone = false;
            if escapes(string.liberties()) {
                return Numbers::DISPROVEN;
            }
        }
        let liberties = first.liberty_count();
        if side == Side::Prover && is_alone && liberties == 1 && first.len() > 1 {
            return Numbers::PROVEN;
        }
        if side == Side::Prover && is_alive(board, self.defender, &left, &self.area.points) {
            return Numbers::DISPROVEN;
        }
        let eyes = self.possible_eyes(board);
        if !self.area.has_friends && is_one_eye(&eyes) {
            return Numbers::PROVEN;
        }
        Self::guess(&eyes, side)
    }

    /// The points where the defender can have an eye: they do not touch stones that nobody can
    /// capture.
    fn possible_eyes(&self, board: &Board) -> PointSet {
        let theirs = board.stones(!self.defender);
        let mut walls = self.area.walls;
        let mut grown = walls | (walls.neighbors() & *theirs & self.area.points);
        while grown != walls {
            walls = grown;
            grown |= walls.neighbors() & *theirs & self.area.points;
        }
        self.area.points - *board.stones(self.defender) - walls - walls.neighbors()
    }

    /// A first guess by the room for eyes.
    fn guess(eyes: &PointSet, side: Side) -> Numbers {
        let room = eyes.len() as u32;
        let need = ROOMY.saturating_sub(room);
        match side {
            Side::Prover => Numbers::open(room.max(1), 2 + need),
            Side::Disprover => Numbers::open(1 + room, 1 + need),
        }
    }
}

/// The memory and the counters that searches share.
#[derive(Clone)]
pub(super) struct Searcher {
    table: Table<Known>,
    /// The tree of the present search: the children of all expanded nodes.
    children: Vec<Child>,
    list: Vec<Scored>,
    pub trail: Trail,
    pub budget: Budget,
    kos: KoLine,
}

/// One search on a board.
struct Run<'a> {
    memory: &'a mut Searcher,
    board: &'a mut Board,
    terms: &'a Terms,
    regime: u64,
}

impl Searcher {
    pub fn new() -> Self {
        Self {
            table: Table::new(PLACES),
            children: Vec::new(),
            list: Vec::new(),
            trail: Trail::EMPTY,
            budget: Budget::default(),
            kos: KoLine::default(),
        }
    }

    /// Begins a question.
    pub fn begin(&mut self) {
        self.table.begin();
        self.trail = Trail::EMPTY;
    }

    /// Searches whether the goal can be killed, with this side to move. `None` if the nodes did not
    /// suffice.
    pub fn search(&mut self, board: &mut Board, terms: &Terms, side: Side) -> Option<Found> {
        self.budget.left = terms.nodes;
        self.children.clear();
        self.kos.clear();
        let regime = (terms.regime as u64 + 1) << 60;
        let mut run = Run {
            memory: self,
            board,
            terms,
            regime,
        };
        let block = run.expand(side, 0);
        proof::search(&mut run, block, side, 0, Thresholds::NONE).found()
    }
}

impl Run<'_> {
    fn key(&self, side: Side, depth: u32) -> u64 {
        let kind = u64::from(side == Side::Prover) + if depth == 0 { 2 } else { 0 };
        self.board.hash() ^ mixed(kind)
    }

    /// Expands the node on the board: adds its children, the most promising first.
    fn expand(&mut self, side: Side, depth: u32) -> Block {
        self.memory.budget.expand();
        let start = self.memory.children.len();
        let terms = self.terms;
        let mover = terms.mover(side);
        let mut list = std::mem::take(&mut self.memory.list);
        let eyes = terms.possible_eyes(self.board);
        let ground = moves::Ground {
            board: self.board,
            defender: terms.defender,
            area: &terms.area,
            eyes,
            goal: terms.left(self.board),
        };
        ground.list(&mut list, mover);
        let base = Terms::guess(&eyes, side.other());
        let may_pass = self.may_pass(side, depth);
        add_scored(&mut self.memory.children, &list, may_pass, (base, side));
        self.memory.list = list;
        Block::since(start, &self.memory.children)
    }

    /// Whether a pass is a candidate move. Never at the root. The attacker passes only to lift a ko
    /// ban.
    fn may_pass(&self, side: Side, depth: u32) -> bool {
        if depth == 0 {
            return false;
        }
        match side {
            Side::Prover => {
                self.terms.regime == Regime::Nobody
                    && (self.board.ko())
                        .is_some_and(|ko| self.board.is_ko(!self.terms.defender, ko))
            }
            Side::Disprover => true,
        }
    }

    /// The table entry, or else a first guess.
    fn look(&mut self, side: Side, depth: u32) -> Numbers {
        if depth > LONGEST_LINE {
            return Numbers::DISPROVEN;
        }
        if let Some(repeated) = self.memory.kos.repeated(self.board, side, depth) {
            return repeated;
        }
        let key = self.key(side, depth);
        if let Some(known) = proof::known(&self.memory.table, key, self.regime) {
            return known.numbers;
        }
        self.terms.judge(self.board, side)
    }
}

impl Search for Run<'_> {
    type Node = Block;
    type Found = Known;

    #[inline]
    fn weigh(&self, node: Block, side: Side) -> Sum {
        weigh_children(&self.memory.children[node.range()], side, SHARE)
    }

    #[inline]
    fn child(&self, node: Block, child: usize) -> (Option<Point>, Numbers) {
        let child = &self.memory.children[node.at(child)];
        (child.point, child.numbers)
    }

    #[inline]
    fn margin(second: u32) -> u32 {
        second.saturating_add(1 + second / 4)
    }

    fn is_spent(&self) -> bool {
        self.memory.budget.left == 0
    }

    fn nodes(&self) -> u64 {
        self.memory.budget.nodes
    }

    fn play(&mut self, node: Block, child: usize, side: Side, depth: u32) -> Result<(), Known> {
        let at = node.at(child);
        let color = self.terms.mover(side);
        let mut ko = false;
        match self.memory.children[at].point {
            Some(point) => {
                self.memory.budget.tries += 1;
                let trail = &mut self.memory.trail;
                let mover = (color, side == Side::Prover);
                let legal;
                (legal, ko) = self.terms.regime.try_move(self.board, mover, point, trail);
                if !legal {
                    return Err(Known::without_move(Numbers::lost(side).with_ko(ko)));
                }
                if ko {
                    (self.memory.kos).push(self.board, side.other(), depth + 1);
                }
            }
            None => self.board.try_pass(color),
        }
        let child = &mut self.memory.children[at];
        child.numbers = child.numbers.with_ko(ko);
        Ok(())
    }

    fn enter(
        &mut self,
        node: Block,
        child: usize,
        side: Side,
        depth: u32,
        second: u32,
    ) -> Entered<Self> {
        let at = node.at(child);
        let child = self.memory.children[at];
        if let Some(below) = child.below {
            return Entered::Node(below);
        }
        if !child.visited {
            let found = self.look(side.other(), depth + 1);
            let child = &mut self.memory.children[at];
            child.numbers = found.with_ko(child.numbers.ko);
            child.visited = true;
            if found.is_decided() || found.of(side).0 > second {
                return Entered::Result(Known::without_move(found));
            }
        }
        let below = self.expand(side.other(), depth + 1);
        self.memory.children[at].below = Some(below);
        Entered::Node(below)
    }

    fn take_back(&mut self, depth: u32) {
        self.memory.kos.take_back(depth);
        self.board.take_back();
    }

    #[inline]
    fn note(&mut self, node: Block, child: usize, _: Side, found: Known) {
        let child = &mut self.memory.children[node.at(child)];
        child.numbers = found.numbers.with_ko(child.numbers.ko);
    }

    fn finish(
        &mut self,
        _: Block,
        side: Side,
        depth: u32,
        sum: Sum,
        best: Option<Point>,
        work: u64,
    ) -> Known {
        let found = Known {
            numbers: settled(sum.numbers, depth),
            best,
        };
        let key = self.key(side, depth);
        keep(&mut self.memory.table, key, self.regime, found, work);
        found
    }
}
