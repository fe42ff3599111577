//! Possible cuts: where saving a string would let it cut its opponents apart.
//!
//! Cutting patterns (`B`) of the role `conn` find them, and their helper counts them. What these patterns say
//! about groups is no matter of worms.

use katachi_board::{Board, Point};
use katachi_image::Role;
use katachi_matcher::{Outcome, Question};

use super::Advice;
use crate::moves::{Readers, opened_cuts};
use crate::reading::Reader;

/// The possible cuts of a position: for each a stone of the string that would make it.
#[derive(Clone, Debug, Default)]
pub(crate) struct PossibleCuts(Vec<Point>);

impl PossibleCuts {
    /// Looks for them. Trial moves are played and taken back.
    pub fn find(board: &mut Board, reader: &mut Reader, advice: &mut Advice<'_>) -> Self {
        let size = board.size();
        let mut stones = Vec::new();
        for (own, pattern, found) in (advice.matchers).of_role(advice.knowledge, Role::Conn, board)
        {
            if pattern.helper().is_none() || !pattern.classes().has('B') {
                continue;
            }
            let cut = found.mv(&pattern, size);
            // A cut that is captured as things are is none (pattern language, 5.4).
            if cut.is_none_or(|cut| reader.safe_move(board, !own, cut) == Outcome::Lose) {
                continue;
            }
            let question = Question::new(pattern, found, own, size);
            let readers = Readers {
                tactics: reader,
                connections: advice.connections,
            };
            stones.extend(opened_cuts(&question, board, readers, advice.komi));
        }
        Self(stones)
    }

    /// How many of them the string on this point would make.
    pub fn of(&self, board: &Board, string: Point) -> usize {
        let chain = board.chain(string);
        chain.map_or(0, |chain| {
            let mine = self.0.iter().filter(|stone| chain.contains(**stone));
            mine.count()
        })
    }
}
