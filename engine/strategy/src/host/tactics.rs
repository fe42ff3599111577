//! Questions for reading: strings that are captured or saved, connected or cut.

use katachi_board::{Board, BreakThrough, Color, Outcome, Point};
use katachi_matcher::{Answer, TacticalQuestions};
use katachi_tactics::reading::{Reader, Reading};

use super::effect::Effect;
use super::position_host::PositionHost;
use super::shape;

/// The most moves in a list.
const MAX_LIST: usize = katachi_image::Arguments::MAX;

/// Moves that are played before a question; `None` is a tenuki.
type Moves<'m> = &'m [Option<Point>];

impl TacticalQuestions for PositionHost<'_> {
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
}

impl PositionHost<'_> {
    /// Asks the reader.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Reader, &mut Board) -> T) -> T {
        question(self.readers.tactics, self.board)
    }

    /// Plays a list of moves with alternating colours, asks, and takes them back. An illegal move
    /// is skipped, but changes the turn.
    fn after<T>(
        &mut self,
        first: Color,
        moves: Moves<'_>,
        question: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mut color = first;
        let mut played = 0;
        for point in moves.iter().take(MAX_LIST) {
            if let Some(point) = *point {
                // Within a list a banned ko may be retaken.
                let legal = self.board.try_move(color, point) || self.board.try_ko(color, point);
                played += usize::from(legal);
            }
            color = !color;
        }
        let answer = question(self);
        for _ in 0..played {
            self.board.take_back();
        }
        answer
    }

    /// Plays a move, asks, and takes it back; `None` if it is illegal.
    fn after_move<T>(
        &mut self,
        color: Color,
        point: Point,
        question: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if !self.board.try_move(color, point) {
            return None;
        }
        let answer = question(self);
        self.board.take_back();
        Some(answer)
    }

    fn is_gone(&self, string: Point) -> bool {
        self.board.chain(string).is_none()
    }

    /// The result of attacking a string; a captured one counts as a success.
    fn attack_outcome(&mut self, string: Point) -> Outcome {
        if self.is_gone(string) {
            return Outcome::Win;
        }
        self.ask(|reader, board| reader.attack(board, string).outcome)
    }

    /// The result of defending a string that can be attacked.
    fn defend_outcome(&mut self, string: Point) -> Outcome {
        if self.is_gone(string) || self.attack_outcome(string) == Outcome::Lose {
            return Outcome::Lose;
        }
        self.ask(|reader, board| reader.defend(board, string).outcome)
    }

    /// The result of defending a string; a success if it cannot be attacked.
    fn defend_or_leave(&mut self, string: Point) -> Outcome {
        if self.is_gone(string) {
            return Outcome::Lose;
        }
        if self.attack_outcome(string) == Outcome::Lose {
            return Outcome::Win;
        }
        self.ask(|reader, board| reader.defend(board, string).outcome)
    }

    /// Whether a string is captured even if its owner moves first.
    pub(super) fn is_lost(&mut self, string: Point) -> bool {
        self.attack_outcome(string) == Outcome::Win && self.defend_outcome(string) == Outcome::Lose
    }

    /// Whether both points hold the same.
    fn are_of_one_color(&self, [a, b]: [Point; 2]) -> bool {
        self.board.at(a) == self.board.at(b)
    }

    /// The result of capturing one of two strings. Strings of different colours are each attacked
    /// by their own opponent.
    fn attack_either(&mut self, targets: [Point; 2]) -> Outcome {
        let [a, b] = targets;
        if self.is_gone(a) || self.is_gone(b) {
            return Outcome::Win;
        }
        if self.are_of_one_color(targets) {
            return self.ask(|reader, board| reader.attack_either(board, a, b).outcome);
        }
        self.attack_outcome(a).max(self.attack_outcome(b))
    }

    /// The result of saving both of two strings. Strings of different colours are each saved by
    /// their own side.
    fn defend_both(&mut self, targets: [Point; 2]) -> Outcome {
        let [a, b] = targets;
        if self.is_gone(a) || self.is_gone(b) {
            return Outcome::Lose;
        }
        if self.are_of_one_color(targets) {
            return self.ask(|reader, board| reader.defend_both(board, a, b).outcome);
        }
        self.defend_or_leave(a).min(self.defend_or_leave(b))
    }

    /// The move that saves a string which can be both captured and saved.
    fn saving_move(&mut self, string: Point) -> Option<Point> {
        if self.is_gone(string) || self.attack_outcome(string) == Outcome::Lose {
            return None;
        }
        let defense = self.ask(|reader, board| reader.defend(board, string));
        (defense.point).filter(|_| defense.outcome != Outcome::Lose)
    }

    /// Whether this move leaves the opponent no safe move at `answer`.
    fn leaves_no_safe_answer(&mut self, color: Color, point: Point, answer: Point) -> bool {
        let safe = self.after_move(color, point, |host| {
            host.ask(|reader, board| reader.safe_move(board, !color, answer))
        });
        safe == Some(Outcome::Lose)
    }

    /// A stone of each opponent string beside a string.
    fn neighbors(&self, string: Point) -> Vec<Point> {
        let chain = self.board.chain(string);
        let neighbors = chain.iter().flat_map(katachi_board::Chain::neighbors);
        neighbors.map(|neighbor| neighbor.origin()).collect()
    }

    /// Whether no opponent string beside this one can be captured.
    fn no_neighbor_is_attackable(&mut self, string: Point) -> bool {
        (self.neighbors(string).into_iter())
            .all(|neighbor| self.attack_outcome(neighbor) == Outcome::Lose)
    }

    /// Whether a string touches one in atari that can be captured, and saved if `defendable`.
    fn touches_capturable_atari(&mut self, string: Point, defendable: bool) -> bool {
        let mut neighbors = self.neighbors(string);
        neighbors.retain(|&neighbor| self.board.liberty_count(neighbor) == 1);
        neighbors.into_iter().any(|neighbor| {
            self.attack_outcome(neighbor) == Outcome::Win
                && (!defendable || self.defend_outcome(neighbor) != Outcome::Lose)
        })
    }

    /// Whether the diagonals make a point a false eye of a colour.
    fn is_false_by_diagonals(&mut self, color: Color, point: Point) -> bool {
        // Each diagonal point counts: 2 if an opponent stone there cannot be captured, 1 beyond one
        // edge, 0 beyond both. From a sum of 4 on the eye is false.
        let size = self.board.size();
        let on_board = |x: i32| (0..size.get() as i32).contains(&x);
        let mut sum = 0;
        for (row, col) in [(1, 1), (-1, 1), (-1, -1), (1, -1)] {
            let at = (point.row() as i32 + row, point.col() as i32 + col);
            sum += match point.offset(row, col, size) {
                None => i32::from(on_board(at.0) || on_board(at.1)),
                Some(near) if self.board.at(near).is(!color) => {
                    2 * i32::from(self.attack_outcome(near) == Outcome::Lose)
                }
                Some(_) => 0,
            };
        }
        sum >= 4
    }

    /// Whether an atari on a string of two liberties is likely. The opponent can safely play one of
    /// the liberties, and has no string in atari beside them that it would rather save at a point
    /// other than `unless`.
    fn may_suffer_atari(&mut self, string: Point, unless: Point) -> bool {
        let Some(chain) = self.board.chain(string).filter(|c| c.liberty_count() == 2) else {
            return false;
        };
        let (opponent, liberties) = (!chain.color(), chain.liberties());
        let mut neighbors = self.neighbors(string);
        neighbors.retain(|&neighbor| self.board.liberty_count(neighbor) == 1);
        let saved_elsewhere = neighbors.into_iter().any(|neighbor| {
            self.saving_move(neighbor)
                .is_some_and(|point| point != unless)
        });
        !saved_elsewhere
            && liberties.iter().any(|liberty| {
                self.ask(|reader, board| reader.safe_move(board, opponent, liberty))
                    != Outcome::Lose
            })
    }

    /// Whether two opponent strings can both be defended now, but only one of them after this
    /// colour's move.
    fn leaves_only_one(&mut self, color: Color, point: Point, strings: [Point; 2]) -> bool {
        let are_opponents = strings
            .into_iter()
            .all(|string| self.board.at(string).is(!color));
        if !are_opponents || self.defend_both(strings) != Outcome::Win {
            return false;
        }
        let only_one = self.after_move(color, point, |host| {
            let [a, b] = strings;
            !host.is_gone(a)
                && !host.is_gone(b)
                && host.defend_or_leave(a) != Outcome::Lose
                && host.defend_or_leave(b) != Outcome::Lose
                && host.defend_both(strings) != Outcome::Win
        });
        only_one == Some(true)
    }

    /// Whether a cut works after three moves: this colour's move, the opponent's answer, and the
    /// move that defends this colour's stone.
    fn cut_works_after_defense(
        &mut self,
        color: Color,
        point: Point,
        answer: Point,
        cut: Point,
    ) -> bool {
        let works = self.after_move(color, point, |host| {
            host.after_move(!color, answer, |host| {
                if host.is_gone(point) || host.attack_outcome(point) == Outcome::Lose {
                    return host.cut_works(color, answer, cut);
                }
                let Some(defense) = host.saving_move(point) else {
                    return Some(false);
                };
                host.after_move(color, defense, |host| host.cut_works(color, answer, cut))?
            })
        });
        works.flatten().flatten() == Some(true)
    }

    /// Whether a cut works after the opponent has played one of a string's two liberties and the
    /// string has extended at the other.
    fn cut_works_after_extension(&mut self, string: Point, liberty: Point, cut: Point) -> bool {
        let Some(chain) = self.board.chain(string).filter(|c| c.liberty_count() == 2) else {
            return false;
        };
        let color = chain.color();
        let Some(other) = (chain.liberties().iter())
            .find(|&other| other != liberty)
            .filter(|_| chain.has_liberty(liberty))
        else {
            return false;
        };
        let works = self.after_move(!color, liberty, |host| {
            host.after_move(color, other, |host| host.cut_works(color, liberty, cut))
        });
        works.flatten().flatten() == Some(true)
    }

    /// Whether, after this colour's cut, the opponent cannot keep both its stone at `answer` and
    /// the stone beside the cut; `None` if the cut is illegal.
    fn cut_works(&mut self, color: Color, answer: Point, cut: Point) -> Option<bool> {
        self.after_move(color, cut, |host| {
            let is_other = |near: &Point| {
                host.board.at(*near).is(!color)
                    && !(host.board.chain(answer)).is_some_and(|chain| chain.contains(*near))
            };
            let beside = cut.neighbors().into_iter().find(is_other);
            host.defend_both([answer, beside.unwrap_or(answer)]) != Outcome::Win
        })
    }

    /// Whether a string that can be captured and saved can cut once it is saved: its side can play
    /// the cut safely, or captures one of the flanking stones with it.
    pub(super) fn opens_cut(&mut self, cut: Point, string: Point, flanks: [Point; 2]) -> bool {
        let Some(color) = self.board.at(string).color() else {
            return false;
        };
        let Some(defense) = self.saving_move(string) else {
            return false;
        };
        let opens = self.after_move(color, defense, |host| {
            if host.ask(|reader, board| reader.safe_move(board, color, cut)) != Outcome::Lose {
                return true;
            }
            let captures = host.after_move(color, cut, |host| host.defend_both(flanks));
            captures.is_some_and(|outcome| outcome != Outcome::Win)
        });
        opens == Some(true)
    }

    /// Whether a throw-in works: the flanking stones cannot be captured, and the opponent's answer
    /// at the string's other liberty is suicide or leaves the string capturable.
    fn throw_in_squeezes(
        &mut self,
        color: Color,
        point: Point,
        string: Point,
        flanks: [Option<Point>; 2],
    ) -> bool {
        let squeezes = self.after_move(color, point, |host| {
            for flank in flanks.into_iter().flatten() {
                if host.board.at(flank).is(color) && host.attack_outcome(flank) != Outcome::Lose {
                    return false;
                }
            }
            let liberty = host.board.chain(string).and_then(|c| c.liberties().first());
            let Some(liberty) = liberty else {
                // The string has been captured.
                return true;
            };
            let after = host.after_move(!color, liberty, |host| host.attack_outcome(string));
            after != Some(Outcome::Lose)
        });
        squeezes == Some(true)
    }

    /// The result of connecting two strings of one colour; [`Outcome::Lose`] if one is gone.
    fn connect(&mut self, [a, b]: [Point; 2]) -> Outcome {
        let reader = &mut *self.readers.connections;
        let reading = if self.is_quick {
            reader.quick_connect(self.board, a, b)
        } else {
            reader.connect(self.board, a, b)
        };
        reading.outcome
    }

    /// Whether two strings of one colour can be cut, and how. They are cut if one is gone.
    fn disconnect(&mut self, [a, b]: [Point; 2]) -> Reading {
        let (readers, board) = (&mut self.readers, &mut *self.board);
        if self.is_quick {
            let quick = readers.connections.quick_disconnect(board, a, b);
            let cutter = board.at(a).color().map(|own| !own);
            let is_doubtful = quick.outcome != Outcome::Lose
                && (quick.point.zip(cutter)).is_some_and(|(cut, cutter)| {
                    readers.tactics.safe_move(board, cutter, cut) != Outcome::Win
                });
            if !is_doubtful {
                return quick;
            }
        }
        readers.connections.disconnect(board, a, b)
    }

    /// Whether two strings can be cut. If the cut takes a move, it becomes an effect.
    fn finds_cut(&mut self, strings: [Point; 2]) -> bool {
        let found = self.disconnect(strings);
        if found.outcome != Outcome::Lose
            && let Some(point) = found.point
        {
            self.effects.push(Effect::Cuts { point, strings });
        }
        found.outcome != Outcome::Lose
    }
}
