//! The search: what the [kernel](crate::proof) has to know about a race.
//!
//! The winner is the prover: its goal is that the other dragon is captured and that its own lives.
//! The other side wants its own dragon to live, be it in seki, or at least to take the winner's
//! dragon with it.

use katachi_board::{Board, Color, Point, PointSet};

use super::area::{Area, Race};
use super::moves;
use crate::life::is_one_eye;
use crate::proof::{
    self, Block, Budget, Child, Entered, Found, Known, KoLine, Numbers, PASSING, Regime, Scored,
    Search, Side, Step, Sum, Table, Thresholds, WAITING, add_scored, keep, mixed, settled,
    weigh_children,
};
use crate::trail::Trail;
use crate::unconditional::Unconditional;

/// Places of the transposition table at most.
const PLACES: usize = 1 << 17;

/// The weight, in sixteenths, of the smaller numbers in a sum; the greatest counts in full.
const SHARE: u32 = 8;

/// A longer line wins nothing. This stops endless repetition.
const LONGEST_LINE: u32 = 120;

/// The points that an eye space with room for two eyes has, more or less.
const ROOMY: u32 = 6;

/// No shape that kills has as many points.
const LARGE_EYE: usize = 7;

/// What is still open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Both dragons are there.
    Both,
    /// The winner has captured the other dragon: does its own live?
    OwnLeft,
    /// The winner's dragon has been captured: does the other one die nevertheless?
    OtherLeft,
}

impl Phase {
    /// The side that has to get on. The other one may pass, and nothing is captured by repeating.
    fn attacker(self) -> Side {
        match self {
            Self::Both | Self::OtherLeft => Side::Prover,
            Self::OwnLeft => Side::Disprover,
        }
    }

    /// The numbers if its attacker has failed.
    fn stalled(self) -> Numbers {
        Numbers::lost(self.attacker())
    }
}

/// What a search is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    pub race: &'a Race,
    pub winner: Color,
    pub area: Area,
    /// The winner is the side that asks.
    pub regime: Regime,
    pub nodes: u32,
}

impl Terms<'_> {
    fn mover(&self, side: Side) -> Color {
        match side {
            Side::Prover => self.winner,
            Side::Disprover => !self.winner,
        }
    }

    /// The stones of a dragon that are still there.
    fn left(&self, board: &Board, color: Color) -> PointSet {
        self.race.dragons[color] & *board.stones(color)
    }

    /// Whether a dragon lives: unconditionally, or because one of its eye spaces is so large that
    /// it has room for two eyes whatever the attacker does.
    fn is_alive(&self, board: &Board, color: Color, stones: &PointSet) -> bool {
        let own = board.stones(color);
        let mut rest = self.area.points - *own;
        let mut eyes = 0;
        while let Some(first) = rest.first() {
            let part = rest.part(first);
            rest = rest - part;
            let around = part.neighbors() - part;
            if !(around - *own).is_empty() {
                continue;
            }
            eyes += 1;
            let room = (part & *board.empty()).len();
            if room >= LARGE_EYE + 2 * (part.len() - room) {
                // Strings that nobody can capture do not divide it.
                let mut inner = (board.chains_at(&around))
                    .filter(|string| (string.liberties() - self.area.points).is_empty());
                let first = inner.next();
                let is_one = first.is_none_or(|first| first.stone_set().intersects(stones));
                if is_one && inner.next().is_none() {
                    return true;
                }
            }
        }
        eyes >= 2 && (Unconditional::of(board).invincible(color)).intersects(stones)
    }

    /// Whether the winner's dragon lives, whatever becomes of the other one.
    fn is_safe(&self, board: &Board) -> bool {
        let own = self.left(board, self.winner);
        self.area.is_left_by(board, &own) || self.is_alive(board, self.winner, &own)
    }

    /// The points where a dragon may get eyes: those that no stones touch which it can never
    /// capture.
    fn possible_eyes(&self, board: &Board, color: Color) -> PointSet {
        let walls = *board.stones(!color) - self.area.points;
        self.area.points - *board.stones(color) - walls.neighbors()
    }

    /// Whether a dragon has no place for two eyes, and no living stones to connect to.
    fn is_cramped(&self, board: &Board, color: Color) -> bool {
        let friends = *board.stones(color) - self.area.points;
        let eyes = self.possible_eyes(board, color);
        is_one_eye(&eyes) && !friends.intersects(&self.area.points.neighbors())
    }

    /// The phase after a move, by the stones that are left and by the phase before.
    fn phase(&self, board: &Board, before: Phase) -> Phase {
        let is_gone = |color| self.left(board, color).is_empty();
        match before {
            Phase::Both if is_gone(!self.winner) => Phase::OwnLeft,
            Phase::Both if is_gone(self.winner) => Phase::OtherLeft,
            _ => before,
        }
    }

    /// Judges a position before any search: decided, or a first guess.
    fn judge(&self, board: &Board, phase: Phase) -> Numbers {
        let attacker = phase.attacker();
        let color = match attacker {
            Side::Prover => !self.winner,
            Side::Disprover => self.winner,
        };
        let stones = self.left(board, color);
        if stones.is_empty() {
            return Numbers::lost(attacker.other());
        }
        if self.area.is_left_by(board, &stones) || self.is_alive(board, color, &stones) {
            return phase.stalled();
        }
        let is_alone = phase != Phase::Both || self.is_safe(board);
        if is_alone && self.is_cramped(board, color) {
            return Numbers::lost(attacker.other());
        }
        self.guess(board, phase)
    }

    /// A first guess: in a race each side needs as many moves as the other dragon has liberties;
    /// to live or to kill, by the room for eyes.
    fn guess(&self, board: &Board, phase: Phase) -> Numbers {
        let need = |color: Color| {
            let stones = self.left(board, color);
            let count = (stones.neighbors() & *board.empty()).len() as u32;
            count.max(1)
        };
        let color = match phase {
            Phase::Both => return Numbers::open(need(!self.winner), need(self.winner)),
            Phase::OwnLeft => self.winner,
            Phase::OtherLeft => !self.winner,
        };
        let room = self.possible_eyes(board, color).len() as u32;
        let safe = 1 + ROOMY.saturating_sub(room);
        Numbers::with(phase.attacker(), room.max(1), safe)
    }
}

/// The memory and the counters that searches share.
pub(super) struct Searcher {
    table: Table<Known>,
    /// The tree of the present search: the children of all expanded nodes.
    children: Vec<Child>,
    list: Vec<Scored>,
    pub budget: Budget,
    kos: KoLine,
}

/// One search on a board.
struct Run<'a> {
    memory: &'a mut Searcher,
    board: &'a mut Board,
    terms: &'a Terms<'a>,
    regime: u64,
    /// The phase at the root and after each move of the present line.
    phases: Vec<Phase>,
    /// The moves and passes of the present line.
    steps: Vec<Step>,
}

impl Searcher {
    pub fn new() -> Self {
        Self {
            table: Table::new(PLACES),
            children: Vec::new(),
            list: Vec::new(),
            budget: Budget::default(),
            kos: KoLine::default(),
        }
    }

    /// Begins a question.
    pub fn begin(&mut self) {
        self.table.begin();
    }

    /// Searches whether the winner wins, with this side to move. `None` if the nodes did not
    /// suffice.
    pub fn search(&mut self, board: &mut Board, terms: &Terms<'_>, side: Side) -> Option<Found> {
        self.budget.left = terms.nodes;
        self.search_on(board, terms, Phase::Both, side)
    }

    /// Searches a position of this phase with the nodes that are left.
    fn search_on(
        &mut self,
        board: &mut Board,
        terms: &Terms<'_>,
        phase: Phase,
        side: Side,
    ) -> Option<Found> {
        self.children.clear();
        self.kos.clear();
        let regime = (terms.regime as u64 + 1) << 60;
        let mut run = Run {
            memory: self,
            board,
            terms,
            regime,
            phases: vec![phase],
            steps: Vec::new(),
        };
        let block = run.expand(side);
        proof::search(&mut run, block, side, 0, Thresholds::NONE).found()
    }
}

impl Run<'_> {
    /// The phase of the position on the board.
    fn phase(&self) -> Phase {
        self.phases.last().copied().unwrap_or(Phase::Both)
    }

    fn key(&self, side: Side) -> u64 {
        // After a pass another one may end the line.
        let is_after_pass = self.steps.last() == Some(&Step::Pass);
        let flags = 4 * u64::from(side == Side::Prover) + 8 * u64::from(is_after_pass);
        self.board.hash() ^ mixed(self.phase() as u64 + flags)
    }

    /// Expands the node on the board: adds its children, the most promising first.
    fn expand(&mut self, side: Side) -> Block {
        self.memory.budget.expand();
        let start = self.memory.children.len();
        let terms = self.terms;
        let mover = terms.mover(side);
        let mut list = std::mem::take(&mut self.memory.list);
        let ground = moves::Ground {
            board: self.board,
            points: &terms.area.points,
            own: terms.left(self.board, mover),
            other: terms.left(self.board, !mover),
        };
        ground.list(&mut list, mover);
        let base = terms.guess(self.board, self.phase());
        let pass = self.pass(side);
        add_scored(&mut self.memory.children, &list, pass, (base, side));
        self.memory.list = list;
        if pass == Some(WAITING)
            && let Some(last) = self.memory.children.last_mut()
        {
            // Where no ko matters, who waits gains nothing: see `wait_for_kos`.
            last.numbers = Numbers::lost(side);
        }
        Block::since(start, &self.memory.children)
    }

    /// What a pass adds to its number, if it is a candidate move. The side that has to get on
    /// passes only to lift a ko ban that it cannot break, or to wait until the other one has no
    /// threats.
    fn pass(&self, side: Side) -> Option<u32> {
        let mover = self.terms.mover(side);
        let is_banned = || (self.board.ko()).is_some_and(|ko| self.board.is_ko(mover, ko));
        let waits = || self.holds_by_kos(side.other()) && self.steps.last() != Some(&Step::Pass);
        if side != self.phase().attacker() || !self.may_retake(side) && is_banned() {
            Some(PASSING)
        } else {
            waits().then_some(WAITING)
        }
    }

    /// Counts the waiting pass as a move if all moves of a node have failed, and by a ko.
    fn wait_for_kos(&mut self, node: Block, side: Side) {
        let Some((last, moves)) = self.memory.children[node.range()].split_last_mut() else {
            return;
        };
        let is_unasked =
            last.point.is_none() && !last.visited && last.numbers == Numbers::lost(side);
        let fails = |one: &Child| one.numbers.of(side).1 == 0;
        if is_unasked && moves.iter().all(fails) && moves.iter().any(|one| one.numbers.ko) {
            last.numbers = Numbers::default().doubted(side, WAITING);
        }
    }

    /// Whether a side may retake a ko at once.
    fn may_retake(&self, side: Side) -> bool {
        self.terms.regime.may_retake(side == Side::Prover)
    }

    /// Whether this side need not get on, and may retake every ko at once.
    fn holds_by_kos(&self, side: Side) -> bool {
        side != self.phase().attacker() && self.may_retake(side)
    }

    /// Whether the side that has to get on, to move, succeeds if ko bans bind both sides. `None` if
    /// the nodes did not suffice.
    fn succeeds_by_ko(&mut self, side: Side) -> Option<bool> {
        let terms = Terms {
            regime: Regime::Nobody,
            ..*self.terms
        };
        let phase = self.phase();
        let memory = &mut *self.memory;
        let outer = (
            std::mem::take(&mut memory.children),
            std::mem::take(&mut memory.kos),
        );
        let found = memory.search_on(self.board, &terms, phase, side);
        (memory.children, memory.kos) = outer;
        Some(found?.succeeds == (side == Side::Prover))
    }

    /// The result of a pass by which a side gets its way if it can retake kos. It chooses the time
    /// of none: the other side waits until the threats are gone.
    fn doubted(&mut self, side: Side, found: Numbers) -> Numbers {
        let by_ko = found.of(side).0 == 0 && found.ko;
        if !by_ko || !self.holds_by_kos(side) {
            return found;
        }
        self.board.try_pass(self.terms.mover(side));
        let succeeds = self.succeeds_by_ko(side.other());
        self.board.take_back();
        match succeeds {
            Some(true) => Numbers::lost(side).with_ko(true),
            Some(false) => found,
            None => Numbers::default(),
        }
    }

    /// Plays a move if it is legal; says so, and what it takes.
    ///
    /// If only the side that has to get on must wait for kos, it may take one nevertheless: the
    /// other one must retake it, and may never get rid of it.
    fn try_move(&mut self, side: Side, point: Point) -> (bool, Step) {
        let color = self.terms.mover(side);
        let is_banned = self.board.is_ko(color, point);
        let takes = self.board.ko_capture(color, point).is_some();
        if takes && !is_banned && side == self.phase().attacker() && !self.may_retake(side) {
            return (self.board.try_move(color, point), Step::Ko);
        }
        // Answers are not remembered, so nobody asks what they depend on.
        let mut trail = Trail::EMPTY;
        let mover = (color, side == Side::Prover);
        let (legal, ko) = (self.terms.regime).try_move(self.board, mover, point, &mut trail);
        let step = match (ko, is_banned) {
            (false, _) => Step::Plain,
            (true, false) => Step::Ko,
            (true, true) => Step::BannedKo,
        };
        (legal, step)
    }

    /// The table entry, or else what the position shows, or a first guess.
    fn look(&mut self, side: Side, depth: u32) -> Numbers {
        let phase = self.phase();
        if depth > LONGEST_LINE {
            return phase.stalled().of_line_since(0);
        }
        if let Some(repeated) = self.memory.kos.repeated(self.board, side, depth) {
            // Whoever breaks bans on the way needs threats without end.
            let attacker = phase.attacker();
            let is_in_vain = self.holds_by_kos(attacker.other())
                && self.memory.kos.breaks_ban_since(repeated.repeats);
            let loser = if is_in_vain {
                attacker.other()
            } else {
                attacker
            };
            return Numbers::lost(loser).of_line_since(repeated.repeats);
        }
        if let Some(known) = proof::known(&self.memory.table, self.key(side), self.regime) {
            return known.numbers;
        }
        self.terms.judge(self.board, phase)
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
        let mut step = Step::Pass;
        match self.memory.children[at].point {
            Some(point) => {
                self.memory.budget.tries += 1;
                let legal;
                (legal, step) = self.try_move(side, point);
                let ko = step.takes_ko();
                if !legal {
                    return Err(Known::without_move(Numbers::lost(side).with_ko(ko)));
                }
                if ko {
                    let breaks_ban = step == Step::BannedKo;
                    (self.memory.kos).push(self.board, side.other(), depth + 1, breaks_ban);
                }
            }
            None => self.board.try_pass(color),
        }
        let phase = self.terms.phase(self.board, self.phase());
        self.phases.push(phase);
        self.steps.push(step);
        let ko = step.takes_ko();
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
        if let [.., Step::Pass, Step::Pass] = self.steps[..]
            && self.holds_by_kos(side)
        {
            let other = side.other();
            let numbers = match self.succeeds_by_ko(other) {
                Some(true) => Numbers::lost(side),
                Some(false) => Numbers::lost(other),
                None => child.numbers,
            };
            return Entered::Result(Known::without_move(numbers.with_ko(true)));
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
        let below = self.expand(side.other());
        self.memory.children[at].below = Some(below);
        Entered::Node(below)
    }

    fn take_back(&mut self, depth: u32) {
        self.phases.pop();
        self.steps.pop();
        self.memory.kos.take_back(depth);
        self.board.take_back();
    }

    #[inline]
    fn note(&mut self, node: Block, child: usize, side: Side, found: Known) {
        let at = node.at(child);
        let numbers = found.numbers.with_ko(self.memory.children[at].numbers.ko);
        let numbers = match self.memory.children[at].point {
            Some(_) => numbers,
            None => self.doubted(side, numbers),
        };
        self.memory.children[at].numbers = numbers;
        if numbers.of(side).1 == 0 {
            self.wait_for_kos(node, side);
        }
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
        let key = self.key(side);
        keep(&mut self.memory.table, key, self.regime, found, work);
        found
    }
}
