//! The children of a node: the moves that are tried, and the numbers that they give.

use std::cmp::Reverse;

use katachi_board::{Point, PointSet};

use super::super::moves::candidates;
use super::super::position::single;
use super::node::{Child, Mode};
use super::{INFINITE, MANY, Search};

impl Search {
    /// The prover's moves that have not been tried yet.
    pub(super) fn expand_prover(&mut self, id: usize) {
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
        // Moves that have often worked come earlier, those that never have come later.
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
        moves.sort_by_key(|&(_, handicap)| Reverse(handicap));
        self.nodes[id].pending = moves;
        // A pass gains the attacker nothing but the end of a ban.
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

    /// Makes children of the pending moves with the smallest handicap.
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

    /// The other side's pass or, after a capture, the retaking move; and the liberties.
    pub(super) fn expand_other(&mut self, id: usize) {
        let position = &self.nodes[id].position;
        if self.nodes[id].mode == Mode::Taken {
            self.consider(id, single(self.target), None);
        } else if self.nodes[id].mode == Mode::Settled {
            let start = position.chain(self.target).stones;
            let region = position.closure(start, self.prover, self.target);
            self.consider(id, region, None);
        } else {
            let passed = position.pass();
            // Only a defender answers a pass with a pass.
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
            // The other side's obvious moves: a refutation shows before work goes into the pass.
            let chain = self.nodes[id].position.chain(self.target);
            self.consider(id, chain.liberties, None);
        }
    }

    /// Adds the other side's moves in a region that have not been considered, and the prover's move
    /// that refutes a pass.
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

    /// The best child, and the proof number of the second best.
    pub(super) fn update_prover(&mut self, id: usize) -> Option<(usize, u32, u32)> {
        loop {
            let (mut best, mut first, mut second) = (None, INFINITE, INFINITE);
            let (mut most, mut open) = (0, 0);
            for child in &self.nodes[id].children {
                let node = &self.nodes[child.node];
                if node.proof == 0 {
                    if let Some(point) = child.point {
                        self.history[point.index()] += 1;
                    }
                    let zone = self.zone_before(&self.nodes[id], child.point, node.zone);
                    self.prove(id, zone);
                    return None;
                }
                // A repetition proves nothing here.
                if node.on_path {
                    let string = node.mode != Mode::Taken;
                    let id = if string { child.node } else { id };
                    *self.repeated.entry(id).or_default() += 1;
                }
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

    /// The child that seems easiest to disprove, and the disproof number of the second.
    pub(super) fn update_other(&mut self, id: usize) -> Option<(usize, u32, u32)> {
        loop {
            let (mut best, mut first, mut second) = (None, INFINITE, INFINITE);
            let mut open: u32 = 0;
            let mut most = 0;
            for child in &self.nodes[id].children {
                let node = &self.nodes[child.node];
                if node.proof == 0 {
                    continue;
                }
                if node.on_path {
                    let string = node.mode != Mode::Taken;
                    let id = if string { child.node } else { id };
                    *self.repeated.entry(id).or_default() += 1;
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
            // A move outside of the pass's zone is a pass. Where passes are answered by passes, the
            // zone must be closed.
            if (node.complete && node.mode != Mode::Settled) || !open {
                self.prove(id, zone);
                return None;
            }
            // The move that refutes the pass may also refute other moves.
            let passed = node.children.iter().find(|child| child.point.is_none());
            let hint = passed.and_then(|child| self.winner(&self.nodes[child.node]));
            self.nodes[id].complete = true;
            self.consider(id, zone, hint);
        }
    }
}
