//! The host of one position: what its answers rest on.

use katachi_board::{Board, Point};
use katachi_matcher::Question;

use super::effect::Effect;
use crate::readers::Readers;

/// Counts the cuts that a string could make if it were saved.
pub trait PotentialCuts {
    /// The number of cuts that the string on this point would make. It plays trial moves and takes
    /// them back.
    fn of(&self, board: &mut Board, readers: Readers<'_>, komi: f32, string: Point) -> usize;
}

/// Answers questions about a position, and collects the effects of actions.
pub struct PositionHost<'a> {
    pub(super) board: &'a mut Board,
    pub(super) readers: Readers<'a>,
    pub(super) komi: f32,
    pub(super) cuts: Option<&'a dyn PotentialCuts>,
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
            cuts: None,
            effects: Vec::new(),
        }
    }

    /// The same host with the possible cuts of the position.
    #[must_use]
    pub fn with_cuts(self, cuts: &'a dyn PotentialCuts) -> Self {
        Self {
            cuts: Some(cuts),
            ..self
        }
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
