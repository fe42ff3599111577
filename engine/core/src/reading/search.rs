//! The search: proof numbers, depth first (df-pn; Nagai 2002).
//!
//! Each node has a proof number, roughly how many more positions must turn out well to prove that
//! the string is captured, and a disproof number for the opposite. The search always goes on
//! where least is missing, so it finds small proofs that an order of moves would not, and needs no
//! limit of depth to come back from hopeless lines.

use katachi_board::{Board, Color, Point, PointSet};

use super::moves;
use super::rules::{Regime, Terms};
use super::table::{INFINITE, Known, Numbers, Table, mixed};
use super::trace::Trace;
use super::trail::Trail;

/// How much of the other children's numbers counts, in sixteenths, next to the greatest.
///
/// A plain sum counts a position again for each line that leads to it (Ueda, Hashimoto, Hashimoto and Iida,
/// "Weak proof-number search", 2008). This share and the next number were found by trying: `docs/reading.md`.
const SHARE: u32 = 3;

/// The first guess of a defender's move is worse, in sixteenths, by this for each move that stands before it in the list.
const DOUBT: u32 = 10;

/// A line that is longer ends as safe: a safeguard against endless repetition.
const LONGEST_LINE: u32 = 220;

/// A move of the node that is being searched.
#[derive(Clone, Copy, Debug)]
struct Child {
    /// `None` is a pass.
    point: Option<Point>,
    numbers: Numbers,
    /// Whether it has been played, so that the numbers are more than a guess from outside.
    visited: bool,
    /// Its own children, once it has been expanded.
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

/// The children of a node: where they begin, and how many they are.
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

/// What a search has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Whether the string is captured; not so if that is not known within the limits.
    pub captured: bool,
    /// The first move of the side that succeeds, if it moves first.
    pub best: Option<Point>,
    /// Whether a ko had a say.
    pub ko: bool,
}

/// Working memory and counters that outlive a search.
#[derive(Clone)]
pub(super) struct Searcher {
    pub table: Table,
    pub trace: Option<Trace>,
    /// The tree of the present search: the children of all nodes that have been expanded.
    children: Vec<Child>,
    candidates: moves::Candidates,
    /// Positions that have been searched, of all questions.
    pub nodes: u64,
    /// Moves that have been tried, of all questions.
    pub tries: u64,
    /// The kos taken on the way to the present position: the depth after it, and the key of the position.
    kos: Vec<(u32, u64)>,
    left: u32,
}

/// One search on a board.
struct Run<'a> {
    memory: &'a mut Searcher,
    board: &'a mut Board,
    terms: Terms,
    /// The hash of the stones at the root: keys say how positions differ from it.
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

    /// The points on which the answer depends that has been read since the question [began](Self::begin) on this board,
    /// with a list of all moves.
    pub fn area(&self, board: &Board) -> PointSet {
        self.candidates.trail.area(board)
    }

    /// The moves of a side at the start of a question, the most promising first.
    pub fn list(&mut self, board: &Board, terms: &Terms, attacker_moves: bool) -> Vec<Point> {
        if attacker_moves {
            moves::attack(&mut self.candidates, board, terms, 0);
        } else {
            moves::defense(&mut self.candidates, board, terms, 0);
        }
        self.candidates.points().collect()
    }

    /// Whether the string can be captured, with this side to move.
    ///
    /// `first` are the moves that the side may begin with, all that come into question if `None`.
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
        // Only high bits differ, so that a position's entries of all regimes share a place.
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

/// The hash of the stones, without a ko.
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
            // At the root nobody passes, which is another question; a ban anywhere else has no say.
            return mixed(side + 8);
        }
        self.board.hash() ^ self.salt ^ mixed(side)
    }

    /// What is known about a position: what holds in all ko regimes, or else in this one.
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

    /// Searches an expanded node until one of its numbers reaches its threshold.
    ///
    /// The thresholds are of proof and disproof number.
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
            // As long as the child is the most promising one, by a margin, stay with it.
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

    /// Adds the children of the node on the board, the most promising first.
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

    /// Plays a move of the attacker to see what it comes to.
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

    /// Whether passing comes into question: for the defender unless the next move captures, for
    /// the attacker only to lift a ban. Nobody passes at the root.
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
                // In a ko or a snapback the next move may capture nothing for good.
                chain.len() == 1
            }
            Some(_) => true,
        }
    }

    /// What is known, or guessed, about the position on the board, to which this move led.
    fn look(&mut self, attacker_moves: bool, point: Option<Point>, depth: u32) -> Numbers {
        if depth > LONGEST_LINE {
            return Numbers::SAFE;
        }
        if let Some(repeated) = self.repeated(attacker_moves, depth) {
            return repeated;
        }
        // The table is read before it is needed, so that the memory works while the guess is made.
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

    /// Repeating a position captures nothing: what a position that comes again comes to.
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

    /// A key of the position, whatever is asked about it.
    fn position(&self, attacker_moves: bool) -> u64 {
        self.board.hash() ^ mixed(u64::from(attacker_moves))
    }

    /// The numbers of the node from those of its children, and the child to go on with.
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
            // Of a side that succeeds only its own way counts.
            ko = children[sums.best].numbers.ko;
            sum = INFINITE;
        }
        let mut repeats = Numbers::NEVER;
        if ko {
            // Only kos lead back to a position.
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

    /// Plays a move; says whether a ko that counts at this depth had a say in its being legal.
    ///
    /// # Errors
    /// The numbers of an illegal move, by which its side gets nothing.
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

    /// Takes back a move that was played at this depth.
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

/// What the children of a node come to for the side that moves.
struct Sums {
    /// The least of its own numbers, which of the children has it first, and the next number.
    least: u32,
    best: usize,
    second: u32,
    /// The sum of the other side's numbers, and the greatest of them.
    other: u32,
    most: u32,
    /// Whether any has met a ko.
    ko: bool,
}

impl Sums {
    /// `numbers` gives a child's own and other number.
    #[inline]
    fn of(children: &[Child], numbers: impl Fn(Numbers) -> (u32, u32)) -> Self {
        // No number is as large as the first.
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

/// The child to go on with.
#[derive(Clone, Copy)]
struct Choice {
    index: usize,
    /// The second best number.
    second: u32,
}
