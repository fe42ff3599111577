//! The host of one position: what its answers rest on.

use katachi_board::{Board, Point};
use katachi_matcher::Question;

use super::effect::Effect;
use crate::eyes::Eyes;
use crate::readers::Readers;
use crate::worms::Worms;

/// Answers questions about a position, and collects the effects of actions.
pub struct PositionHost<'a> {
    pub(super) board: &'a mut Board,
    pub(super) readers: Readers<'a>,
    pub(super) komi: f32,
    pub(super) worms: Option<&'a Worms>,
    pub(super) eyes: Option<&'a Eyes>,
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
            worms: None,
            eyes: None,
            effects: Vec::new(),
        }
    }

    /// The same host with the worms of the position.
    #[must_use]
    pub fn with_worms(self, worms: Option<&'a Worms>) -> Self {
        Self { worms, ..self }
    }

    /// The same host with the eyes of the position.
    #[must_use]
    pub fn with_eyes(self, eyes: Option<&'a Eyes>) -> Self {
        Self { eyes, ..self }
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
