//! The search of tactical reading: what the [kernel](crate::proof) has to know about a string.
//!
//! Entry point: [`Searcher::search`]. The attacker is the prover: the goal is that the string is
//! captured. Each move has a first guess of its numbers, by `rules`. A move that has not been
//! played yet is looked at first; its position is expanded only if it is still the best then.

use katachi_board::{Board, Color, Point, PointSet};

use super::moves;
use super::rules::Terms;
use crate::proof::{
    self, Block, Budget, Child, Entered, Found, Known, KoLine, Numbers, Regime, Search, Side, Sum,
    Table, Thresholds, Trace, keep, mixed, settled, weigh_children,
};
use crate::trail::Trail;

/// What stays undecided counts as captured if the proof of that seems this many times nearer than
/// the proof of safety.
const NEARER: u32 = 3;

/// Places of the transposition table at most: 512 kB.
const PLACES: usize = 1 << 13;

/// The weight, in sixteenths, of the smaller numbers in a sum; the greatest counts in full.
///
/// A plain sum counts a position once for each line that leads to it (Ueda, Hashimoto, Hashimoto
/// and Iida, "Weak proof-number search", 2008). This number and the next were found by hill
/// climbing (`docs/reading.md`, "Levels").
const SHARE: u32 = 3;

/// What each earlier move in the list adds to the disproof number of a defender's move, in
/// sixteenths.
const DOUBT: u32 = 10;

/// A longer line counts as safe. This stops endless repetition.
const LONGEST_LINE: u32 = 220;

/// The memory and the counters that searches share.
#[derive(Clone)]
pub(super) struct Searcher {
    table: Table<Known>,
    pub trace: Option<Trace>,
    /// The tree of the present search: the children of all expanded nodes.
    children: Vec<Child>,
    candidates: moves::Candidates,
    /// Nodes and trial moves of all questions.
    pub budget: Budget,
    kos: KoLine,
}

/// One search on a board.
struct Run<'a> {
    memory: &'a mut Searcher,
    board: &'a mut Board,
    terms: Terms,
    /// The hash of the root's stones. Keys combine it with the position's hash, so that they say
    /// only what has changed since the root.
    salt: u64,
    regime: u64,
    /// Whether the first move is restricted, so that the root's result is not the position's.
    is_restricted: bool,
}

impl Searcher {
    pub fn new() -> Self {
        Self {
            table: Table::new(PLACES),
            trace: None,
            children: Vec::new(),
            candidates: moves::Candidates::new(),
            budget: Budget::default(),
            kos: KoLine::default(),
        }
    }

    /// Begins a question.
    pub fn begin(&mut self) {
        self.table.begin();
        self.candidates.trail = Trail::EMPTY;
    }

    /// The area of the answer that was read since [`begin`](Self::begin), if a list of all moves
    /// has been made.
    pub fn area(&self, board: &Board) -> PointSet {
        self.candidates.trail.area(board)
    }

    /// Adds to the area what another search depended on.
    pub fn include(&mut self, area: &PointSet) {
        self.candidates.trail.include(area);
    }

    /// The candidate moves of a side at the root, the most promising first.
    pub fn list(&mut self, board: &Board, terms: &Terms, side: Side) -> Vec<Point> {
        match side {
            Side::Prover => {
                moves::attack(&mut self.candidates, board, terms, 0);
            }
            Side::Disprover => moves::defense(&mut self.candidates, board, terms, 0),
        }
        self.candidates.points().collect()
    }

    /// Searches whether the string can be captured, with this side to move.
    ///
    /// `first` restricts the first move; `None` allows all candidates.
    pub(super) fn search(
        &mut self,
        board: &mut Board,
        terms: Terms,
        side: Side,
        first: Option<&[Point]>,
    ) -> Found {
        self.budget.left = terms.limits.nodes;
        self.children.clear();
        self.kos.clear();
        let salt = stones_hash(board);
        // The regime changes only high bits, so all regimes of a position share a place in the
        // table.
        let regime = (terms.regime as u64 + 1) << 60;
        let mut run = Run {
            memory: self,
            board,
            terms,
            salt,
            regime,
            is_restricted: first.is_some(),
        };
        let Known { numbers, best } = run.root(side, first);
        let is_guess = !numbers.is_decided() && terms.limits.guesses;
        Found {
            succeeds: numbers.pn == 0 || is_guess && numbers.pn.saturating_mul(NEARER) < numbers.dn,
            best,
            // Other ko regimes would not be decided, either.
            ko: numbers.ko && !is_guess,
        }
    }
}

/// The hash of the stones without the ko ban.
fn stones_hash(board: &mut Board) -> u64 {
    if board.ko().is_none() {
        return board.hash();
    }
    board.try_pass(Color::Black);
    let hash = board.hash();
    board.take_back();
    hash
}

impl Run<'_> {
    fn key(&self, side: Side, depth: u32) -> u64 {
        let attacks = u64::from(side == Side::Prover);
        let kind = attacks * 4 + u64::from(self.terms.tier(depth));
        if depth == 0 {
            // Passing is not allowed at the root, so the root needs a key of its own. Its ko ban is
            // left out: a ban elsewhere does not matter.
            return mixed(kind + 8);
        }
        self.board.hash() ^ self.salt ^ mixed(kind)
    }

    /// What the table knows of the position on the board.
    fn known(&self, side: Side, depth: u32) -> Option<Known> {
        proof::known(&self.memory.table, self.key(side, depth), self.regime)
    }

    fn root(&mut self, side: Side, first: Option<&[Point]>) -> Known {
        if first.is_none() {
            let known = self.known(side, 0);
            if let Some(known) = known.filter(|known| known.numbers.is_decided()) {
                return known;
            }
        }
        let block = self.expand(side, 0, first);
        proof::search(self, block, side, 0, Thresholds::NONE)
    }

    /// Expands the node on the board: adds its children, the most promising first.
    fn expand(&mut self, side: Side, depth: u32, first: Option<&[Point]>) -> Block {
        self.memory.budget.expand();
        let start = self.memory.children.len();
        let candidates = &mut self.memory.candidates;
        let extensions = match (first, side) {
            (Some(points), _) => {
                candidates.set(self.terms.mover(side), points);
                self.terms.extensions(self.board)
            }
            (None, Side::Prover) => moves::attack(candidates, self.board, &self.terms, depth),
            (None, Side::Disprover) => {
                moves::defense(candidates, self.board, &self.terms, depth);
                None
            }
        };
        if side == Side::Prover {
            for at in 0..self.memory.candidates.len() {
                let point = self.memory.candidates.point(at);
                let child = match &extensions {
                    Some(seen) if self.memory.candidates.is_quiet(self.board, point) => {
                        let guess = seen.after(self.board, &self.terms, point, depth);
                        Child::new(Some(point), guess)
                    }
                    _ => self.visit(point, depth),
                };
                self.memory.children.push(child);
                if child.numbers.pn == 0 {
                    break;
                }
            }
        } else {
            let child = |(rank, candidate): (usize, moves::ScoredMove)| {
                let mut guess = Terms::guess_for_attacker(candidate.liberties);
                guess.dn += rank as u32 * DOUBT / 16;
                Child::new(Some(candidate.point), guess)
            };
            let candidates = self.memory.candidates.iter().enumerate();
            self.memory.children.extend(candidates.map(child));
        }
        if self.may_pass(side, depth) {
            let liberties = self.board.liberty_count(self.terms.target);
            let guess = match side {
                Side::Prover => Terms::guess_for_defender(liberties, liberties + 1),
                Side::Disprover => Terms::guess_for_attacker(liberties),
            };
            self.memory.children.push(Child::new(None, guess));
        }
        Block::since(start, &self.memory.children)
    }

    /// Plays a move of the attacker to judge the position after it.
    fn visit(&mut self, point: Point, depth: u32) -> Child {
        let numbers = match self.try_move(Side::Prover, Some(point), depth) {
            Ok(ko) => {
                let found = self.look(Side::Disprover, Some(point), depth + 1);
                self.take_back(depth);
                found.with_ko(ko)
            }
            Err(lost) => lost,
        };
        Child {
            visited: true,
            ..Child::new(Some(point), numbers)
        }
    }

    /// Whether a pass is a candidate move. Never at the root. The attacker passes only to lift a ko
    /// ban; the defender unless the string is about to be captured.
    fn may_pass(&self, side: Side, depth: u32) -> bool {
        if depth == 0 {
            return false;
        }
        if side == Side::Prover {
            return self.terms.regime == Regime::Nobody
                && (self.board.ko()).is_some_and(|ko| self.board.is_ko(!self.terms.defender, ko));
        }
        match self.terms.string(self.board) {
            None => false,
            Some(chain) if chain.liberty_count() == 1 => {
                // In a ko or a snapback the capture of a single stone may not be final.
                chain.len() == 1
            }
            Some(_) => true,
        }
    }

    /// The table entry, or else a first guess, for the position after this move.
    fn look(&mut self, side: Side, point: Option<Point>, depth: u32) -> Numbers {
        if depth > LONGEST_LINE {
            return Numbers::DISPROVEN.of_line_since(0);
        }
        if let Some(repeated) = self.memory.kos.repeated(self.board, side, depth) {
            return repeated;
        }
        // Read the table early, so that the cache line arrives while the guess is computed.
        let known = self.known(side, depth);
        let (terms, trail) = (&self.terms, &mut self.memory.candidates.trail);
        let guess = match side {
            Side::Prover => terms.with_attacker_to_move(self.board, depth, trail),
            Side::Disprover => terms.with_defender_to_move(self.board, point, depth, trail),
        };
        match known {
            Some(known) if !guess.is_decided() => known.numbers,
            _ => guess,
        }
    }

    /// Plays a move. Returns whether it takes a ko that matters at this depth.
    ///
    /// # Errors
    /// If the move is illegal: the numbers of a failure of the side that moves.
    fn try_move(&mut self, side: Side, point: Option<Point>, depth: u32) -> Result<bool, Numbers> {
        let color = self.terms.mover(side);
        let mut in_ko = false;
        match point {
            Some(point) => {
                self.memory.budget.tries += 1;
                self.memory.candidates.trail.at(point);
                let trail = &mut self.memory.candidates.trail;
                let (legal, ko) = self.terms.try_move(self.board, color, point, trail);
                // A capture that works for ko reasons only must not pass for a plain one.
                in_ko =
                    ko && (self.terms.regime == Regime::For || depth <= self.terms.limits.ko_depth);
                if !legal {
                    return Err(Numbers::lost(side).with_ko(in_ko));
                }
                if ko {
                    (self.memory.kos).push(self.board, side.other(), depth + 1, false);
                }
            }
            None => self.board.try_pass(color),
        }
        if let Some(trace) = &mut self.memory.trace {
            trace.play(self.board);
        }
        Ok(in_ko)
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
        second.saturating_add(1)
    }

    fn is_spent(&self) -> bool {
        self.memory.budget.left == 0
    }

    fn nodes(&self) -> u64 {
        self.memory.budget.nodes
    }

    fn play(&mut self, node: Block, child: usize, side: Side, depth: u32) -> Result<(), Known> {
        let at = node.at(child);
        let point = self.memory.children[at].point;
        let ko = (self.try_move(side, point, depth)).map_err(Known::without_move)?;
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
            let found = self.look(side.other(), child.point, depth + 1);
            let child = &mut self.memory.children[at];
            child.numbers = found.with_ko(child.numbers.ko);
            child.visited = true;
            if found.is_decided() || found.of(side).0 > second {
                return Entered::Result(Known::without_move(found));
            }
        }
        let below = self.expand(side.other(), depth + 1, None);
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
        // The result of the first position belongs to no move of this search.
        if let Some(trace) = self.memory.trace.as_mut().filter(|_| depth > 0) {
            trace.note(self.board, || {
                (sum.numbers).in_words(["capture", "save"], ["captured", "safe"])
            });
        }
        let found = Known {
            numbers: settled(sum.numbers, depth),
            best,
        };
        if depth > 0 || !self.is_restricted {
            let key = self.key(side, depth);
            keep(&mut self.memory.table, key, self.regime, found, work);
        }
        found
    }
}
