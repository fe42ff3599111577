//! What a move forces: the points that the opponent gives up to save its strings.
//!
//! A neutral point is worth more than nothing if a stone there takes a liberty that the opponent
//! must give back inside its territory. Such points are filled first, by either side.

use katachi_board::{Color, Outcome, Point, PointSet};

use super::closing::Closing;

/// A string that can be captured.
struct Endangered {
    /// What its owner loses with it.
    loss: i32,
    /// The moves that save it, each with its cost.
    saves: Vec<(Point, i32)>,
    liberties: PointSet,
}

impl Closing {
    /// What the opponent of this side [forces](Self::forces) at each of these points.
    pub fn forced(&mut self, color: Color, points: &PointSet) -> Vec<(i32, PointSet)> {
        let safe = self.safe(color);
        let forces = |point| self.forces(!color, point, &safe);
        points.iter().map(forces).collect()
    }

    /// The most that one of these moves forces.
    pub fn most(forced: &[(i32, PointSet)]) -> i32 {
        forced.iter().map(|(cost, _)| *cost).max().unwrap_or(0)
    }

    /// What the opponent must give up to answer this move, in points, of its strings that were
    /// safe before. With the liberties of those in danger.
    ///
    /// The opponent chooses one move: it costs points in its own territory, and the largest string
    /// that it does not save is lost.
    pub fn forces(&mut self, color: Color, point: Point, safe: &[Point]) -> (i32, PointSet) {
        let found = self.after_move(color, point, |closing| {
            let endangered: Vec<Endangered> = (safe.iter())
                .filter_map(|&string| closing.endangered(string))
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
    pub fn safe(&mut self, color: Color) -> Vec<Point> {
        let mut strings = self.in_reach(color);
        strings
            .retain(|&string| self.reader.attack(&mut self.board, string).outcome == Outcome::Lose);
        strings
    }
}
