//! A host that answers everything alike and remembers what it was asked.

use katachi_board::{Color, Point};
use katachi_matcher::{Host, Outcome};

/// A question: its name, the colour and the points it was about.
pub type Asked = (&'static str, Option<Color>, Vec<Option<Point>>);

/// A host with one answer to everything.
#[derive(Default)]
pub struct Script {
    /// What it answers: a count, and whether it is not 0 a truth.
    pub answer: usize,
    /// What it answers to questions that have an outcome.
    pub outcome: Option<Outcome>,
    /// What stands on points, in order.
    pub stones: Vec<(Point, Color)>,
    /// What it was asked.
    pub asked: Vec<Asked>,
}

impl Script {
    fn ask(&mut self, name: &'static str, color: Option<Color>, points: &[Option<Point>]) {
        self.asked.push((name, color, points.to_vec()));
    }

    fn count(&mut self, name: &'static str, color: Option<Color>, points: &[Point]) -> usize {
        let points: Vec<_> = points.iter().copied().map(Some).collect();
        self.ask(name, color, &points);
        self.answer
    }

    fn truth(&mut self, name: &'static str, color: Option<Color>, points: &[Point]) -> bool {
        self.count(name, color, points) != 0
    }

    fn result(&mut self, name: &'static str, color: Option<Color>, points: &[Point]) -> Outcome {
        self.count(name, color, points);
        self.outcome.unwrap_or(Outcome::Lose)
    }

    fn list(&mut self, name: &'static str, first: Color, moves: &[Option<Point>], target: Point) {
        let all: Vec<_> = moves.iter().copied().chain([Some(target)]).collect();
        self.ask(name, Some(first), &all);
    }
}

impl Host for Script {
    fn liberties(&mut self, string: Point) -> usize {
        self.count("liberties", None, &[string])
    }
    fn string_size(&mut self, string: Point) -> usize {
        self.count("string_size", None, &[string])
    }
    fn is_same_string(&mut self, a: Point, b: Point) -> bool {
        self.truth("is_same_string", None, &[a, b])
    }
    fn stone(&mut self, point: Point) -> Option<Color> {
        self.ask("stone", None, &[Some(point)]);
        self.stones
            .iter()
            .find(|(at, _)| *at == point)
            .map(|&(_, color)| color)
    }
    fn is_ko(&mut self, point: Point) -> bool {
        self.truth("is_ko", None, &[point])
    }
    fn is_legal(&mut self, color: Color, point: Point) -> bool {
        self.truth("is_legal", Some(color), &[point])
    }
    fn is_suicide(&mut self, color: Color, point: Point) -> bool {
        self.truth("is_suicide", Some(color), &[point])
    }
    fn approximate_liberties(&mut self, color: Color, point: Point) -> usize {
        self.count("approximate_liberties", Some(color), &[point])
    }
    fn accurate_liberties(&mut self, color: Color, point: Point) -> usize {
        self.count("accurate_liberties", Some(color), &[point])
    }
    fn captures_something(&mut self, color: Color, point: Point) -> bool {
        self.truth("captures_something", Some(color), &[point])
    }
    fn is_visible_along_edge(&mut self, color: Color, behind: Point, from: Point) -> bool {
        self.truth("is_visible_along_edge", Some(color), &[behind, from])
    }
    fn attack(&mut self, string: Point) -> Outcome {
        self.result("attack", None, &[string])
    }
    fn defend(&mut self, string: Point) -> Outcome {
        self.result("defend", None, &[string])
    }
    fn does_attack(&mut self, point: Point, string: Point) -> Outcome {
        self.result("does_attack", None, &[point, string])
    }
    fn does_defend(&mut self, point: Point, string: Point) -> bool {
        self.truth("does_defend", None, &[point, string])
    }
    fn safe_move(&mut self, color: Color, point: Point) -> Outcome {
        self.result("safe_move", Some(color), &[point])
    }
    fn forbids(&mut self, color: Color, point: Point, answer: Point) -> bool {
        self.truth("forbids", Some(color), &[point, answer])
    }
    fn attack_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> Outcome {
        self.list("attack_after", first, moves, target);
        self.outcome.unwrap_or(Outcome::Lose)
    }
    fn defend_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> Outcome {
        self.list("defend_after", first, moves, target);
        self.outcome.unwrap_or(Outcome::Lose)
    }
    fn liberties_after(&mut self, first: Color, moves: &[Option<Point>], target: Point) -> usize {
        self.list("liberties_after", first, moves, target);
        self.answer
    }
    fn has_safe_neighbors(&mut self, string: Point) -> bool {
        self.truth("has_safe_neighbors", None, &[string])
    }
    fn is_obvious_false_eye(&mut self, color: Color, point: Point) -> bool {
        self.truth("is_obvious_false_eye", Some(color), &[point])
    }
    fn can_finish_ko(&mut self, string: Point) -> bool {
        self.truth("can_finish_ko", None, &[string])
    }
    fn can_be_squeezed_by_ko(&mut self, string: Point) -> bool {
        self.truth("can_be_squeezed_by_ko", None, &[string])
    }
    fn touches_stone_in_atari(&mut self, string: Point, defendable: bool) -> bool {
        let name = if defendable {
            "touches_defendable"
        } else {
            "touches_stone_in_atari"
        };
        self.truth(name, None, &[string])
    }
    fn is_bent_four(&mut self, string: Point) -> bool {
        self.truth("is_bent_four", None, &[string])
    }
    fn breaks_mirror(&mut self, color: Color, point: Point) -> bool {
        self.truth("breaks_mirror", Some(color), &[point])
    }
    fn has_no_stones(&mut self, color: Color) -> bool {
        self.truth("has_no_stones", Some(color), &[])
    }
    fn is_scoring(&mut self) -> bool {
        self.truth("is_scoring", None, &[])
    }
    fn forbid_move(&mut self, point: Point) {
        self.ask("forbid_move", None, &[Some(point)]);
    }
    fn replace_move(&mut self, from: Point, to: Point) {
        self.ask("replace_move", None, &[Some(from), Some(to)]);
    }
}
