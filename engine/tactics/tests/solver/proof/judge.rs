//! Judging a position without search.

use katachi_board::PointSet;

use super::super::position::{Chain, Position, Step};
use super::node::Mode;
use super::{INFINITE, SAFE_LIBERTIES, Search};

impl Search {
    /// The move that retakes the captured single stone; if there is none, the points that this
    /// depends on.
    pub(super) fn retake(&self, position: &Position) -> Result<Step, PointSet> {
        let step = position.play(self.target, self.free, self.target)?;
        if step.taken.is_empty() {
            Err(step.footprint)
        } else {
            Ok(step)
        }
    }

    /// The proof and disproof number of a new position, and the zone if it is proven.
    pub(super) fn judge(&self, position: &Position, mode: Mode) -> (u32, u32, PointSet) {
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
        // What the owner could make of the string with one move.
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
}
