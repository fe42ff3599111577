//! The search: what the [kernel](crate::proof) has to know about the life of a goal.
//!
//! The attacker is the prover: the goal is that all stones are captured. When a node is expanded,
//! the positions after all its moves are judged at once. The children of the present line are all
//! that is kept; the table knows the rest.
//!
//! A decided position has a *zone*: the points on which the result rests. A losing side that plays
//! outside of it loses in the same way. So one such move refutes all the others outside of its
//! zone, a pass refutes all moves that the proof after it does not need, and a defender whose eyes
//! do not mind the rest may leave it to the attacker (T.-R. Wu et al., "A novel approach to solving
//! goal-achieving problems for board games", 2022, calls them relevance zones). The zone of a
//! position that has ended are the stones that decide it. A move of the line adds itself, the
//! strings beside it, and what touches them; the winner's strings bring their liberties. Where ko
//! matters, the zone is everything.

use katachi_board::Point;

use super::alive::alive;
use super::field::{Bits, Field, State, Tried, bit, each};
use super::moves::{Counted, Ground};
use crate::proof::{
    self, Budget, Entered, Found, Numbers, PASSING, Regime, Search, Side, Step, Sum, Table,
    Thresholds, WAITING, doubt, mixed, settled, weigh,
};

/// Places of the transposition table at most.
const PLACES: usize = 1 << 17;

/// The weight, in sixteenths, of the smaller numbers in a sum; the greatest counts in full.
const SHARE: u32 = 8;

/// The points that an eye space with room for two eyes has, more or less.
const ROOMY: u32 = 6;

/// A longer line counts as life. This stops endless repetition.
const LONGEST_LINE: u32 = 120;

/// The zone of a result that rests on everything.
const EVERYTHING: Bits = Bits::MAX;

/// What a search is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    pub field: &'a Field,
    /// The position.
    pub root: State,
    /// Whether all empty points are candidates, or the urgent ones only.
    pub is_closed: bool,
    /// The attacker is the side that asks.
    pub regime: Regime,
    pub nodes: u32,
}

impl Terms<'_> {
    /// Judges a position before any search: decided with its zone, or a first guess.
    fn judge(&self, state: &State, side: Side) -> (Numbers, Bits) {
        let field = self.field;
        let left = field.goal & state.of(Side::Disprover);
        let (mut first, mut is_alone) = (None, true);
        for string in field.strings(state, Side::Disprover, left) {
            if field.is_free(&string, Side::Disprover) {
                return (Numbers::DISPROVEN, string.stones);
            }
            is_alone = first.is_none();
            first.get_or_insert(string);
        }
        let Some(first) = first else {
            return (Numbers::PROVEN, field.goal);
        };
        let liberties = first.border & !state.taken();
        let is_in_atari = liberties & liberties.wrapping_sub(1) == 0;
        if side == Side::Prover && is_alone && is_in_atari && first.stones.count_ones() > 1 {
            return (Numbers::PROVEN, field.goal | first.stones | first.border);
        }
        if let Some(zone) = alive(field, state, left) {
            return (Numbers::DISPROVEN, zone);
        }
        let linked = field.linked(state);
        let lost = self.lost(linked);
        let eyes = field.all & !state.of(Side::Disprover) & !lost;
        let has_friends = field.border(Side::Disprover) != 0;
        if !has_friends && self.is_one_eye(eyes) {
            // Own stones stand where there could be eyes instead.
            let room = eyes | (state.of(Side::Disprover) & !lost);
            let zone = field.goal | room | field.around(room) | linked;
            return (Numbers::PROVEN, zone);
        }
        (Self::guess(eyes, side), EVERYTHING)
    }

    /// The points where the defender can have no eye, since they touch stones that nobody can
    /// capture. `linked` are the attacker's inside.
    fn lost(&self, linked: Bits) -> Bits {
        linked | self.field.around(linked) | self.field.border(Side::Prover)
    }

    /// Whether at most one eye fits on these points.
    fn is_one_eye(&self, eyes: Bits) -> bool {
        match eyes.count_ones() {
            0 | 1 => true,
            2 => self.field.near(eyes.trailing_zeros() as usize) & eyes != 0,
            _ => false,
        }
    }

    /// A first guess by the room for eyes.
    fn guess(eyes: Bits, side: Side) -> Numbers {
        let room = eyes.count_ones();
        let need = ROOMY.saturating_sub(room);
        match side {
            Side::Prover => Numbers::open(room.max(1), 2 + need),
            Side::Disprover => Numbers::open(1 + room, 1 + need),
        }
    }
}

/// What the table knows about a position, and what a search of a node finds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    numbers: Numbers,
    /// The best move known.
    best: Option<Point>,
    /// What the result rests on, if it is decided.
    zone: Bits,
}

/// A move in the search tree.
#[derive(Clone, Copy, Debug)]
struct Child {
    /// `None` is a pass.
    at: Option<u8>,
    score: i32,
    numbers: Numbers,
    zone: Bits,
    /// The position after it.
    state: State,
    step: Step,
    /// Its numbers are a first guess, or none.
    is_new: bool,
    /// Another move has shown that it fails.
    is_dropped: bool,
}

impl Child {
    fn is_in(&self, zone: Bits) -> bool {
        self.at.is_some_and(|at| zone & bit(at.into()) != 0)
    }

    /// Whether it fails for the side that moves, whoever wins the kos.
    fn has_failed(&self, side: Side) -> bool {
        let numbers = self.numbers;
        numbers.of(side).1 == 0 && !numbers.ko && numbers.repeats == Numbers::NEVER
    }
}

/// A node of the present line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    state: State,
    /// A key of the line that leads to this position.
    line: u64,
    children: usize,
    strings: usize,
    /// What led here.
    step: Step,
    /// Moves that are suicide, or [need not be tried](Ground::superfluous).
    untried: Bits,
    /// The zones of failures that showed that others fail.
    base: Bits,
}

/// The memory and the counters that searches share.
#[derive(Clone)]
pub(super) struct Searcher {
    table: Table<Known>,
    /// Whether the table has results that rest on a repetition.
    has_repeats: bool,
    frames: Vec<Frame>,
    /// The keys of their positions, close together since each move is compared with all of them.
    keys: Vec<u64>,
    /// The children of all nodes of the present line.
    children: Vec<Child>,
    /// Their strings.
    strings: Vec<Counted>,
    pub budget: Budget,
}

/// One search.
struct Run<'a> {
    memory: &'a mut Searcher,
    terms: &'a Terms<'a>,
    regime: u64,
}

impl Searcher {
    pub fn new() -> Self {
        Self {
            table: Table::new(PLACES),
            has_repeats: false,
            frames: Vec::new(),
            keys: Vec::new(),
            children: Vec::new(),
            strings: Vec::new(),
            budget: Budget::default(),
        }
    }

    /// Begins a question.
    pub fn begin(&mut self) {
        self.table.begin();
        self.has_repeats = false;
    }

    /// Searches whether the goal can be killed, with this side to move. `None` if the nodes did not
    /// suffice.
    pub fn search(&mut self, terms: &Terms<'_>, side: Side) -> Option<Found> {
        self.budget.left = terms.nodes;
        self.search_on(terms, side)
    }

    /// Searches with the nodes that are left.
    fn search_on(&mut self, terms: &Terms<'_>, side: Side) -> Option<Found> {
        self.frames.clear();
        self.keys.clear();
        self.children.clear();
        self.strings.clear();
        let regime = (terms.regime as u64 + 1) << 60;
        let mut run = Run {
            memory: self,
            terms,
            regime,
        };
        run.expand(terms.root, side, 0, Step::Plain);
        let found = proof::search(&mut run, 0, side, 0, Thresholds::NONE);
        Found::of(found.numbers, found.best)
    }
}

impl Run<'_> {
    fn key(&self, state: &State, side: Side) -> u64 {
        self.terms.field.key(state, side)
    }

    /// A key of the line that leads to a position after the last frame.
    fn line_to(&self, key: u64) -> u64 {
        let before = self
            .memory
            .frames
            .last()
            .map_or(self.regime, |frame| frame.line);
        mixed(before ^ key)
    }

    /// The table's result. What ko decides holds in this regime only, and what rests on a
    /// repetition after the same line.
    fn known(&self, key: u64, line: u64) -> Option<Known> {
        let table = &self.memory.table;
        let known = table.get(key).or_else(|| table.get(key ^ self.regime));
        if known.is_some_and(|known| known.numbers.is_decided() || !known.numbers.ko) {
            return known;
        }
        let repeated = (self.memory.has_repeats).then(|| table.get(key ^ line));
        repeated.flatten().or(known)
    }

    /// Puts a node's result in the table.
    fn keep(&mut self, key: u64, line: u64, mut known: Known, work: u64) {
        let is_open = !known.numbers.is_decided();
        let repeats = known.numbers.repeats != Numbers::NEVER;
        let key = match (is_open, repeats) {
            (false, true) => {
                self.memory.has_repeats = true;
                key ^ line
            }
            _ if is_open || known.numbers.ko => key ^ self.regime,
            _ => key,
        };
        if is_open {
            known.numbers.repeats = Numbers::NEVER;
        }
        self.memory.table.put(key, known, work);
    }

    /// Expands a node: adds its children, judged, the most promising first.
    fn expand(&mut self, state: State, side: Side, depth: u32, step: Step) {
        self.memory.budget.expand();
        let key = self.key(&state, side);
        let line = self.line_to(key);
        let (terms, field) = (self.terms, self.terms.field);
        let (first, strings) = (self.memory.children.len(), self.memory.strings.len());
        Counted::add_all(&mut self.memory.strings, field, &state);
        let all = std::mem::take(&mut self.memory.strings);
        let ground = Ground {
            field,
            state: &state,
            strings: &all[strings..],
        };
        let lost = terms.lost(field.linked(&state));
        let eyes = field.all & !state.of(Side::Disprover) & !lost;
        let urgent = ground.urgent(eyes, side);
        let (open, mut untried) = if terms.is_closed {
            (field.all & !state.taken(), ground.superfluous(side))
        } else {
            (urgent, 0)
        };
        self.memory.keys.push(key);
        self.memory.frames.push(Frame {
            state,
            line,
            children: first,
            strings,
            step,
            untried: 0,
            base: 0,
        });
        for at in each(open & !untried) {
            let Some(score) = ground.score(side, at, urgent) else {
                continue;
            };
            match self.child_of(&state, side, at, score) {
                Some(child) => self.memory.children.push(child),
                None => untried |= bit(at),
            }
        }
        let played = || {
            self.memory.children[first..]
                .iter()
                .filter(|child| child.is_new)
        };
        self.memory
            .table
            .fetch(played().map(|child| self.key(&child.state, side.other())));
        let mut has_won = false;
        for at in first..self.memory.children.len() {
            self.judge(at, side, depth);
            let child = self.memory.children[at];
            has_won = child.numbers.of(side).0 == 0 && !child.numbers.ko;
            if has_won {
                self.memory.children.truncate(first);
                self.memory.children.push(child);
                break;
            }
        }
        self.memory.strings = all;
        let children = &mut self.memory.children[first..];
        children.sort_by_key(|child| -child.score);
        let best = children.first().map_or(0, |child| child.score);
        for child in children {
            if child.is_new && !child.numbers.is_decided() {
                child.numbers = child.numbers.doubted(side, doubt(best, child.score));
            }
        }
        let pass = self
            .pass(&state, side, step)
            .filter(|_| depth > 0 && !has_won);
        if let Some(more) = pass {
            let next = state.passed();
            let (mut numbers, zone, is_new) = if self.is_in_question(step) {
                // Asked only if it is needed.
                (Numbers::default().with_ko(true), EVERYTHING, true)
            } else {
                self.look(&next, side.other(), depth + 1, Step::Pass)
            };
            if is_new && !numbers.is_decided() {
                numbers = numbers.doubted(side, more);
            }
            self.memory.children.push(Child {
                at: None,
                score: 0,
                numbers,
                zone,
                state: next,
                step: Step::Pass,
                is_new,
                is_dropped: false,
            });
        }
        let frame = self.memory.frames.len() - 1;
        self.memory.frames[frame].untried = untried;
        for child in first..self.memory.children.len() {
            self.doubt_pass(child, side);
            self.drop_others(frame, child, side);
        }
    }

    /// A move whose position has yet to be judged; `None` if it is suicide. A banned one loses.
    fn child_of(&mut self, state: &State, side: Side, at: usize, score: i32) -> Option<Child> {
        self.memory.budget.tries += 1;
        let regime = self.terms.regime;
        let (state, step, is_new) = match self.terms.field.try_move(regime, state, side, at) {
            Tried::Illegal => return None,
            Tried::Banned => (*state, Step::Plain, false),
            Tried::Played(next, step) => (next, step, true),
        };
        Some(Child {
            at: Some(at as u8),
            score,
            numbers: if is_new {
                Numbers::default()
            } else {
                Numbers::lost(side).with_ko(true)
            },
            zone: EVERYTHING,
            state,
            step,
            is_new,
            is_dropped: false,
        })
    }

    /// Gives a move its first numbers.
    fn judge(&mut self, child: usize, side: Side, depth: u32) {
        let Child {
            state,
            step,
            is_new,
            ..
        } = self.memory.children[child];
        if !is_new {
            return;
        }
        let (mut numbers, mut zone, is_new) = self.look(&state, side.other(), depth + 1, step);
        if step.takes_ko() {
            numbers.ko = true;
            zone = EVERYTHING;
        }
        let child = &mut self.memory.children[child];
        (child.numbers, child.zone, child.is_new) = (numbers, zone, is_new);
    }

    /// What a pass adds to its number, if it is a candidate move; at the root it never is. The
    /// attacker passes only to lift a ko ban that it cannot break, or to wait until the defender
    /// has no threats.
    fn pass(&self, state: &State, side: Side, step: Step) -> Option<u32> {
        let waits = self.terms.regime == Regime::Against && step != Step::Pass;
        if side == Side::Disprover || self.terms.regime != Regime::For && state.ko.is_some() {
            Some(PASSING)
        } else {
            waits.then_some(WAITING)
        }
    }

    /// Whether both sides have passed if the side to move does so now, and the attacker may have
    /// waited: then a search where bans bind both sides tells what becomes of the position.
    fn is_in_question(&self, step: Step) -> bool {
        step == Step::Pass && self.terms.regime == Regime::Against
    }

    /// The table entry of the position after a move, or else a first guess; the flag says that it
    /// is one.
    ///
    /// A repetition captures nothing. But a defender that retakes a banned ko in it, and gets no
    /// further by that, needs threats without end.
    fn look(&self, state: &State, side: Side, depth: u32, step: Step) -> (Numbers, Bits, bool) {
        let key = self.key(state, side);
        let frames = &self.memory.frames;
        let again = (self.memory.keys.iter()).position(|&before| before == key);
        if again.is_some() || depth > LONGEST_LINE {
            let since = again.map_or(&[][..], |again| &frames[again + 1..]);
            let mut steps = since.iter().map(|frame| frame.step).chain([step]);
            let is_in_vain = again.is_some()
                && self.terms.regime == Regime::Against
                && steps.any(|step| step == Step::BannedKo);
            let result = if is_in_vain {
                Numbers::PROVEN
            } else {
                Numbers::DISPROVEN
            };
            let since = again.and_then(|again| u8::try_from(again).ok());
            let numbers = result.of_line_since(since.unwrap_or(0));
            return (numbers, EVERYTHING, false);
        }
        if let Some(known) = self.known(key, self.line_to(key)) {
            return (known.numbers, known.zone, false);
        }
        let (numbers, zone) = self.terms.judge(state, side);
        (numbers, zone, true)
    }

    fn ground(&self, frame: usize) -> Ground<'_> {
        let frame = &self.memory.frames[frame];
        Ground {
            field: self.terms.field,
            state: &frame.state,
            strings: &self.memory.strings[frame.strings..],
        }
    }

    /// A defender who lives by a ko after a pass does not live by the pass.
    ///
    /// The attacker chooses the time of such a ko: at the end, when the defender's threats are
    /// gone. So the bent four in the corner is dead. If the defender can end the danger by a move
    /// of its own, that is another child.
    fn doubt_pass(&mut self, child: usize, side: Side) {
        let one = self.memory.children[child];
        let lives_by_ko = one.numbers.dn == 0 && one.numbers.ko;
        let is_pass = one.at.is_none() && side == Side::Disprover;
        if !is_pass || !lives_by_ko || self.terms.regime != Regime::Against {
            return;
        }
        self.memory.children[child].numbers = match self.dies_by_ko(&one.state) {
            Some(true) => Numbers::PROVEN.with_ko(true),
            Some(false) => return,
            // The nodes are spent.
            None => Numbers::default(),
        };
    }

    /// Whether the attacker, to move, kills if ko bans bind both sides. `None` if the nodes did not
    /// suffice.
    fn dies_by_ko(&mut self, state: &State) -> Option<bool> {
        let terms = Terms {
            regime: Regime::Nobody,
            root: *state,
            ..*self.terms
        };
        let key = mixed(self.key(state, Side::Prover) ^ Regime::Nobody as u64);
        if let Some(known) = self.memory.table.get(key) {
            return Some(known.numbers.pn == 0);
        }
        let memory = &mut *self.memory;
        let outer = (
            std::mem::take(&mut memory.frames),
            std::mem::take(&mut memory.keys),
            std::mem::take(&mut memory.children),
            std::mem::take(&mut memory.strings),
        );
        let begun = memory.budget.nodes;
        let found = memory.search_on(&terms, Side::Prover);
        (memory.frames, memory.keys, memory.children, memory.strings) = outer;
        let work = memory.budget.nodes - begun;
        let succeeds = found?.succeeds;
        let numbers = if succeeds {
            Numbers::PROVEN
        } else {
            Numbers::DISPROVEN
        };
        let known = Known {
            numbers,
            ..Known::default()
        };
        self.memory.table.put(key, known, work);
        Some(succeeds)
    }

    /// If a move that fails lies outside of its zone, all others outside fail, too.
    fn drop_others(&mut self, frame: usize, child: usize, side: Side) {
        let one = self.memory.children[child];
        if one.is_dropped || !one.has_failed(side) || one.zone == EVERYTHING {
            return;
        }
        let zone = self.ground(frame).closed(one.zone, side.other());
        if one.is_in(zone) {
            return;
        }
        let first = self.memory.frames[frame].children;
        for (at, other) in self.memory.children.iter_mut().enumerate().skip(first) {
            if at != child && !other.is_in(zone) && !other.is_dropped {
                other.numbers = Numbers::lost(side);
                other.is_dropped = true;
            }
        }
        self.memory.frames[frame].base |= zone;
    }

    /// What the result of a decided node rests on.
    fn zone(&self, frame: usize, side: Side, numbers: Numbers, choice: Option<usize>) -> Bits {
        if numbers.ko || numbers.repeats != Numbers::NEVER {
            return EVERYTHING;
        }
        let ground = self.ground(frame);
        let frame = &self.memory.frames[frame];
        let children = &self.memory.children[frame.children..];
        let has_won = numbers.of(side).0 == 0;
        if has_won {
            let Some(child) = choice.map(|at| &children[at]) else {
                return EVERYTHING;
            };
            let near = child.at.map_or(0, |at| ground.near(at.into(), side));
            return ground.closed(child.zone | near, side);
        }
        let winner = side.other();
        let pass = children.iter().find(|child| child.at.is_none());
        let mut zone = match (frame.base, side, pass) {
            (0, Side::Disprover, Some(pass)) => pass.zone,
            (0, Side::Disprover, None) => return EVERYTHING,
            (0, Side::Prover, _) => {
                let left = self.terms.field.goal & frame.state.of(Side::Disprover);
                left & left.wrapping_neg()
            }
            (base, ..) => base,
        };
        let mut added = 0;
        loop {
            zone = ground.closed(zone, winner);
            let mut fresh = 0;
            for child in children.iter().filter(|child| !child.is_dropped) {
                let Some(at) = child.at.filter(|at| zone & !added & bit((*at).into()) != 0) else {
                    continue;
                };
                fresh |= child.zone | ground.near(at.into(), winner);
                added |= bit(at.into());
            }
            // Of liberties that are alike, the string beside them brings the one that is tried.
            for at in each(frame.untried & zone & !added) {
                fresh |= ground.near(at, winner);
                added |= bit(at);
            }
            if fresh & !zone == 0 {
                return zone;
            }
            zone |= fresh;
        }
    }
}

impl Search for Run<'_> {
    /// The place of a frame.
    type Node = usize;
    type Found = Known;

    #[inline]
    fn weigh(&self, node: usize, side: Side) -> Sum {
        let first = self.memory.frames[node].children;
        let numbers = self.memory.children[first..]
            .iter()
            .map(|child| child.numbers);
        let mut sum = weigh(numbers.clone(), side, SHARE, false);
        if sum.numbers.ko {
            // Without a ko no position can repeat.
            let decided = sum.choice.filter(|_| sum.numbers.of(side).0 == 0);
            sum.numbers.repeats = match decided {
                Some(choice) => self.memory.children[first + choice].numbers.repeats,
                None => (numbers.map(|numbers| numbers.repeats).min()).unwrap_or(Numbers::NEVER),
            };
        }
        sum
    }

    #[inline]
    fn child(&self, node: usize, child: usize) -> (Option<Point>, Numbers) {
        let child = &self.memory.children[self.memory.frames[node].children + child];
        let point = child.at.map(|at| self.terms.field.point(at.into()));
        (point, child.numbers)
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

    fn play(&mut self, _: usize, _: usize, _: Side, _: u32) -> Result<(), Known> {
        Ok(())
    }

    fn enter(
        &mut self,
        node: usize,
        child: usize,
        side: Side,
        depth: u32,
        _: u32,
    ) -> Entered<Self> {
        let frame = self.memory.frames[node];
        let child = self.memory.children[frame.children + child];
        if child.at.is_none() && self.is_in_question(frame.step) {
            let numbers = match self.dies_by_ko(&child.state) {
                Some(true) => Numbers::PROVEN,
                Some(false) => Numbers::DISPROVEN,
                None => child.numbers,
            };
            return Entered::Result(Known {
                numbers: numbers.with_ko(true),
                zone: EVERYTHING,
                best: None,
            });
        }
        self.expand(child.state, side.other(), depth + 1, child.step);
        Entered::Node(node + 1)
    }

    fn take_back(&mut self, _: u32) {}

    #[inline]
    fn note(&mut self, node: usize, child: usize, side: Side, found: Known) {
        let at = self.memory.frames[node].children + child;
        let child = &mut self.memory.children[at];
        let takes_ko = child.step.takes_ko();
        child.numbers = found.numbers.with_ko(takes_ko);
        child.zone = if takes_ko { EVERYTHING } else { found.zone };
        self.doubt_pass(at, side);
        self.drop_others(node, at, side);
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
        let numbers = settled(sum.numbers, depth);
        let zone = if numbers.is_decided() {
            self.zone(node, side, numbers, sum.choice)
        } else {
            EVERYTHING
        };
        let found = Known {
            numbers,
            best,
            zone,
        };
        let key = self.memory.keys[node];
        let Frame {
            line,
            children,
            strings,
            ..
        } = self.memory.frames[node];
        self.memory.frames.truncate(node);
        self.memory.keys.truncate(node);
        self.memory.children.truncate(children);
        self.memory.strings.truncate(strings);
        if depth > 0 {
            // At the root nobody passes.
            self.keep(key, line, found, work);
        }
        found
    }
}
