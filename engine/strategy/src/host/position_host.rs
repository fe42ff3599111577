//! The host of one position: what its answers rest on.

use katachi_board::{Board, ByColor, Point};
use katachi_matcher::Question;

use super::effect::Effect;
use super::goal_facts::GoalFacts;
use crate::dragons::{Cuts, Dragons, Groups};
use crate::eyes::Eyes;
use crate::influence::Influence;
use crate::readers::Readers;
use crate::worms::Worms;

/// The stages of the analysis that a host answers from. Without a stage, its questions have no
/// answers.
#[derive(Clone, Copy, Default)]
pub struct Known<'a> {
    /// The worms.
    pub worms: Option<&'a Worms>,
    /// The eye spaces.
    pub eyes: Option<&'a Eyes>,
    /// The influence by the side that moves next.
    pub influence: ByColor<Option<&'a Influence>>,
    /// The groups, while they are being joined.
    pub groups: Option<&'a Groups>,
    /// The cuts, while groups are being joined.
    pub cuts: Option<&'a Cuts>,
    /// The dragons.
    pub dragons: Option<&'a Dragons>,
    /// The goal of a search for life and death.
    pub goal: Option<&'a GoalFacts<'a>>,
}

/// What is known about the game around a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// Whether the game is being scored.
    pub is_scoring: bool,
    /// Whether opening databases are in use.
    pub uses_fuseki: bool,
    /// All handicap stones that are being placed freely, and those still to come.
    pub handicap: [usize; 2],
}

impl Default for GameFacts {
    /// In the middle of a game, with opening databases.
    fn default() -> Self {
        Self {
            is_scoring: false,
            uses_fuseki: true,
            handicap: [0, 0],
        }
    }
}

/// Answers questions about a position, and collects the effects of actions.
pub struct PositionHost<'a> {
    pub(super) board: &'a mut Board,
    pub(super) readers: Readers<'a>,
    pub(super) komi: f32,
    pub(super) known: Known<'a>,
    /// The game around the position.
    pub game: GameFacts,
    /// Whether connections are read quickly: with a part of the nodes, so that more questions are
    /// too hard and count as cuts.
    pub is_quick: bool,
    /// The effects, in order.
    pub effects: Vec<Effect>,
}

impl<'a> PositionHost<'a> {
    /// A host for the position on the board.
    pub fn new(board: &'a mut Board, readers: Readers<'a>, komi: f32) -> Self {
        Self {
            board,
            readers,
            komi,
            known: Known::default(),
            game: GameFacts::default(),
            is_quick: false,
            effects: Vec::new(),
        }
    }

    /// The same host with the stages of the analysis. It reads connections quickly, since analysis
    /// asks about hundreds.
    #[must_use]
    pub fn quick_with(self, known: Known<'a>) -> Self {
        Self {
            known,
            is_quick: true,
            ..self
        }
    }

    /// The same host in a search about this goal.
    #[must_use]
    pub fn with_goal(mut self, goal: &'a GoalFacts<'a>) -> Self {
        self.known.goal = Some(goal);
        self
    }

    /// The board with its trial moves.
    pub fn board(&self) -> &Board {
        self.board
    }
}

/// Whether the constraint and the helper of a match hold in a position.
pub fn holds(question: &Question<'_>, board: &mut Board, readers: Readers<'_>, komi: f32) -> bool {
    question.accepts(&mut PositionHost::new(board, readers, komi))
}

/// The cuts that the helper of a match counts, each as a stone of the string that would make it.
pub fn opened_cuts(
    question: &Question<'_>,
    board: &mut Board,
    readers: Readers<'_>,
    komi: f32,
) -> Vec<Point> {
    let mut host = PositionHost::new(board, readers, komi);
    question.accepts(&mut host);
    let cuts = host.effects.into_iter().filter_map(|effect| match effect {
        Effect::OpensCut(string) => Some(string),
        _ => None,
    });
    cuts.collect()
}
