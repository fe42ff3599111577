//! A position with the stages of its analysis.
//!
//! A stage is a function of the position and of the stages before it. It is computed at the first
//! question, and kept for the next one as long as the `Key` stays the same.

use std::sync::Arc;

use katachi_board::{Board, BoardSize, Color, Scoring};
use katachi_image::General;
use katachi_matcher::Match;
use katachi_tactics::reading::Limits;

use crate::examine::{Advice, examine};
use crate::eyes::{self, Eyes, RootFacts, Shapes};
use crate::host::PositionHost;
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;
use crate::worms::Worms;

/// Everything that the answer of a stage depends on, except the databases: other databases empty
/// the stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Key {
    /// The hash of the stones and of the ko.
    hash: u64,
    size: BoardSize,
    /// The side that moved last: a ko ban binds the other side only.
    last: Option<Color>,
    komi: f32,
    scoring: Scoring,
    limits: Limits,
    level: i32,
}

/// The stages that are known of one position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stages {
    key: Option<Key>,
    worms: Option<Arc<Worms>>,
    eyes: Option<Arc<Eyes>>,
}

/// A position that is being analysed.
pub struct Position<'a> {
    /// The board. Trial moves are taken back before anybody else asks.
    pub board: Board,
    /// The readers.
    pub readers: Readers<'a>,
    /// Points that White gets for moving second.
    pub komi: f32,
    knowledge: &'a Knowledge,
    matchers: &'a mut Matchers,
    stages: &'a mut Stages,
}

/// What the analysis of a position works with.
pub(crate) struct Tools<'a> {
    pub readers: Readers<'a>,
    pub knowledge: &'a Knowledge,
    pub matchers: &'a mut Matchers,
    pub stages: &'a mut Stages,
    pub level: i32,
}

impl<'a> Position<'a> {
    /// The position on the board. Stages of another position are forgotten.
    pub(crate) fn new(board: &Board, komi: f32, scoring: Scoring, tools: Tools<'a>) -> Self {
        let key = Key {
            hash: board.hash(),
            size: board.size(),
            last: board.last_move().map(|(color, _)| color),
            komi,
            scoring,
            limits: tools.readers.tactics.limits(),
            level: tools.level,
        };
        if tools.stages.key != Some(key) {
            *tools.stages = Stages {
                key: Some(key),
                ..Stages::default()
            };
        }
        Self {
            board: board.clone(),
            readers: tools.readers,
            komi,
            knowledge: tools.knowledge,
            matchers: tools.matchers,
            stages: tools.stages,
        }
    }

    /// The databases.
    pub fn knowledge(&self) -> &'a Knowledge {
        self.knowledge
    }

    /// The matches of the database with this index, with this side as O.
    pub fn matches(&mut self, place: usize, general: &General<'_>, own: Color) -> Vec<Match> {
        (self.matchers)
            .matches((place, general), &self.board, own)
            .collect()
    }

    /// A host that answers the questions of patterns about this position.
    pub fn host(&mut self) -> PositionHost<'_> {
        self.eyes();
        let (worms, eyes) = (self.stages.worms.as_deref(), self.stages.eyes.as_deref());
        PositionHost::new(&mut self.board, self.readers.reborrow(), self.komi)
            .with_worms(worms)
            .with_eyes(eyes)
    }

    /// The worms.
    pub fn worms(&mut self) -> Arc<Worms> {
        if let Some(worms) = &self.stages.worms {
            return worms.clone();
        }
        let mut advice = Advice {
            knowledge: self.knowledge,
            matchers: self.matchers,
            connections: self.readers.connections,
            komi: self.komi,
        };
        let worms = examine(&mut self.board, self.readers.tactics, &mut advice);
        let worms = Arc::new(worms);
        self.stages.worms = Some(worms.clone());
        worms
    }
    /// The eye spaces of both sides.
    pub fn eyes(&mut self) -> Arc<Eyes> {
        if let Some(eyes) = &self.stages.eyes {
            return eyes.clone();
        }
        let worms = self.worms();
        let mut facts = RootFacts::new(&mut self.board, self.readers.tactics, &worms);
        let eyes = eyes::examine(&mut facts, &Shapes::new(self.knowledge));
        let eyes = Arc::new(eyes);
        self.stages.eyes = Some(eyes.clone());
        eyes
    }
}
