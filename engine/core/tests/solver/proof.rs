//! Proof-number search for one claim: the prover gets what it wants, whatever the other side plays.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use katachi_board::{Color, Point, PointSet};

use super::lemma::Lemmas;
use super::moves::candidates;
use super::position::{Chain, Key, Position, Step, single};

/// A string with so many liberties is safe by definition.
pub const SAFE_LIBERTIES: usize = 5;

const INFINITE: u32 = 1 << 24;
/// So many open moves beside the hardest one add one to its number. They are not added up, as proof numbers should be: most are answered alike.
const MANY: u32 = 4;
/// Longer lines are given up; a proof that needs them is not found.
const LONGEST: usize = 600;

/// What became of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Proven,
    /// No proof with the moves that the prover considers.
    Failed,
    /// The budget was used up; the search can go on.
    Open,
}

/// How the pass of the other side is dealt with, in a node where it moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mode {
    /// Its pass must be answered by something; that tells the zone within which its moves matter.
    Usual,
    /// It has passed, and the prover is to move.
    Passed,
    /// Both have passed: only moves in a growing zone are answered.
    Settled,
    /// The string, a single stone, has just been taken: only taking back at once counts.
    Taken,
}

struct Child {
    node: usize,
    /// `None` for a pass.
    point: Option<Point>,
    /// Added to the proof number of a move of the prover.
    handicap: u32,
}

struct Node {
    position: Position,
    mode: Mode,
    proof: u32,
    disproof: u32,
    /// The points that the proof depends on.
    zone: PointSet,
    children: Vec<Child>,
    /// Moves of the prover that are not children yet, with their handicaps, the smallest last.
    pending: Vec<(Point, u32)>,
    /// The proof number before anything was tried.
    guess: u32,
    /// A move of the prover that works elsewhere in the tree.
    hint: Option<Point>,
    expanded: bool,
    /// Where the other side's moves have been considered, and what the illegal ones depend on.
    region: PointSet,
    reasons: PointSet,
    /// Whether the zone of the pass is known and all moves in it are considered.
    complete: bool,
    on_path: bool,
}

/// A quick hash: the table is asked for every position, and nobody attacks it.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_ne_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0xff51_afd7_ed55_8ccd) ^ self.0 >> 31
    }
}

/// A search for a proof. The table grows until the budget is used up; a larger budget continues.
pub struct Search {
    target: Point,
    owner: Color,
    prover: Color,
    /// The colour that no ko forbids anything.
    free: Option<Color>,
    nodes: Vec<Node>,
    table: HashMap<(Key, Mode), usize, BuildHasherDefault<Mixer>>,
    lemmas: Lemmas,
    /// How often a move on a point was what the prover needed.
    history: Vec<u32>,
    budget: usize,
    /// Whether a ko ban arose anywhere.
    pub ko: bool,
}

impl Search {
    pub fn new(root: &Position, target: Point, prover: Color, free: Option<Color>) -> Self {
        let mut search = Self {
            target,
            owner: root.color(target).expect("a string"),
            prover,
            free,
            nodes: Vec::new(),
            table: HashMap::default(),
            lemmas: Lemmas::default(),
            history: vec![0; Point::LIMIT],
            budget: 0,
            ko: false,
        };
        search.node(root.clone(), Mode::Usual);
        search
    }

    /// Searches on until the table holds so many positions.
    pub fn run(&mut self, budget: usize) -> Progress {
        self.budget = budget;
        self.descend(0, INFINITE, INFINITE, 0);
        let root = &self.nodes[0];
        if root.proof == 0 {
            Progress::Proven
        } else if root.disproof == 0 || root.proof >= INFINITE {
            Progress::Failed
        } else {
            Progress::Open
        }
    }

    /// The number of positions looked at.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The points that the proof depends on.
    pub fn zone(&self) -> PointSet {
        self.nodes[0].zone
    }

    /// The prover's first move, if the claim is proven, the prover moves and it needs one.
    pub fn first_move(&self) -> Option<Point> {
        let root = &self.nodes[0];
        self.winner(root)
    }

    /// The prover's move that is known to work in a node where it moves.
    fn winner(&self, node: &Node) -> Option<Point> {
        let works = |child: &&Child| self.nodes[child.node].proof == 0;
        node.children.iter().find(works)?.point
    }

    /// What a move in a node depends on.
    fn footprint(&self, node: &Node, point: Option<Point>) -> PointSet {
        let step = point.map(|at| node.position.play(at, self.free, self.target));
        match step {
            Some(Ok(step)) => step.footprint,
            Some(Err(reason)) => reason,
            None => PointSet::EMPTY,
        }
    }

    fn attacks(&self) -> bool {
        self.prover != self.owner
    }

    /// The node of a position; a new one is judged as far as one can see at once.
    fn node(&mut self, position: Position, mode: Mode) -> usize {
        let key = (position.key(), mode);
        if let Some(&known) = self.table.get(&key) {
            return known;
        }
        self.ko |= position.ban.is_some();
        let (mut proof, mut disproof, mut zone) = self.judge(&position, mode);
        if proof != 0
            && disproof != 0
            && let Some(known) = self.known(&position, mode)
        {
            (proof, disproof, zone) = (0, INFINITE, known);
        }
        let id = self.nodes.len();
        self.nodes.push(Node {
            position,
            mode,
            proof,
            disproof,
            zone,
            children: Vec::new(),
            pending: Vec::new(),
            guess: proof,
            hint: None,
            expanded: false,
            region: PointSet::EMPTY,
            reasons: PointSet::EMPTY,
            complete: false,
            on_path: false,
        });
        self.table.insert(key, id);
        id
    }

    /// The zone of an earlier proof that holds here, too.
    fn known(&self, position: &Position, mode: Mode) -> Option<PointSet> {
        if mode == Mode::Taken {
            return None;
        }
        self.lemmas.find(position)
    }

    /// Marks a node as proven.
    fn prove(&mut self, id: usize, zone: PointSet) {
        let node = &mut self.nodes[id];
        (node.proof, node.disproof, node.zone) = (0, INFINITE, zone);
        if node.mode == Mode::Taken {
            return;
        }
        self.lemmas.add(&node.position, zone);
    }

    /// The move that takes back the single stone of the string, or what it depends on that there is none.
    fn retake(&self, position: &Position) -> Result<Step, PointSet> {
        let step = position.play(self.target, self.free, self.target)?;
        if step.taken.is_empty() {
            Err(step.footprint)
        } else {
            Ok(step)
        }
    }

    /// The node after a move.
    fn after(&mut self, step: Step) -> usize {
        let mode = if step.taken == single(self.target) {
            Mode::Taken
        } else {
            Mode::Usual
        };
        self.node(step.after, mode)
    }

    fn judge(&self, position: &Position, mode: Mode) -> (u32, u32, PointSet) {
        let decided = |captured: bool, zone| {
            if captured == self.attacks() {
                (0, INFINITE, zone)
            } else {
                (INFINITE, 0, PointSet::EMPTY)
            }
        };
        if mode == Mode::Taken {
            return match self.retake(position) {
                Ok(_) => (2, 2, PointSet::EMPTY),
                Err(reason) => decided(true, reason),
            };
        }
        if position.color(self.target) != Some(self.owner) {
            return decided(true, PointSet::EMPTY);
        }
        let chain = position.chain(self.target);
        let count = chain.liberties.len();
        let safe = |chain: &Chain| {
            let five = chain.liberties.iter().take(SAFE_LIBERTIES).collect();
            chain.stones | five
        };
        if count >= SAFE_LIBERTIES {
            return decided(false, safe(&chain));
        }
        // What its owner can make of it at once.
        let mut reach = count;
        if position.mover == self.owner {
            reach = 0;
            for liberty in &chain.liberties {
                if let Ok(step) = position.play(liberty, self.free, self.target) {
                    let longer = step.after.chain(self.target);
                    if longer.liberties.len() >= SAFE_LIBERTIES {
                        return decided(false, step.footprint | safe(&longer));
                    }
                    reach = reach.max(longer.liberties.len());
                }
            }
        }
        if count == 1
            && position.mover != self.owner
            && let Some(last) = chain.liberties.first()
            && position.ban != Some(last)
            && let Ok(step) = position.play(last, self.free, self.target)
        {
            if chain.stones.len() > 1 {
                return decided(true, step.footprint);
            }
            if let Err(reason) = self.retake(&step.after) {
                return decided(true, step.footprint | reason);
            }
        }
        let hard = [1, 1, 3, 7, 14][reach] + u32::from(position.mover == self.owner);
        let easy = [12, 12, 6, 3, 1][reach];
        if self.attacks() {
            (hard, easy, PointSet::EMPTY)
        } else {
            (easy, hard, PointSet::EMPTY)
        }
    }

    fn descend(&mut self, id: usize, proof_limit: u32, disproof_limit: u32, depth: usize) {
        if self.nodes[id].proof == 0 || self.nodes[id].disproof == 0 {
            return;
        }
        self.nodes[id].on_path = true;
        let provers_turn = self.nodes[id].position.mover == self.prover;
        loop {
            if !self.nodes[id].expanded {
                let node = &self.nodes[id];
                if let Some(zone) = self.known(&node.position, node.mode) {
                    let node = &mut self.nodes[id];
                    (node.proof, node.disproof, node.zone) = (0, INFINITE, zone);
                    break;
                }
                self.nodes[id].expanded = true;
                if provers_turn {
                    self.expand_prover(id);
                } else {
                    self.expand_other(id);
                }
            }
            let choice = if provers_turn {
                self.update_prover(id)
            } else {
                self.update_other(id)
            };
            let node = &self.nodes[id];
            if node.proof >= proof_limit
                || node.disproof >= disproof_limit
                || node.proof == 0
                || node.disproof == 0
                || depth >= LONGEST
                || self.nodes.len() >= self.budget
            {
                break;
            }
            let Some((child, handicap, second)) = choice else {
                break;
            };
            let (proof, disproof) = (node.proof, node.disproof);
            let next = &self.nodes[child];
            let wider = second + second / 4 + 1;
            if provers_turn {
                let others = disproof.saturating_sub(next.disproof);
                let limit = disproof_limit.saturating_sub(others).max(next.disproof + 1);
                let wanted = proof_limit.min(wider) - handicap;
                self.descend(child, wanted, limit, depth + 1);
            } else {
                let others = proof.saturating_sub(next.proof);
                let limit = proof_limit.saturating_sub(others).max(next.proof + 1);
                self.descend(child, limit, disproof_limit.min(wider), depth + 1);
            }
        }
        self.nodes[id].on_path = false;
    }

    fn expand_prover(&mut self, id: usize) {
        let node = &self.nodes[id];
        let (position, mode, hint) = (node.position.clone(), node.mode, node.hint);
        if mode == Mode::Taken {
            self.nodes[id].pending = vec![(self.target, 0)];
            return;
        }
        let mut moves = candidates(&position, self.target);
        if let Some((_, handicap)) = moves.iter_mut().find(|(at, _)| Some(*at) == hint) {
            *handicap = 0;
            for (_, handicap) in moves.iter_mut().filter(|(at, _)| Some(*at) != hint) {
                *handicap += 2;
            }
        }
        // What has often worked comes earlier, what never has later.
        let often = |at: Point| self.history[at.index()];
        let all: u32 = moves.iter().map(|&(at, _)| often(at)).sum();
        if all > 5 {
            for (at, handicap) in &mut moves {
                if often(*at) * 5 > all {
                    *handicap = handicap.saturating_sub(2);
                } else if often(*at) * 40 < all {
                    *handicap += 2;
                }
            }
        }
        moves.sort_by_key(|&(_, handicap)| std::cmp::Reverse(handicap));
        self.nodes[id].pending = moves;
        // The attacker gains nothing by passing but the end of a ban.
        if !self.attacks() || position.ban.is_some() {
            let next = if mode == Mode::Passed && !self.attacks() {
                Mode::Settled
            } else {
                Mode::Usual
            };
            let child = Child {
                node: self.node(position.pass(), next),
                point: None,
                handicap: 1,
            };
            self.nodes[id].children.push(child);
        }
    }

    /// Makes children of the moves with the smallest handicap that are pending.
    fn try_pending(&mut self, id: usize) {
        let position = self.nodes[id].position.clone();
        let Some(&(_, smallest)) = self.nodes[id].pending.last() else {
            return;
        };
        while let Some(&(point, handicap)) = self.nodes[id].pending.last()
            && handicap == smallest
        {
            self.nodes[id].pending.pop();
            if let Ok(step) = position.play(point, self.free, self.target) {
                let child = Child {
                    node: self.after(step),
                    point: Some(point),
                    handicap,
                };
                self.nodes[id].children.push(child);
            }
        }
    }

    fn expand_other(&mut self, id: usize) {
        let position = &self.nodes[id].position;
        if self.nodes[id].mode == Mode::Taken {
            self.consider(id, single(self.target), None);
        } else if self.nodes[id].mode == Mode::Settled {
            let start = position.chain(self.target).stones;
            let region = position.closure(start, self.prover, self.target);
            self.consider(id, region, None);
        } else {
            let passed = position.pass();
            // Only a defender answers a pass by a pass.
            let mode = if self.attacks() {
                Mode::Usual
            } else {
                Mode::Passed
            };
            let node = self.node(passed, mode);
            self.nodes[id].children.push(Child {
                node,
                point: None,
                handicap: 0,
            });
            // What the other side would play at once: a refutation is found before work goes into its pass.
            let chain = self.nodes[id].position.chain(self.target);
            self.consider(id, chain.liberties, None);
        }
    }

    /// Adds the other side's moves in a region, as far as they have not been considered; with the prover's move that refutes a pass.
    fn consider(&mut self, id: usize, region: PointSet, hint: Option<Point>) {
        let position = self.nodes[id].position.clone();
        let new = position.empty_of(&(region - self.nodes[id].region));
        for point in &new {
            match position.play(point, self.free, self.target) {
                Ok(step) => {
                    let node = self.after(step);
                    self.nodes[node].hint = self.nodes[node].hint.or(hint);
                    self.nodes[id].children.push(Child {
                        node,
                        point: Some(point),
                        handicap: 0,
                    });
                }
                Err(reason) => self.nodes[id].reasons |= reason,
            }
        }
        self.nodes[id].region |= region;
    }

    /// The best child and the second best's proof number.
    fn update_prover(&mut self, id: usize) -> Option<(usize, u32, u32)> {
        loop {
            let (mut best, mut first, mut second) = (None, INFINITE, INFINITE);
            let (mut most, mut open) = (0, 0);
            for child in &self.nodes[id].children {
                let node = &self.nodes[child.node];
                if node.proof == 0 {
                    if let Some(point) = child.point {
                        self.history[point.index()] += 1;
                    }
                    let zone = node.zone | self.footprint(&self.nodes[id], child.point);
                    self.prove(id, zone);
                    return None;
                }
                // A repetition proves nothing.
                if node.on_path || node.disproof == 0 {
                    continue;
                }
                open += 1;
                most = most.max(node.disproof);
                let proof = (node.proof + child.handicap).min(INFINITE - 1);
                if proof < first {
                    second = first;
                    first = proof;
                    best = Some((child.node, child.handicap));
                } else {
                    second = second.min(proof);
                }
            }
            let node = &mut self.nodes[id];
            if let Some(&(_, handicap)) = node.pending.last() {
                let least = handicap + node.guess;
                if first > least {
                    self.try_pending(id);
                    continue;
                }
                open += node.pending.len() as u32;
                second = second.min(least);
            }
            node.proof = first;
            node.disproof = if open == 0 {
                0
            } else {
                most + (open - 1).div_ceil(MANY)
            };
            return best.map(|(best, handicap)| (best, handicap, second));
        }
    }

    /// The child that seems easiest to disprove and the second's disproof number.
    fn update_other(&mut self, id: usize) -> Option<(usize, u32, u32)> {
        loop {
            let (mut best, mut first, mut second) = (None, INFINITE, INFINITE);
            let mut open: u32 = 0;
            let mut most = 0;
            for child in &self.nodes[id].children {
                let node = &self.nodes[child.node];
                if node.proof == 0 {
                    continue;
                }
                if node.on_path || node.disproof == 0 {
                    let node = &mut self.nodes[id];
                    (node.proof, node.disproof) = (INFINITE, 0);
                    return None;
                }
                open += 1;
                most = most.max(node.proof);
                if node.disproof < first {
                    second = first;
                    first = node.disproof;
                    best = Some(child.node);
                } else {
                    second = second.min(node.disproof);
                }
            }
            if open > 0 {
                let node = &mut self.nodes[id];
                node.proof = (most + (open - 1).div_ceil(MANY)).min(INFINITE - 1);
                node.disproof = first;
                return best.map(|best| (best, 0, second));
            }
            let node = &self.nodes[id];
            let mut zone = node.region | node.reasons;
            for child in &node.children {
                zone = zone | self.nodes[child.node].zone | self.footprint(node, child.point);
            }
            let zone = (node.position).closure(zone, self.prover, self.target);
            let open = !node.position.empty_of(&(zone - node.region)).is_empty();
            // Moves outside the zone of the pass are passes; where passes are answered by passes, the zone must be closed.
            if (node.complete && node.mode != Mode::Settled) || !open {
                self.prove(id, zone);
                return None;
            }
            // What refutes the pass may refute the rest.
            let passed = node.children.iter().find(|child| child.point.is_none());
            let hint = passed.and_then(|child| self.winner(&self.nodes[child.node]));
            self.nodes[id].complete = true;
            self.consider(id, zone, hint);
        }
    }
}
