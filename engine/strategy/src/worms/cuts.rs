//! Possible cuts: the places where a string, once saved, could cut its opponents apart.
//!
//! Entry point: [`PossibleCuts::of`]. Cutting patterns (class `B`) of the role `conn` find the
//! places; their helper counts them for the worm's field `cutstone2`.

use std::cell::OnceCell;

use katachi_board::{Board, Color, Outcome, Point};
use katachi_image::Role;
use katachi_matcher::Question;

use crate::host::{PotentialCuts, opened_cuts};
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;

/// The possible cuts of a position. They are read on the first question: few patterns ask, and
/// reading takes longer than matching.
pub struct PossibleCuts<'k> {
    /// Matches that may be cuts: the side that would be cut, the cutting point, and the match.
    shapes: Vec<(Color, Point, Question<'k>)>,
    /// For each cut, a stone of the string that would make it.
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
}

impl PotentialCuts for PossibleCuts<'_> {
    /// `board` is the position that was matched.
    fn of(&self, board: &mut Board, mut readers: Readers<'_>, komi: f32, string: Point) -> usize {
        let stones = self.stones.get_or_init(|| {
            let mut stones = Vec::new();
            for &(own, cut, question) in &self.shapes {
                // A cutting stone that is captured at once cuts nothing.
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
