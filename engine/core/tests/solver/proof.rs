//! Proof-number search for one claim: the prover gets what it wants, whatever the other side plays.

use std::collections::HashMap;

use katachi_board::{Color, Point, PointSet};

use super::moves::candidates;
use super::position::{Key, Position, Step};

/// A string with so many liberties is safe by definition.
pub const SAFE_LIBERTIES: usize = 5;

const INFINITE: u32 = 1 << 24;
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
    footprint: PointSet,
}

struct Node {
    position: Position,
    mode: Mode,
    proof: u32,
    disproof: u32,
    /// The points that the proof depends on.
    zone: PointSet,
    children: Vec<Child>,
    expanded: bool,
    /// Where the other side's moves have been considered, and what the illegal ones depend on.
    region: PointSet,
    reasons: PointSet,
    /// Whether the zone of the pass is known and all moves in it are considered.
    complete: bool,
    on_path: bool,
}

/// What has been proven once holds in every position that agrees on the zone.
struct Lemma {
    mover: Color,
    zone: PointSet,
    black: PointSet,
    white: PointSet,
    ban: Option<Point>,
}

/// So many lemmas are kept, the newest.
const LEMMAS: usize = 1024;

/// A search for a proof. The table grows until the budget is used up; a larger budget continues.
pub struct Search {
    target: Point,
    owner: Color,
    prover: Color,
    /// The colour that no ko forbids anything.
    free: Option<Color>,
    nodes: Vec<Node>,
    table: HashMap<(Key, Mode), usize>,
    lemmas: Vec<Lemma>,
    oldest: usize,
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
            table: HashMap::new(),
            lemmas: Vec::new(),
            oldest: 0,
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
        let winner = root
            .children
            .iter()
            .find(|child| self.nodes[child.node].proof == 0)?;
        let after = &self.nodes[winner.node].position;
        (root.position.size().points())
            .find(|&at| root.position.is_empty(at) && !after.is_empty(at))
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
        let (black, white, mover, ban) = position.key();
        let holds = |lemma: &&Lemma| {
            lemma.mover == mover
                && black & lemma.zone == lemma.black
                && white & lemma.zone == lemma.white
                && ban.filter(|&at| lemma.zone.contains(at)) == lemma.ban
        };
        self.lemmas.iter().rev().find(holds).map(|lemma| lemma.zone)
    }

    /// Marks a node as proven.
    fn prove(&mut self, id: usize, zone: PointSet) {
        let node = &mut self.nodes[id];
        (node.proof, node.disproof, node.zone) = (0, INFINITE, zone);
        if node.mode == Mode::Taken {
            return;
        }
        let (black, white, mover, ban) = node.position.key();
        let lemma = Lemma {
            mover,
            zone,
            black: black & zone,
            white: white & zone,
            ban: ban.filter(|&at| zone.contains(at)),
        };
        if self.lemmas.len() < LEMMAS {
            self.lemmas.push(lemma);
        } else {
            self.lemmas[self.oldest] = lemma;
            self.oldest = (self.oldest + 1) % LEMMAS;
        }
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
    fn after(&mut self, step: Step) -> Child {
        let mut target = PointSet::EMPTY;
        target.insert(self.target);
        let mode = if step.taken == target {
            Mode::Taken
        } else {
            Mode::Usual
        };
        Child {
            node: self.node(step.after, mode),
            footprint: step.footprint,
        }
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
        if count >= SAFE_LIBERTIES {
            let five = chain.liberties.iter().take(SAFE_LIBERTIES).collect();
            return decided(false, chain.stones | five);
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
        let hard = [1, 1, 3, 7, 14][count] + u32::from(position.mover == self.owner);
        let easy = [12, 12, 6, 3, 1][count];
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
            let Some((child, second)) = choice else {
                break;
            };
            let (proof, disproof) = (node.proof, node.disproof);
            let next = &self.nodes[child];
            let wider = second.saturating_add(second / 4 + 1);
            if provers_turn {
                let others = disproof.saturating_sub(next.disproof);
                let limit = disproof_limit.saturating_sub(others).max(next.disproof + 1);
                self.descend(child, proof_limit.min(wider), limit, depth + 1);
            } else {
                let others = proof.saturating_sub(next.proof);
                let limit = proof_limit.saturating_sub(others).max(next.proof + 1);
                self.descend(child, limit, disproof_limit.min(wider), depth + 1);
            }
        }
        self.nodes[id].on_path = false;
    }

    fn expand_prover(&mut self, id: usize) {
        let position = self.nodes[id].position.clone();
        let mode = self.nodes[id].mode;
        let mut children = Vec::new();
        if mode == Mode::Taken {
            if let Ok(step) = self.retake(&position) {
                children.push(self.after(step));
            }
            self.nodes[id].children = children;
            return;
        }
        for point in &candidates(&position, self.target) {
            if position.ban == Some(point) {
                continue;
            }
            if let Ok(step) = position.play(point, self.free, self.target) {
                children.push(self.after(step));
            }
        }
        // The attacker gains nothing by passing but the end of a ban.
        if !self.attacks() || position.ban.is_some() {
            let next = if mode == Mode::Passed && !self.attacks() {
                Mode::Settled
            } else {
                Mode::Usual
            };
            children.push(Child {
                node: self.node(position.pass(), next),
                footprint: PointSet::EMPTY,
            });
        }
        self.nodes[id].children = children;
    }

    fn expand_other(&mut self, id: usize) {
        let position = &self.nodes[id].position;
        if self.nodes[id].mode == Mode::Taken {
            let mut region = PointSet::EMPTY;
            region.insert(self.target);
            self.consider(id, region);
        } else if self.nodes[id].mode == Mode::Settled {
            let start = position.chain(self.target).stones;
            let region = position.closure(start, self.prover, self.target);
            self.consider(id, region);
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
                footprint: PointSet::EMPTY,
            });
            // What the other side would play at once: a refutation is found before work goes into its pass.
            let chain = self.nodes[id].position.chain(self.target);
            self.consider(id, chain.liberties);
        }
    }

    /// Adds the other side's moves in a region, as far as they have not been considered.
    fn consider(&mut self, id: usize, region: PointSet) {
        let position = self.nodes[id].position.clone();
        let new = position.empty_of(&(region - self.nodes[id].region));
        for point in &new {
            match position.play(point, self.free, self.target) {
                Ok(step) => {
                    let child = self.after(step);
                    self.nodes[id].children.push(child);
                }
                Err(reason) => self.nodes[id].reasons |= reason,
            }
        }
        self.nodes[id].region |= region;
    }

    /// The best child and the second best's proof number.
    fn update_prover(&mut self, id: usize) -> Option<(usize, u32)> {
        let (mut best, mut first, mut second) = (None, INFINITE, INFINITE);
        let (mut most, mut open) = (0, 0);
        for child in &self.nodes[id].children {
            let node = &self.nodes[child.node];
            if node.proof == 0 {
                let zone = node.zone | child.footprint;
                self.prove(id, zone);
                return None;
            }
            // A repetition proves nothing.
            if node.on_path || node.disproof == 0 {
                continue;
            }
            open += 1;
            most = most.max(node.disproof);
            if node.proof < first {
                second = first;
                first = node.proof;
                best = Some(child.node);
            } else {
                second = second.min(node.proof);
            }
        }
        let node = &mut self.nodes[id];
        node.proof = first;
        node.disproof = if open == 0 { 0 } else { most + open - 1 };
        best.map(|best| (best, second))
    }

    /// The child that seems easiest to disprove and the second's disproof number.
    fn update_other(&mut self, id: usize) -> Option<(usize, u32)> {
        loop {
            let (mut best, mut first, mut second) = (None, INFINITE, INFINITE);
            let mut open = 0;
            let mut zone = self.nodes[id].region | self.nodes[id].reasons;
            let mut all: u32 = 0;
            for child in &self.nodes[id].children {
                let node = &self.nodes[child.node];
                if node.proof == 0 {
                    zone = zone | node.zone | child.footprint;
                    continue;
                }
                if node.on_path || node.disproof == 0 {
                    let node = &mut self.nodes[id];
                    (node.proof, node.disproof) = (INFINITE, 0);
                    return None;
                }
                open += 1;
                all = (all + node.proof).min(INFINITE - 1);
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
                node.proof = all;
                node.disproof = first;
                return best.map(|best| (best, second));
            }
            let position = &self.nodes[id].position;
            let zone = position.closure(zone, self.prover, self.target);
            let node = &self.nodes[id];
            let open = !node.position.empty_of(&(zone - node.region)).is_empty();
            // Moves outside the zone of the pass are passes; where passes are answered by passes, the zone must be closed.
            if (node.complete && node.mode != Mode::Settled) || !open {
                self.prove(id, zone);
                return None;
            }
            self.nodes[id].complete = true;
            self.consider(id, zone);
        }
    }
}
