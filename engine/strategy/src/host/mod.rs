//! The host: it answers the questions that patterns ask about a position.
//!
//! [`PositionHost`] implements the matcher's `Host`. `shape` looks at the board only, `reading`
//! asks the tactical reader, `connecting` the reader of connections. Actions leave [`Effect`]s.

mod connecting;
mod effect;
mod reading;
mod shape;
#[cfg(test)]
mod tests;

use katachi_board::{Board, BreakThrough, Color, Outcome, Point};
use katachi_matcher::{Answer, Done, Host, Question};

use crate::readers::Readers;
use katachi_tactics::reading::Reader;

pub use effect::Effect;

/// Counts the cuts that a string could make if it were saved.
pub trait PotentialCuts {
    /// The number of cuts that the string on this point would make. It plays trial moves and takes
    /// them back.
    fn of(&self, board: &mut Board, readers: Readers<'_>, komi: f32, string: Point) -> usize;
}

/// Answers questions about a position, and collects the effects of actions.
pub struct PositionHost<'a> {
    board: &'a mut Board,
    readers: Readers<'a>,
    komi: f32,
    cuts: Option<&'a dyn PotentialCuts>,
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
    pub fn with_cuts(self, cuts: &'a dyn PotentialCuts) -> Self {
        Self {
            cuts: Some(cuts),
            ..self
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "what actions return")]
    fn want(&mut self, effect: Effect) -> Done {
        self.effects.push(effect);
        Some(())
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

/// Moves that are played before a question; `None` is a tenuki.
type Moves<'m> = &'m [Option<Point>];

impl Host for PositionHost<'_> {
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

    fn potential_cuts(&mut self, string: Point) -> Answer<usize> {
        // During the analysis of worms no cuts are known, as in GNU Go.
        Some(self.cuts.map_or(0, |cuts| {
            cuts.of(self.board, self.readers.reborrow(), self.komi, string)
        }))
    }

    fn count_potential_cut(&mut self, point: Point, string: Point, flanks: [Point; 2]) -> Done {
        if self.opens_cut(point, string, flanks) {
            return self.want(Effect::OpensCut(string));
        }
        Some(())
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

    fn attack(&mut self, string: Point) -> Answer<Outcome> {
        Some(self.attack_outcome(string))
    }

    fn defend(&mut self, string: Point) -> Answer<Outcome> {
        Some(self.defend_outcome(string))
    }

    fn does_attack(&mut self, point: Point, string: Point) -> Answer<Outcome> {
        Some(self.ask(|reader, board| reader.does_attack(board, point, string)))
    }

    fn does_defend(&mut self, point: Point, string: Point) -> Answer<bool> {
        let outcome = self.ask(|reader, board| reader.does_defend(board, point, string));
        Some(outcome == Outcome::Win)
    }

    fn safe_move(&mut self, color: Color, point: Point) -> Answer<Outcome> {
        Some(self.ask(|reader, board| reader.safe_move(board, color, point)))
    }

    fn forbids(&mut self, color: Color, point: Point, answer: Point) -> Answer<bool> {
        Some(self.leaves_no_safe_answer(color, point, answer))
    }

    fn attack_after(&mut self, first: Color, moves: Moves<'_>, target: Point) -> Answer<Outcome> {
        Some(self.after(first, moves, |host| host.attack_outcome(target)))
    }

    fn defend_after(&mut self, first: Color, moves: Moves<'_>, target: Point) -> Answer<Outcome> {
        Some(self.after(first, moves, |host| host.defend_or_leave(target)))
    }

    fn attack_either_after(
        &mut self,
        first: Color,
        moves: Moves<'_>,
        targets: [Point; 2],
    ) -> Answer<Outcome> {
        Some(self.after(first, moves, |host| host.attack_either(targets)))
    }

    fn defend_both_after(
        &mut self,
        first: Color,
        moves: Moves<'_>,
        targets: [Point; 2],
    ) -> Answer<Outcome> {
        Some(self.after(first, moves, |host| host.defend_both(targets)))
    }

    fn connect_after(
        &mut self,
        first: Color,
        moves: Moves<'_>,
        strings: [Point; 2],
    ) -> Answer<Outcome> {
        Some(self.after(first, moves, |host| host.connect(strings)))
    }

    fn disconnect_after(
        &mut self,
        first: Color,
        moves: Moves<'_>,
        strings: [Point; 2],
    ) -> Answer<Outcome> {
        Some(self.after(first, moves, |host| host.disconnect(strings).outcome))
    }

    fn break_through_after(
        &mut self,
        first: Color,
        moves: Moves<'_>,
        stones: [Point; 3],
    ) -> Answer<BreakThrough> {
        Some(self.after(first, moves, |host| {
            host.ask(|reader, board| reader.break_through(board, stones))
        }))
    }

    fn liberties_after(&mut self, first: Color, moves: Moves<'_>, target: Point) -> Answer<usize> {
        Some(self.after(first, moves, |host| host.board.liberty_count(target)))
    }

    fn saving_move_after(
        &mut self,
        first: Color,
        moves: Moves<'_>,
        target: Point,
    ) -> Answer<Option<Point>> {
        Some(self.after(first, moves, |host| host.saving_move(target)))
    }

    fn has_safe_neighbors(&mut self, string: Point) -> Answer<bool> {
        Some(self.no_neighbor_is_attackable(string))
    }

    fn is_obvious_false_eye(&mut self, color: Color, point: Point) -> Answer<bool> {
        Some(self.is_false_by_diagonals(color, point))
    }

    fn can_finish_ko(&mut self, string: Point) -> Answer<bool> {
        Some(shape::can_finish_ko(self.board, string))
    }

    fn can_be_squeezed_by_ko(&mut self, string: Point) -> Answer<bool> {
        Some(shape::can_be_squeezed_by_ko(self.board, string))
    }

    fn touches_stone_in_atari(&mut self, string: Point, defendable: bool) -> Answer<bool> {
        Some(self.touches_capturable_atari(string, defendable))
    }

    fn may_be_put_in_atari(&mut self, string: Point, unless: Point) -> Answer<bool> {
        Some(self.may_suffer_atari(string, unless))
    }

    fn threatens_either(
        &mut self,
        color: Color,
        point: Point,
        strings: [Point; 2],
    ) -> Answer<bool> {
        Some(self.leaves_only_one(color, point, strings))
    }

    fn can_disconnect(&mut self, a: Point, b: Point) -> Answer<bool> {
        Some(self.finds_cut([a, b]))
    }

    fn distrusts_tactics(&mut self, string: Point) -> Answer<bool> {
        Some(shape::distrusts_tactics(self.board, string))
    }

    fn cuts_after_defense(
        &mut self,
        color: Color,
        point: Point,
        answer: Point,
        cut: Point,
    ) -> Answer<bool> {
        Some(self.cut_works_after_defense(color, point, answer, cut))
    }

    fn cuts_after_extension(&mut self, string: Point, liberty: Point, cut: Point) -> Answer<bool> {
        Some(self.cut_works_after_extension(string, liberty, cut))
    }

    fn throw_in_works(
        &mut self,
        color: Color,
        point: Point,
        string: Point,
        flanks: [Option<Point>; 2],
    ) -> Answer<bool> {
        Some(self.throw_in_squeezes(color, point, string, flanks))
    }

    fn outer_liberties(&mut self, string: Point, order: usize) -> Answer<usize> {
        Some(shape::outer_liberties(self.board, string, order))
    }

    fn string_effective_size(&mut self, string: Point) -> Answer<f32> {
        Some(shape::effective_size(self.board, string))
    }

    fn is_scoring(&mut self) -> Answer<bool> {
        Some(false)
    }

    fn forbid_move(&mut self, point: Point) -> Done {
        self.want(Effect::Forbid(point))
    }

    fn replace_move(&mut self, from: Point, to: Point) -> Done {
        self.want(Effect::Replace { from, to })
    }

    fn trust_move(&mut self, point: Point) -> Done {
        self.want(Effect::Trust(point))
    }

    fn set_min_value(&mut self, point: Point, value: f32) -> Done {
        self.want(Effect::MinValue { point, value })
    }

    fn set_follow_up(&mut self, point: Point, value: f32) -> Done {
        self.want(Effect::FollowUp { point, value })
    }

    fn set_reverse_follow_up(&mut self, point: Point, value: f32) -> Done {
        self.want(Effect::ReverseFollowUp { point, value })
    }

    fn add_capture_threat(&mut self, point: Point, string: Point) -> Done {
        self.want(Effect::Threat { point, string })
    }

    fn add_attack_threat(&mut self, point: Point, string: Point) -> Done {
        self.want(Effect::Threat { point, string })
    }

    fn add_connection(&mut self, point: Point, strings: [Point; 2]) -> Done {
        self.want(Effect::Connects { point, strings })
    }

    fn add_cut(&mut self, point: Point, strings: [Point; 2]) -> Done {
        if strings.into_iter().any(|string| self.is_lost(string)) {
            return Some(());
        }
        self.want(Effect::Cuts { point, strings })
    }

    fn add_attack_on_either(&mut self, point: Point, strings: [Point; 2]) -> Done {
        self.want(Effect::AttacksEither { point, strings })
    }

    fn add_defense_of_both(&mut self, point: Point, strings: [Point; 2]) -> Done {
        self.want(Effect::DefendsBoth { point, strings })
    }
}
