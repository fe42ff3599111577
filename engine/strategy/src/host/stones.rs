//! Questions about stones and strings that need no reading.

use katachi_board::{Color, Point};
use katachi_matcher::{Answer, StoneQuestions};

use super::position_host::PositionHost;
use super::shape;

impl StoneQuestions for PositionHost<'_> {
    fn liberties(&mut self, string: Point) -> Answer<usize> {
        Some(self.board.liberty_count(string))
    }

    fn string_size(&mut self, string: Point) -> Answer<usize> {
        Some(self.board.chain(string).map_or(0, |chain| chain.len()))
    }

    fn is_same_string(&mut self, a: Point, b: Point) -> Answer<bool> {
        Some(self.board.chain(a).is_some_and(|chain| chain.contains(b)))
    }

    fn stone(&mut self, point: Point) -> Answer<Option<Color>> {
        Some(self.board.at(point).color())
    }

    fn stone_count(&mut self, color: Color) -> Answer<usize> {
        Some(self.board.stones(color).len())
    }

    fn is_ko(&mut self, point: Point) -> Answer<bool> {
        Some(self.board.is_ko_point(point))
    }

    fn is_bent_four(&mut self, string: Point) -> Answer<bool> {
        Some(shape::is_bent_four(self.board, string))
    }

    fn is_visible_along_edge(&mut self, color: Color, behind: Point, from: Point) -> Answer<bool> {
        Some(shape::is_visible_along_edge(
            self.board, color, behind, from,
        ))
    }

    fn breaks_mirror(&mut self, color: Color, point: Point) -> Answer<bool> {
        Some(shape::breaks_mirror(self.board, self.komi, color, point))
    }

    fn is_legal(&mut self, color: Color, point: Point) -> Answer<bool> {
        let legal = self.board.try_move(color, point);
        if legal {
            self.board.take_back();
        }
        Some(legal)
    }

    fn is_suicide(&mut self, color: Color, point: Point) -> Answer<bool> {
        Some(self.board.at(point).is_empty() && self.board.is_suicide(color, point))
    }

    fn approximate_liberties(&mut self, color: Color, point: Point) -> Answer<usize> {
        let liberties = self.board.approximate_liberty_count(color, point);
        Some(liberties.min(shape::MOST_LIBERTIES))
    }

    fn accurate_liberties(&mut self, color: Color, point: Point) -> Answer<usize> {
        Some(self.board.liberty_count_after(color, point))
    }

    fn captures_something(&mut self, color: Color, point: Point) -> Answer<bool> {
        Some(self.board.captures_something(color, point))
    }
}
