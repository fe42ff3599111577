//! What a move forces: the points that the opponent gives up to save its strings.
//!
//! A neutral point is worth more than nothing if a stone there takes a liberty that the opponent
//! must give back inside its territory. Such points are filled first, by either side.
//!
//! Where the opponent would attack two strings at once, in a territory, its owner adds a move:
//! one answer does not save both.

use katachi_board::{Color, Outcome, Point, PointSet};

use super::closing::{Closing, Forced};

/// A string with more liberties can spare one.
const MOST_SHARED: usize = 3;

/// A move farther from a string, in steps, does not endanger it.
const NEAR: usize = 5;

/// A string that nobody can capture.
pub(super) struct Safe {
    string: Point,
    /// Where a move may endanger it.
    near: PointSet,
}

/// A string that can be captured.
struct Endangered {
    /// What its owner loses with it.
    loss: i32,
    /// The moves that save it, each with its cost.
    saves: Vec<(Point, i32)>,
    liberties: PointSet,
}

impl Closing {
    /// What the opponent of this side [forces](Self::forces) at these points, and where.
    pub fn forced(&mut self, color: Color, points: &PointSet) -> Vec<Forced> {
        let safe = self.safe(color);
        let forces = |point| {
            let (cost, liberties) = self.forces(!color, point, &safe);
            (cost > 0).then_some(Forced {
                point,
                cost,
                liberties,
            })
        };
        points.iter().filter_map(forces).collect()
    }

    /// The most that one of these moves forces.
    pub fn most(forced: &[Forced]) -> i32 {
        forced.iter().map(|one| one.cost).max().unwrap_or(0)
    }

    /// The points where the opponent takes a liberty of two strings of this side at once.
    pub fn shared_liberties(&self, color: Color) -> PointSet {
        let (mut one, mut two) = (PointSet::EMPTY, PointSet::EMPTY);
        let chains = self.board.chains().filter(|chain| {
            chain.color() == color
                && chain.liberty_count() <= MOST_SHARED
                && !self.dead.contains(chain.origin())
        });
        for chain in chains {
            let liberties = chain.liberties();
            two |= one & liberties;
            one |= liberties;
        }
        two
    }

    /// What the opponent must give up to answer this move, in points, of its strings that were
    /// safe before. With the liberties of those in danger.
    ///
    /// The opponent chooses one move: it costs points in its own territory, and the largest string
    /// that it does not save is lost.
    pub fn forces(&mut self, color: Color, point: Point, safe: &[Safe]) -> (i32, PointSet) {
        let found = self.after_move(color, point, |closing| {
            let endangered: Vec<Endangered> = (safe.iter())
                .filter(|one| one.near.contains(point))
                .filter_map(|one| closing.endangered(one.string))
                .collect();
            let mut liberties = PointSet::EMPTY;
            for one in &endangered {
                liberties |= one.liberties;
            }
            let lost = |saved: Option<Point>| {
                let is_left = |one: &&Endangered| {
                    saved.is_none_or(|saved| one.saves.iter().all(|(save, _)| *save != saved))
                };
                let losses = endangered.iter().filter(is_left).map(|one| one.loss);
                losses.max().unwrap_or(0)
            };
            let saves = endangered.iter().flat_map(|one| &one.saves);
            let least = (saves.map(|(save, cost)| cost + lost(Some(*save)))).min();
            let least = least.map_or(lost(None), |least| least.min(lost(None)));
            (least.max(0), liberties)
        });
        found.unwrap_or((0, PointSet::EMPTY))
    }

    /// What is lost with this string, and what saving it costs; `None` if it is safe.
    fn endangered(&mut self, string: Point) -> Option<Endangered> {
        if self.reader.attack(&mut self.board, string).outcome == Outcome::Lose {
            return None;
        }
        let chain = self.board.chain(string)?;
        let (owner, stones, liberties) = (chain.color(), chain.stone_set(), chain.liberties());
        let now = self.count(owner, &self.dead);
        let loss = now - self.count(owner, &(self.dead | stones));
        let mut saves = Vec::new();
        for (save, _) in self.reader.defenses(&mut self.board, string) {
            let after = self.after_move(owner, save, |closing| closing.count(owner, &closing.dead));
            saves.extend(after.map(|after| (save, now - after)));
        }
        Some(Endangered {
            loss,
            saves,
            liberties,
        })
    }

    /// The living strings of this side with few liberties that nobody can capture.
    pub fn safe(&mut self, color: Color) -> Vec<Safe> {
        let mut safe = Vec::new();
        for string in self.in_reach(color) {
            if self.reader.attack(&mut self.board, string).outcome != Outcome::Lose {
                continue;
            }
            if let Some(chain) = self.board.chain(string) {
                let mut near = chain.stone_set();
                for _ in 0..NEAR {
                    near |= near.neighbors();
                }
                safe.push(Safe { string, near });
            }
        }
        safe
    }
}
