//! Endless defences: kos that are retaken for ever.

use std::cmp::Reverse;

use katachi_board::{Color, Point, PointSet};

use super::super::position::Position;
use super::node::Mode;
use super::{Progress, Search};

/// The number of repeated positions examined, each with one part in this many of the budget.
const REPEATED: usize = 4;

/// Proves a defence that may go in circles: the string is safe if the same position counts as safe
/// wherever it comes again. The zone at such a place must be that of the whole proof. So the zone
/// is guessed, and the search repeated until the guess holds.
fn endless(
    position: &Position,
    target: Point,
    prover: Color,
    free: Option<Color>,
    budget: usize,
) -> Option<PointSet> {
    let start = position.chain(target).stones;
    let mut zone = position.closure(start, prover, target);
    for _ in 0..8 {
        let mut search = Search::new(position, target, prover, free);
        search.assumed = Some(zone);
        if search.run(budget) != Progress::Proven {
            return None;
        }
        let found = search.zone();
        if (found - zone).is_empty() {
            return Some(found);
        }
        zone |= found;
    }
    None
}

impl Search {
    /// Looks for endless defences in the positions that were repeated most often. If it finds one,
    /// the search starts again with that lemma.
    pub(super) fn look_for_endless(&mut self) -> bool {
        if self.attacks() || self.assumed.is_some() {
            return false;
        }
        let mut often: Vec<(usize, u32)> = self.repeated.clone().into_iter().collect();
        often.sort_by_key(|&(id, count)| (Reverse(count), id));
        let mut found = false;
        for (id, _) in often.into_iter().take(REPEATED) {
            let position = self.nodes[id].position.clone();
            if self.nodes[id].mode == Mode::Taken {
                continue;
            }
            let (key, budget) = (position.key(), self.budget / REPEATED);
            if self.endless.contains(&(key, budget)) {
                continue;
            }
            self.endless.push((key, budget));
            if let Some(zone) = endless(&position, self.target, self.prover, self.free, budget) {
                self.given.add(&position, zone);
                found = true;
            }
        }
        if found {
            let root = self.nodes[0].position.clone();
            self.repeated.clear();
            self.nodes.clear();
            self.table.clear();
            self.node(root, Mode::Usual);
        }
        found
    }

    /// Whether this is the first position, which counts as proven, or the same with a ban that
    /// favours the prover.
    pub(super) fn is_assumed(&self, position: &Position) -> bool {
        let Some(root) = self.nodes.first() else {
            return false;
        };
        let (black, white, mover, ban) = position.key();
        let (first_black, first_white, first_mover, first_ban) = root.position.key();
        let better = if mover == self.prover {
            ban.is_none()
        } else {
            first_ban.is_none()
        };
        (black, white, mover) == (first_black, first_white, first_mover)
            && (ban == first_ban || better)
    }
}
