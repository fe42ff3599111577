//! A position with the stages of its analysis.
//!
//! A stage is a function of the position and of the stages before it. It is computed at the first
//! question, and kept for the next one as long as the `Key` stays the same.

use std::sync::Arc;

use katachi_board::{Board, BoardSize, ByColor, Color, Scoring};
use katachi_image::General;
use katachi_matcher::Match;
use katachi_tactics::reading::Limits;

use crate::examine::{Advice, Counsel, Plans, Verdicts, examine};
use crate::host::PositionHost;
use crate::influence::{Field, Form, Influence, Stones};
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
    /// The first influence, by the side to move.
    first_influence: ByColor<Option<Arc<Influence>>>,
    /// The influence by the side whose dragons escape.
    escape_influence: ByColor<Option<Arc<Influence>>>,
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
    plans: &'a mut Plans,
    verdicts: &'a mut Verdicts,
    stages: &'a mut Stages,
}

/// What the analysis of a position works with.
pub(crate) struct Tools<'a> {
    pub readers: Readers<'a>,
    pub knowledge: &'a Knowledge,
    pub matchers: &'a mut Matchers,
    pub plans: &'a mut Plans,
    pub verdicts: &'a mut Verdicts,
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
            plans: tools.plans,
            verdicts: tools.verdicts,
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
        for to_move in Color::BOTH {
            self.first_influence(to_move);
        }
        let worms = self.stages.worms.as_deref();
        let first = &self.stages.first_influence;
        let influence = ByColor {
            black: first.black.as_deref(),
            white: first.white.as_deref(),
        };
        PositionHost::new(&mut self.board, self.readers.reborrow(), self.komi)
            .with_worms(worms)
            .with_influence(influence)
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

    /// The influence before dragons are known, with this side to move. Strings that no tactical
    /// attack threatens count as alive, and those that the side to move can still defend.
    pub fn first_influence(&mut self, to_move: Color) -> Arc<Influence> {
        if let Some(influence) = &self.stages.first_influence[to_move] {
            return influence.clone();
        }
        let stones = Stones::lively(&self.worms(), to_move);
        let influence = Arc::new((self.field(&stones, Form::Territory, Some(to_move))).spread());
        self.stages.first_influence[to_move] = Some(influence.clone());
        influence
    }

    /// The influence that says where dragons of this colour could escape to. Their opponent moves
    /// first; the patterns take no side.
    pub fn escape_influence(&mut self, color: Color) -> Arc<Influence> {
        if let Some(influence) = &self.stages.escape_influence[color] {
            return influence.clone();
        }
        let stones = Stones::lively(&self.worms(), !color);
        let influence = Arc::new(self.field(&stones, Form::Escape, None).spread());
        self.stages.escape_influence[color] = Some(influence.clone());
        influence
    }

    /// The field of a run of influence with these safe stones, as the patterns shape it. It is not
    /// remembered.
    pub fn field(&mut self, stones: &Stones, form: Form, to_move: Option<Color>) -> Field {
        let worms = self.worms();
        let mut field = Field::new(&self.board, stones, form, to_move);
        let mut counsel = Counsel {
            knowledge: self.knowledge,
            matchers: self.matchers,
            plans: self.plans,
            verdicts: self.verdicts,
            readers: self.readers.reborrow(),
            komi: self.komi,
            worms: &worms,
        };
        counsel.shape(&mut field, &mut self.board);
        field
    }
}
