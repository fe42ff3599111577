//! Proof-number search for one claim: the prover succeeds, whatever the other side plays.

mod children;
mod endless;
mod judge;
mod node;

use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;

use katachi_board::{Color, Point, PointSet};

use super::lemma::Lemmas;
use super::position::{Key, Position, Step, single};
use node::{Child, Mixer, Mode, Node};

/// A string with this many liberties is safe by definition.
pub const SAFE_LIBERTIES: usize = 5;

const INFINITE: u32 = 1 << 24;
/// The number of open moves, besides the hardest one, that add one to a proof number. Proof numbers
/// usually add up all moves; here most moves have the same answer.
const MANY: u32 = 4;
/// The longest line. A proof that needs a longer one is not found.
const LONGEST: usize = 600;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    Proven,
    /// There is no proof with the moves that the prover considers.
    Failed,
    /// The budget is used up; the search can continue.
    Open,
}

/// A search for a proof. The table grows until the budget is used up; with a larger budget the
/// search continues.
pub struct Search {
    target: Point,
    owner: Color,
    prover: Color,
    /// The colour that no ko binds.
    free: Option<Color>,
    nodes: Vec<Node>,
    table: HashMap<(Key, Mode), usize, BuildHasherDefault<Mixer>>,
    lemmas: Lemmas,
    /// Lemmas from separate searches.
    given: Lemmas,
    /// The zone within which the first position counts as proven wherever it comes again; see
    /// [`endless`].
    assumed: Option<PointSet>,
    /// Positions that have come again below themselves, and how often.
    repeated: BTreeMap<usize, u32>,
    /// Positions for which an endless defence was searched, with the budget.
    endless: Vec<(Key, usize)>,
    /// For each point, how often the prover needed a move there.
    history: Vec<u32>,
    budget: usize,
    /// Whether a ko ban occurred anywhere.
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
            given: Lemmas::default(),
            assumed: None,
            repeated: BTreeMap::new(),
            endless: Vec::new(),
            history: vec![0; Point::LIMIT],
            budget: 0,
            ko: false,
        };
        search.node(root.clone(), Mode::Usual);
        search
    }

    /// Continues the search until the table has this many positions.
    pub fn run(&mut self, budget: usize) -> Progress {
        self.budget = budget;
        loop {
            self.descend(0, INFINITE, INFINITE, 0);
            let root = &self.nodes[0];
            if root.proof == 0 {
                return Progress::Proven;
            }
            let failed = root.disproof == 0 || root.proof >= INFINITE;
            if !self.look_for_endless() {
                return if failed {
                    Progress::Failed
                } else {
                    Progress::Open
                };
            }
        }
    }

    /// The number of positions searched.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The points that the proof depends on.
    pub fn zone(&self) -> PointSet {
        self.nodes[0].zone
    }

    /// The prover's first move, if the claim is proven, the prover moves, and it needs a move.
    pub fn first_move(&self) -> Option<Point> {
        let root = &self.nodes[0];
        self.winner(root)
    }

    /// The move that works for the prover in a node where it moves.
    fn winner(&self, node: &Node) -> Option<Point> {
        let works = |child: &&Child| self.nodes[child.node].proof == 0;
        node.children.iter().find(works)?.point
    }

    /// The footprint of a move in a node.
    fn footprint(&self, node: &Node, point: Option<Point>) -> PointSet {
        let step = point.map(|at| node.position.play(at, self.free, self.target));
        match step {
            Some(Ok(step)) => step.footprint,
            Some(Err(reason)) => reason,
            None => PointSet::EMPTY,
        }
    }

    /// The zone of a node where the prover plays a move that leads to a proof with this zone.
    fn zone_before(&self, node: &Node, point: Option<Point>, zone: PointSet) -> PointSet {
        let step = point.and_then(|at| node.position.play(at, self.free, self.target).ok());
        match (point, step) {
            (Some(at), Some(step)) => {
                let zone = zone | step.footprint;
                node.position.covered(zone, at, step.taken, self.target)
            }
            _ => zone,
        }
    }

    fn attacks(&self) -> bool {
        self.prover != self.owner
    }

    /// The node of a position. A new node is judged at once, as far as possible without search.
    fn node(&mut self, position: Position, mode: Mode) -> usize {
        let key = (position.key(), mode);
        if let Some(zone) = self.assumed
            && mode != Mode::Taken
            && self.is_assumed(&position)
        {
            let id = self.nodes.len();
            let node = Node::new(position, mode, (0, INFINITE, zone));
            self.nodes.push(node);
            return id;
        }
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
        self.nodes
            .push(Node::new(position, mode, (proof, disproof, zone)));
        self.table.insert(key, id);
        id
    }

    /// The zone of an earlier proof that also holds here.
    fn known(&self, position: &Position, mode: Mode) -> Option<PointSet> {
        if mode == Mode::Taken {
            return None;
        }
        self.lemmas
            .find(position)
            .or_else(|| self.given.find(position))
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

    /// The node after a move.
    fn after(&mut self, step: Step) -> usize {
        let mode = if step.taken == single(self.target) {
            Mode::Taken
        } else {
            Mode::Usual
        };
        self.node(step.after, mode)
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
}
