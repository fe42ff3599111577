//! Depth-first proof-number search (df-pn; Nagai 2002).
//!
//! Entry point: [`Searcher::search`]. A node has two numbers. The proof number estimates how many
//! positions must still be decided to prove that the string is captured; the disproof number does
//! the same for its safety. The search always continues at the node where least is missing. So it
//! finds small proofs that a fixed move order would miss, and leaves hopeless lines without a depth
//! limit.
//!
//! At an attacker's node one good move is enough: its proof number is the least of its children's.
//! The disproof number adds up the children's, as every move must fail. At a defender's node the
//! two numbers change places.

use katachi_board::{Board, Color, Point, PointSet};

use super::moves;
use super::rules::{Regime, Terms};
use super::table::{INFINITE, Known, Numbers, Table, mixed};
use super::trace::Trace;
use crate::trail::Trail;

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

/// A move in the search tree.
#[derive(Clone, Copy, Debug)]
struct Child {
    /// `None` is a pass.
    point: Option<Point>,
    numbers: Numbers,
    /// Whether the move has been played, so that its numbers are more than a first guess.
    visited: bool,
    /// Its children, once it has been expanded.
    below: Option<Block>,
}

impl Child {
    fn new(point: Option<Point>, numbers: Numbers) -> Self {
        Self {
            point,
            numbers,
            visited: false,
            below: None,
        }
    }
}

/// The children of a node: a range of `Searcher::children`.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: u32,
    count: u32,
}

impl Block {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.count) as usize
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Whether the string is captured; `false` if the node limit ended the search.
    pub captured: bool,
    /// The best first move.
    pub best: Option<Point>,
    /// Whether ko matters.
    pub ko: bool,
}

/// The memory and the counters that searches share.
#[derive(Clone)]
pub(super) struct Searcher {
    pub table: Table,
    pub trace: Option<Trace>,
    /// The tree of the present search: the children of all expanded nodes.
    children: Vec<Child>,
    candidates: moves::Candidates,
    /// Nodes of all questions.
    pub nodes: u64,
    /// Trial moves of all questions.
    pub tries: u64,
    /// The ko captures of the present line: the depth after each, and the key of the position.
    kos: Vec<(u32, u64)>,
    left: u32,
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
}

impl Searcher {
    pub fn new() -> Self {
        Self {
            table: Table::new(),
            trace: None,
            children: Vec::new(),
            candidates: moves::Candidates::new(),
            nodes: 0,
            tries: 0,
            kos: Vec::new(),
            left: 0,
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

    /// The candidate moves of a side at the root, the most promising first.
    pub fn list(&mut self, board: &Board, terms: &Terms, attacker_moves: bool) -> Vec<Point> {
        if attacker_moves {
            moves::attack(&mut self.candidates, board, terms, 0);
        } else {
            moves::defense(&mut self.candidates, board, terms, 0);
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
        attacker_moves: bool,
        first: Option<&[Point]>,
    ) -> Found {
        self.left = terms.limits.nodes;
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
        };
        let (numbers, best) = run.root(attacker_moves, first);
        Found {
            captured: numbers.pn == 0,
            best,
            ko: numbers.ko,
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
    fn key(&self, attacker_moves: bool, depth: u32) -> u64 {
        let side = u64::from(attacker_moves) * 4 + u64::from(self.terms.tier(depth));
        if depth == 0 {
            // Passing is not allowed at the root, so the root needs a key of its own. Its ko ban is
            // left out: a ban elsewhere does not matter.
            return mixed(side + 8);
        }
        self.board.hash() ^ self.salt ^ mixed(side)
    }

    /// The entry that holds in all ko regimes, or else the entry of this regime.
    fn known(&self, key: u64) -> Option<Known> {
        let table = &self.memory.table;
        table.get(key).or_else(|| table.get(key ^ self.regime))
    }

    fn root(&mut self, attacker_moves: bool, first: Option<&[Point]>) -> (Numbers, Option<Point>) {
        if first.is_none() {
            let key = self.key(attacker_moves, 0);
            if let Some(known) = self.known(key)
                && known.numbers.is_decided()
            {
                return (known.numbers, known.best);
            }
        }
        let block = self.expand(attacker_moves, 0, first);
        self.node(
            block,
            attacker_moves,
            0,
            (INFINITE, INFINITE),
            first.is_none(),
        )
    }

    /// Searches an expanded node until its proof or disproof number reaches its threshold.
    fn node(
        &mut self,
        block: Block,
        attacker_moves: bool,
        depth: u32,
        (most_pn, most_dn): (u32, u32),
        keep: bool,
    ) -> (Numbers, Option<Point>) {
        let begun = self.memory.nodes;
        let mut best = None;
        let mut numbers = loop {
            let (numbers, choice) = self.weigh(block, attacker_moves);
            let Some(choice) = choice else {
                break numbers;
            };
            let child = self.memory.children[choice.index];
            best = child.point.or(best);
            if numbers.is_decided()
                || numbers.pn >= most_pn
                || numbers.dn >= most_dn
                || self.memory.left == 0
            {
                break numbers;
            }
            // Stay with the child until the second best is better by a margin.
            let margin = choice.second.saturating_add(1);
            let thresholds = if attacker_moves {
                (most_pn.min(margin), most_dn - numbers.dn + child.numbers.dn)
            } else {
                (most_pn - numbers.pn + child.numbers.pn, most_dn.min(margin))
            };
            let ko = match self.play(attacker_moves, child.point, depth) {
                Ok(ko) => ko,
                Err(lost) => {
                    self.memory.children[choice.index].numbers = lost;
                    continue;
                }
            };
            let below = match child.below {
                Some(below) => below,
                None if child.visited => self.expand(!attacker_moves, depth + 1, None),
                None => {
                    let found = self.look(!attacker_moves, child.point, depth + 1);
                    let child = &mut self.memory.children[choice.index];
                    child.numbers = found.with_ko(ko);
                    child.visited = true;
                    let own = if attacker_moves { found.pn } else { found.dn };
                    if found.is_decided() || own > choice.second {
                        self.take_back(depth);
                        continue;
                    }
                    self.expand(!attacker_moves, depth + 1, None)
                }
            };
            let (found, _) = self.node(
                below,
                !attacker_moves,
                depth + 1,
                (thresholds.0.min(INFINITE), thresholds.1.min(INFINITE)),
                true,
            );
            self.take_back(depth);
            let child = &mut self.memory.children[choice.index];
            child.numbers = found.with_ko(child.numbers.ko);
            child.below = Some(below);
        };
        if let Some(trace) = &mut self.memory.trace {
            trace.note(|| numbers.to_string());
        }
        if u32::from(numbers.repeats) >= depth {
            numbers.repeats = Numbers::NEVER;
        }
        if keep && (numbers.repeats == Numbers::NEVER || !numbers.is_decided()) {
            let work = (self.memory.nodes - begun).min(u64::from(u32::MAX)) as u32;
            let mut key = self.key(attacker_moves, depth);
            if numbers.ko || !numbers.is_decided() {
                key ^= self.regime;
            }
            let numbers = Numbers {
                repeats: Numbers::NEVER,
                ..numbers
            };
            self.memory.table.put(key, numbers, best, work);
        }
        (numbers, best)
    }

    /// Expands the node on the board: adds its children, the most promising first.
    fn expand(&mut self, attacker_moves: bool, depth: u32, first: Option<&[Point]>) -> Block {
        self.memory.nodes += 1;
        self.memory.left = self.memory.left.saturating_sub(1);
        let start = self.memory.children.len();
        let candidates = &mut self.memory.candidates;
        let extensions = match first {
            Some(points) => {
                candidates.set(self.terms.mover(attacker_moves), points);
                self.terms.extensions(self.board)
            }
            None if attacker_moves => moves::attack(candidates, self.board, &self.terms, depth),
            None => {
                moves::defense(candidates, self.board, &self.terms, depth);
                None
            }
        };
        if attacker_moves {
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
            let child = |(rank, candidate): (usize, moves::Candidate)| {
                let mut guess = Terms::guess_for_attacker(candidate.liberties);
                guess.dn += rank as u32 * DOUBT / 16;
                Child::new(Some(candidate.point), guess)
            };
            let candidates = self.memory.candidates.iter().enumerate();
            self.memory.children.extend(candidates.map(child));
        }
        if self.may_pass(attacker_moves, depth) {
            let liberties = self.board.liberty_count(self.terms.target);
            let guess = if attacker_moves {
                Terms::guess_for_defender(liberties, liberties + 1)
            } else {
                Terms::guess_for_attacker(liberties)
            };
            self.memory.children.push(Child::new(None, guess));
        }
        Block {
            start: start as u32,
            count: (self.memory.children.len() - start) as u32,
        }
    }

    /// Plays a move of the attacker to judge the position after it.
    fn visit(&mut self, point: Point, depth: u32) -> Child {
        let numbers = match self.play(true, Some(point), depth) {
            Ok(ko) => {
                let found = self.look(false, Some(point), depth + 1);
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
    fn may_pass(&self, attacker_moves: bool, depth: u32) -> bool {
        if depth == 0 {
            return false;
        }
        if attacker_moves {
            return self.terms.regime == Regime::BothBound
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
    fn look(&mut self, attacker_moves: bool, point: Option<Point>, depth: u32) -> Numbers {
        if depth > LONGEST_LINE {
            return Numbers::SAFE;
        }
        if let Some(repeated) = self.repeated(attacker_moves, depth) {
            return repeated;
        }
        // Read the table early, so that the cache line arrives while the guess is computed.
        let known = self.known(self.key(attacker_moves, depth));
        let (terms, trail) = (&self.terms, &mut self.memory.candidates.trail);
        let guess = if attacker_moves {
            terms.with_attacker_to_move(self.board, depth)
        } else {
            terms.with_defender_to_move(self.board, point, depth, trail)
        };
        match known {
            Some(known) if !guess.is_decided() => known.numbers,
            _ => guess,
        }
    }

    /// The numbers of a position that repeats one of this line: a repetition captures nothing.
    fn repeated(&self, attacker_moves: bool, depth: u32) -> Option<Numbers> {
        let (&(last, key), before) = self.memory.kos.split_last()?;
        if last != depth {
            return None;
        }
        debug_assert_eq!(key, self.position(attacker_moves));
        let (again, _) = before.iter().find(|&&(_, other)| other == key)?;
        Some(Numbers {
            ko: true,
            repeats: u8::try_from(*again).unwrap_or(0),
            ..Numbers::SAFE
        })
    }

    /// A key of the position that does not depend on the question.
    fn position(&self, attacker_moves: bool) -> u64 {
        self.board.hash() ^ mixed(u64::from(attacker_moves))
    }

    /// The node's numbers from its children's, and the child to search next.
    fn weigh(&self, block: Block, attacker_moves: bool) -> (Numbers, Option<Choice>) {
        let children = &self.memory.children[block.range()];
        let sums = if attacker_moves {
            Sums::of(children, |numbers| (numbers.pn, numbers.dn))
        } else {
            Sums::of(children, |numbers| (numbers.dn, numbers.pn))
        };
        let choice = (!children.is_empty()).then_some(Choice {
            index: block.start as usize + sums.best,
            second: sums.second,
        });
        let (mut ko, mut sum) = (sums.ko, sums.other);
        if sum < INFINITE {
            sum = sums.most + (sum - sums.most) * SHARE / 16;
        }
        let least = sums.least;
        if least == 0 {
            // A proven child decides the node, so ko matters only if that child needed it.
            ko = children[sums.best].numbers.ko;
            sum = INFINITE;
        }
        let mut repeats = Numbers::NEVER;
        if ko {
            // Without a ko no position can repeat.
            let all = children.iter().map(|child| child.numbers.repeats);
            repeats = match least {
                0 => children[sums.best].numbers.repeats,
                _ => all.min().unwrap_or(repeats),
            };
        }
        let (pn, dn) = if attacker_moves {
            (least, sum)
        } else {
            (sum, least)
        };
        (
            Numbers {
                pn,
                dn,
                ko,
                repeats,
            },
            choice,
        )
    }

    /// Plays a move. Returns whether it takes a ko that matters at this depth.
    ///
    /// # Errors
    /// If the move is illegal: the numbers of a failure of the side that moves.
    fn play(
        &mut self,
        attacker_moves: bool,
        point: Option<Point>,
        depth: u32,
    ) -> Result<bool, Numbers> {
        let color = self.terms.mover(attacker_moves);
        let mut in_ko = false;
        match point {
            Some(point) => {
                self.memory.tries += 1;
                self.memory.candidates.trail.at(point);
                let trail = &mut self.memory.candidates.trail;
                let (legal, ko) = self.terms.try_move(self.board, color, point, trail);
                in_ko = ko && depth <= self.terms.limits.ko_depth;
                if !legal {
                    let lost = if attacker_moves {
                        Numbers::SAFE
                    } else {
                        Numbers::CAPTURED
                    };
                    return Err(lost.with_ko(in_ko));
                }
                if ko {
                    let key = self.position(!attacker_moves);
                    self.memory.kos.push((depth + 1, key));
                }
            }
            None => self.board.try_pass(color),
        }
        if let Some(trace) = &mut self.memory.trace {
            trace.play(color, point);
        }
        Ok(in_ko)
    }

    /// Takes back the move that was played at this depth.
    fn take_back(&mut self, depth: u32) {
        if (self.memory.kos.last()).is_some_and(|&(after, _)| after > depth) {
            self.memory.kos.pop();
        }
        self.board.take_back();
        if let Some(trace) = &mut self.memory.trace {
            trace.take_back();
        }
    }
}

/// The children's numbers combined. "Own" is the number that the side to move wants to bring to 0.
struct Sums {
    /// The least own number, the first child that has it, and the second least.
    least: u32,
    best: usize,
    second: u32,
    /// The sum and the greatest of the other side's numbers.
    other: u32,
    most: u32,
    /// Whether ko matters in any child.
    ko: bool,
}

impl Sums {
    /// `numbers` returns a child's own number and the other side's.
    #[inline]
    fn of(children: &[Child], numbers: impl Fn(Numbers) -> (u32, u32)) -> Self {
        // Every real number is smaller than `u32::MAX`.
        let (mut least, mut best, mut second) = (u32::MAX, 0, INFINITE);
        let (mut sum, mut most, mut ko) = (0_u64, 0, false);
        for (at, child) in children.iter().enumerate() {
            let (own, other) = numbers(child.numbers);
            sum += u64::from(other);
            most = most.max(other);
            ko |= child.numbers.ko;
            second = second.min(own.max(least));
            if own < least {
                (least, best) = (own, at);
            }
        }
        Self {
            least: least.min(INFINITE),
            best,
            second,
            other: sum.min(INFINITE.into()) as u32,
            most,
            ko,
        }
    }
}

/// The child to search next.
#[derive(Clone, Copy)]
struct Choice {
    index: usize,
    /// The own number of the second best child.
    second: u32,
}
