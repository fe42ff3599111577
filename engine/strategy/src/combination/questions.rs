//! What may be asked about combinations.

use std::sync::Arc;

use katachi_board::{Board, ByColor, Color, Outcome, Point, PointSet};

use super::scene::Search;
use super::search::Gain;
use super::targets::{Targets, living};
use crate::dragons::Dragons;
use crate::eyes::Eyes;
use crate::host::Known;
use crate::influence::Influence;
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;
use crate::worms::Worms;

/// A combination of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The first move.
    pub point: Point,
    /// What it gains at least: twice the stones of a string, and the points around it that the
    /// opponent hoped for.
    pub size: usize,
}

/// The stages that combinations rest on.
pub(crate) struct Stages {
    pub worms: Arc<Worms>,
    pub dragons: Arc<Dragons>,
    pub eyes: Arc<Eyes>,
    pub influence: ByColor<Arc<Influence>>,
    /// Stones whose capture would give their captors no living group.
    pub insubstantial: Arc<PointSet>,
}

/// Looks for combinations in a position.
pub struct Combinations<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) readers: Readers<'a>,
    pub(crate) komi: f32,
    pub(crate) knowledge: &'a Knowledge,
    pub(crate) matchers: &'a mut Matchers,
    pub(crate) stages: Stages,
    /// The most trial moves of a search.
    pub(crate) depth: usize,
    /// The most positions of a search.
    pub(crate) nodes: u32,
    /// The most nodes of reading in a search, remembered answers included.
    pub(crate) effort: u64,
}

/// A search at less depth finds no combination.
const LEAST_DEPTH: usize = 2;
/// The most positions of a search.
pub(crate) const NODES: u32 = 1000;
/// The same for a brief search.
pub(crate) const BRIEF_NODES: u32 = NODES / 10;
/// The most nodes of reading in a search, remembered answers included.
pub(crate) const EFFORT: u64 = 1_000_000;
/// The most trial moves at levels 0 to 12, as in GNU Go 3.8.
const DEPTHS: [usize; 13] = [0, 0, 0, 1, 2, 3, 4, 5, 5, 6, 6, 7, 8];

/// The most trial moves of a search at a level. Levels below 0 and above 12 are like the nearest.
pub(crate) fn depth_for_level(level: i32) -> usize {
    DEPTHS[level.clamp(0, 12) as usize]
}

/// The most refinements of a search.
const MOST_ROUNDS: usize = 10;

impl Combinations<'_> {
    /// The same with at most this many nodes of reading in a search. Where many strings have few
    /// liberties, each of them takes thousands in every position.
    #[must_use]
    pub fn within(self, effort: u64) -> Self {
        Self { effort, ..self }
    }

    /// The combination of this side that gains most, as far as repeated searches show; `None` if
    /// there is none.
    pub fn attack(&mut self, attacker: Color) -> Option<Combination> {
        let living = self.living(!attacker);
        let found = self.search(attacker, living, refined);
        found.map(|Gain { point, size }| Combination { point, size })
    }

    /// The moves after which this side has no combination; `None` if it has none now.
    pub fn defenses(&mut self, attacker: Color) -> Option<PointSet> {
        let living = self.living(!attacker);
        self.search(attacker, living, |search| {
            refined(search)?;
            Some(search.defenses())
        })
    }

    /// The combination that a move of this side allows the other one; `None` if the move is
    /// illegal, or allows none.
    pub fn allowed_by(&mut self, mover: Color, point: Point) -> Option<Combination> {
        let living = self.living(mover);
        let found = self.search(!mover, living, |search| {
            search.after(point, |search| search.find(0))?
        });
        found.map(|Gain { point, size }| Combination { point, size })
    }

    /// The safe moves of this side that allow no combination, and after which this other move
    /// allows none any more.
    pub fn preparations(&mut self, mover: Color, point: Point) -> PointSet {
        let living = self.living(mover);
        let found = self.search(!mover, living, |search| Some(search.preparations(point)));
        found.unwrap_or_default()
    }

    /// The stones of a side whose capture is a surprise.
    fn living(&self, color: Color) -> PointSet {
        living(&self.stages.worms, &self.stages.dragons, color) - *self.stages.insubstantial
    }

    /// Searches for combinations that capture some of these stones.
    fn search<R>(
        &mut self,
        attacker: Color,
        targets: PointSet,
        question: impl FnOnce(&mut Search<'_>) -> Option<R>,
    ) -> Option<R> {
        let stages = &self.stages;
        if self.depth < LEAST_DEPTH {
            return None;
        }
        let influence = Color::BOTH.map(|color| &*stages.influence[color]);
        let targets = Targets::new(self.board, &stages.worms, influence, !attacker, targets);
        let known = Known {
            worms: Some(&stages.worms),
            eyes: Some(&stages.eyes),
            influence: ByColor {
                black: Some(&stages.influence.black),
                white: Some(&stages.influence.white),
            },
            dragons: Some(&stages.dragons),
            ..Known::default()
        };
        let readers = self.readers.reborrow();
        readers.tactics.begin_account();
        let end = readers.tactics.effort() + self.effort;
        let mut search = Search {
            board: self.board,
            readers,
            komi: self.komi,
            knowledge: self.knowledge,
            matchers: self.matchers,
            known,
            targets: &targets,
            attacker,
            forbidden: PointSet::EMPTY,
            deepest: self.depth,
            nodes_left: self.nodes,
            end,
            tried: PointSet::EMPTY,
        };
        let found = question(&mut search);
        search.readers.tactics.end_account();
        found
    }
}

/// A combination without needless first moves: each round forbids the first move of the last,
/// and asks for the same gain.
fn refined(search: &mut Search<'_>) -> Option<Gain> {
    let mut best = search.find(0)?;
    for _ in 0..MOST_ROUNDS {
        search.forbidden.insert(best.point);
        match search.find(best.size) {
            Some(next) => best = next,
            None => break,
        }
    }
    search.forbidden = PointSet::EMPTY;
    Some(best)
}

impl Search<'_> {
    /// The moves of the defender after which nothing gains anything.
    fn defenses(&mut self) -> PointSet {
        (self.near_tried().iter())
            .filter(|point| self.is_safe(*point) && self.has_none_after(*point))
            .collect()
    }

    /// The safe moves of the defender after which nothing gains anything, with this other move
    /// added or not; none if it allows nothing as it is.
    fn preparations(&mut self, point: Point) -> PointSet {
        if self.has_none_after(point) {
            return PointSet::EMPTY;
        }
        let candidates = self.near_tried();
        (candidates.iter())
            .filter(|&first| first != point && self.is_safe(first) && self.prepares(first, point))
            .collect()
    }

    /// The empty points among the moves that were tried, and the liberties of the strings there.
    fn near_tried(&self) -> PointSet {
        let mut tried = self.tried;
        for near in &self.tried {
            if let Some(chain) = self.board.chain(near) {
                tried |= chain.liberties();
            }
        }
        tried & *self.board.empty()
    }

    fn is_safe(&mut self, point: Point) -> bool {
        let reader = &mut *self.readers.tactics;
        reader.safe_move(self.board, !self.attacker, point) == Outcome::Win
    }

    /// Whether the attacker has no combination after a legal move of the defender.
    fn has_none_after(&mut self, point: Point) -> bool {
        self.after(point, |search| search.find(0).is_none()) == Some(true)
    }

    /// Whether the attacker has none after a legal move of the defender, nor after a second one.
    fn prepares(&mut self, first: Point, second: Point) -> bool {
        let has_none =
            |search: &mut Self| search.find(0).is_none() && search.has_none_after(second);
        self.after(first, has_none) == Some(true)
    }

    /// An answer after a move of the defender; `None` if it is illegal.
    fn after<R>(&mut self, point: Point, question: impl FnOnce(&mut Self) -> R) -> Option<R> {
        if !self.board.try_move(!self.attacker, point) {
            return None;
        }
        self.deepest += 1;
        let answer = question(self);
        self.deepest -= 1;
        self.board.take_back();
        Some(answer)
    }
}
