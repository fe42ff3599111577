//! Possible cuts: where saving a string would let it cut its opponents apart.
//!
//! Cutting patterns (`B`) of the role `conn` find them, and their helper counts them. What these patterns say
//! about groups is no matter of worms.

use std::cell::OnceCell;

use katachi_board::{Board, Color, Point};
use katachi_image::Role;
use katachi_matcher::{Outcome, Question};

use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::moves::{Readers, opened_cuts};

/// The possible cuts of a position, which are read when somebody first asks about them: few patterns do, and reading
/// them takes longer than matching.
pub(crate) struct PossibleCuts<'k> {
    /// What may be a cut by its shape: who would be cut, where, and the match.
    shapes: Vec<(Color, Point, Question<'k>)>,
    /// For each cut a stone of the string that would make it.
    stones: OnceCell<Vec<Point>>,
}

impl<'k> PossibleCuts<'k> {
    /// Matches the cutting patterns; nothing is read yet.
    pub fn new(knowledge: &'k Knowledge, matchers: &mut Matchers, board: &Board) -> Self {
        let matches = matchers.of_role(knowledge, Role::Conn, board).into_iter();
        let counting = matches
            .filter(|(_, pattern, _)| pattern.helper().is_some() && pattern.classes().has('B'));
        let shapes = counting.filter_map(|(own, pattern, found)| {
            let cut = found.mv(&pattern, board.size())?;
            let question = Question::new(pattern, found, own, board.size());
            Some((own, cut, question))
        });
        Self {
            shapes: shapes.collect(),
            stones: OnceCell::new(),
        }
    }

    /// How many cuts the string on this point would make, in the position that was matched. Trial moves are played and
    /// taken back.
    pub fn of(
        &self,
        board: &mut Board,
        mut readers: Readers<'_>,
        komi: f32,
        string: Point,
    ) -> usize {
        let stones = self.stones.get_or_init(|| {
            let mut stones = Vec::new();
            for &(own, cut, question) in &self.shapes {
                // A cut that is captured as things are is none (pattern language, 5.4).
                if readers.tactics.safe_move(board, !own, cut) != Outcome::Lose {
                    let opened = opened_cuts(&question, board, readers.reborrow(), komi);
                    stones.extend(opened);
                }
            }
            stones
        });
        let chain = board.chain(string);
        chain.map_or(0, |chain| {
            let mine = stones.iter().filter(|stone| chain.contains(**stone));
            mine.count()
        })
    }
}
