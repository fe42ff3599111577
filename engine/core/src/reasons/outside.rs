//! Outside liberties that decide about territory.
//!
//! A living string may have liberties outside of its eye spaces. If the opponent fills them, its
//! owner may have to answer inside its own territory. So the move that forces the answer gains a
//! point for the opponent, and saves one for the owner.
//!
//! 1. The outside liberties that only the string itself has, of its side, are filled: whoever needs
//!    them can always do that. They are *shared* if another string of its side stands beside them.
//! 2. A shared liberty *forces* if a stone of the opponent there makes the string capturable, and
//!    only a move in an eye space saves it. It forces for good if it does so, too, when the owner
//!    has filled the others.
//! 3. If the string can then be captured from inside without another move, the move there threatens
//!    to take the territory.
//! 4. If the opponent fills the liberties one by one, the owner answers each threat. The last
//!    answer is played first.
//!
//! The rules are those of GNU Go's endgame module.

use std::sync::Arc;

use katachi_board::{Board, Color, Outcome, Point};
use katachi_matcher::DragonStatus;
use katachi_strategy::Readers;
use katachi_strategy::eyes::{EyeKind, Eyes};
use katachi_strategy::worms::Worm;

use super::reason::{Reason, Source};
use super::turn::Turn;
use super::worth::{Worths, add_reason};

/// What a move that forces an answer inside gains at least, in points of territory.
const FORCED: f32 = 1.0;

/// What an answer gains at least that becomes due when outside liberties are filled.
const DUE: f32 = 0.1;

/// Adds the moves at outside liberties of living strings, and the answers that they force.
pub fn add_outside_liberties(turn: &mut Turn<'_>, worths: &mut Worths) {
    let (worms, eyes) = (turn.position.worms(), turn.position.eyes());
    for worm in worms.iter() {
        let Some(outside) = Outside::of(turn, worm, &eyes) else {
            continue;
        };
        let own = turn.own;
        let Turn { position, .. } = turn;
        let mut trial = Trial {
            board: &mut position.board,
            readers: position.readers.reborrow(),
            eyes: eyes.clone(),
            string: worm.origin,
            owner: worm.color,
            outside,
        };
        let mut gain = |point, least| {
            add_reason(worths, point, Reason::ExpandsTerritory, Source::Reading);
            if let Some(worth) = worths.get_mut(&point) {
                worth.territory.raise(least);
            }
        };
        for point in trial.forcing() {
            gain(point, FORCED);
        }
        if let Some((point, least)) = trial.throw_in(own) {
            gain(point, least);
        }
        if let Some(point) = trial.due().filter(|_| worm.color == own) {
            gain(point, DUE);
        }
    }
}

/// The liberties of a string outside of the eye spaces of its side.
struct Outside {
    /// Those beside an opponent and another string of its side.
    shared: Vec<Point>,
    /// Those beside an opponent and no other string of its side.
    alone: Vec<Point>,
    /// False eyes that never become territory.
    false_eyes: Vec<Point>,
}

impl Outside {
    /// Those of a living string that nobody can capture; `None` if it is none, if it has no such
    /// liberties, or if a string beside one is not settled.
    fn of(turn: &mut Turn<'_>, worm: &Worm, eyes: &Eyes) -> Option<Self> {
        let (worms, dragons) = (turn.position.worms(), turn.position.dragons());
        let is_settled = |worm: &Worm| {
            let dragon = dragons.at(worm.origin);
            worm.attacks.is_empty()
                && dragon.is_some_and(|dragon| dragon.status() == DragonStatus::Alive)
        };
        if worm.is_invincible || worm.is_inessential || !is_settled(worm) {
            return None;
        }
        let mut outside = Self {
            shared: Vec::new(),
            alone: Vec::new(),
            false_eyes: Vec::new(),
        };
        let board = turn.board();
        for point in board.chain(worm.origin)?.each_liberty() {
            let half_eye = eyes.half_eye(point);
            let is_false = half_eye.is_some_and(|eye| eye.kind == EyeKind::False);
            if eyes.is_proper(worm.color, point) && !is_false {
                continue;
            }
            let beside: Vec<&Worm> = (point.neighbors().into_iter())
                .filter_map(|near| worms.at(near))
                .collect();
            if !beside.iter().all(|near| is_settled(near)) {
                return None;
            }
            let is_shared =
                (beside.iter()).any(|near| near.color == worm.color && near.origin != worm.origin);
            if beside.iter().any(|near| near.color != worm.color) {
                let list = if is_shared {
                    &mut outside.shared
                } else {
                    &mut outside.alone
                };
                list.push(point);
            } else if is_false && !dragons.lasting_false_eyes().contains(point) {
                outside.false_eyes.push(point);
            }
        }
        let is_some = !outside.shared.is_empty() || !outside.alone.is_empty();
        is_some.then_some(outside)
    }
}

/// A board on which outside liberties of a string are filled.
struct Trial<'t> {
    board: &'t mut Board,
    readers: Readers<'t>,
    eyes: Arc<Eyes>,
    string: Point,
    owner: Color,
    outside: Outside,
}

impl Trial<'_> {
    /// The shared liberties from which the opponent forces an answer inside.
    fn forcing(&mut self) -> Vec<Point> {
        let opponent = !self.owner;
        let mut found = self.with_filled(opponent, Self::forcing_now);
        found.retain(|&(point, answer)| self.is_safe(opponent, point) && !self.leads_out(answer));
        if found.is_empty() {
            return Vec::new();
        }
        let still = self.with_filled(self.owner, Self::forcing_now);
        found.retain(|(point, _)| still.iter().any(|(other, _)| other == point));
        found.into_iter().map(|(point, _)| point).collect()
    }

    /// A move in an eye space of the owner that captures the string when its outside liberties are
    /// filled, and what it gains, if no shared liberty prevents it. For the owner the move must
    /// save the string.
    fn throw_in(&mut self, mover: Color) -> Option<(Point, f32)> {
        let found = self.with_filled(!self.owner, |trial| trial.captured_from_inside(mover));
        let point = found.filter(|&point| self.is_safe_or_sacrifice(point))?;
        let still = self.with_filled(self.owner, |trial| trial.captured_from_inside(mover));
        let liberties = self.board.liberties_after(!self.owner, point).len();
        (still == Some(point) && liberties > 2).then_some((point, liberties as f32 - 2.0))
    }

    /// The last answer of the owner if the opponent fills the liberties that only this string has,
    /// one by one, as far as it is safe now.
    fn due(&mut self) -> Option<Point> {
        let mut answers: Vec<Point> = Vec::new();
        let mut moves = 0;
        while let Some(answer) = self.first_answer() {
            if answers.contains(&answer) || !self.board.try_move(self.owner, answer) {
                break;
            }
            moves += 1;
            answers.push(answer);
        }
        for _ in 0..moves {
            self.board.take_back();
        }
        let mut answers = answers.into_iter().rev();
        answers.find(|&answer| self.is_safe(self.owner, answer))
    }

    /// The answer to the first of these moves that makes the string capturable. The board is left
    /// as it was.
    fn first_answer(&mut self) -> Option<Point> {
        let points = self.outside.alone.clone();
        let mut moves = 0;
        let mut answer = None;
        for point in points {
            if !self.is_safe(!self.owner, point) || !self.board.try_move(!self.owner, point) {
                continue;
            }
            moves += 1;
            if self.can_be_captured() {
                answer = self.saved_at();
                break;
            }
        }
        for _ in 0..moves {
            self.board.take_back();
        }
        answer
    }

    /// What a question about the board answers after a side has filled the liberties that only this
    /// string has; nothing if it cannot fill them, or captures something.
    fn with_filled<R: Default>(&mut self, side: Color, question: impl FnOnce(&mut Self) -> R) -> R {
        let points = self.outside.alone.clone();
        let captures = self.board.captures(side);
        let mut moves = 0;
        let is_filled = points.into_iter().all(|point| {
            let is_played = self.is_safe(side, point) && self.board.try_move(side, point);
            moves += u32::from(is_played);
            is_played
        });
        let stands = is_filled
            && self.board.captures(side) == captures
            && self.board.chain(self.string).is_some();
        let answer = if stands { question(self) } else { R::default() };
        for _ in 0..moves {
            self.board.take_back();
        }
        answer
    }

    /// The shared liberties that force an answer inside as the board stands, with the answers.
    fn forcing_now(&mut self) -> Vec<(Point, Point)> {
        let liberties = self.liberties();
        if let [last] = liberties[..] {
            let is_shared = self.outside.shared.contains(&last);
            return if is_shared {
                vec![(last, last)]
            } else {
                Vec::new()
            };
        }
        let mut found = Vec::new();
        for point in self.outside.shared.clone() {
            let are_safe = Color::BOTH.iter().all(|&color| self.is_safe(color, point));
            if !are_safe || !self.board.try_move(!self.owner, point) {
                continue;
            }
            let answer = self.answer_inside(point);
            self.board.take_back();
            found.extend(answer.map(|answer| (point, answer)));
        }
        found
    }

    /// The move in an eye space that saves the string, if it can be captured and no move outside
    /// saves it. The opponent has just filled this liberty.
    fn answer_inside(&mut self, filled: Point) -> Option<Point> {
        if !self.can_be_captured() {
            return None;
        }
        let answer = self.saved_at()?;
        if !self.eyes.is_proper(self.owner, answer) {
            return None;
        }
        let shared = self.outside.shared.iter().copied();
        let mut outside: Vec<Point> = shared.filter(|&other| other != filled).collect();
        outside.extend(&self.outside.false_eyes);
        if let Some(string) = self.board.chain(self.string) {
            let captures = string.neighbors_with(1);
            outside.extend(captures.flat_map(|captured| captured.each_liberty()));
        }
        outside.retain(|&point| !self.eyes.is_proper(self.owner, point));
        let saves = outside.into_iter().any(|point| self.saves(point));
        (!saves).then_some(answer)
    }

    /// Where the string is captured as the board stands, if that is in an eye space, and no shared
    /// liberty prevents it. For the owner the move must save the string.
    fn captured_from_inside(&mut self, mover: Color) -> Option<Point> {
        let attack = self.readers.tactics.attack(self.board, self.string);
        let point = attack.point.filter(|_| attack.outcome != Outcome::Lose)?;
        let is_inside = self.eyes.is_proper(self.owner, point);
        let shared = self.outside.shared.clone();
        let is_prevented = || shared.into_iter().any(|other| self.saves(other));
        let is_it = is_inside && !is_prevented() && (mover != self.owner || self.saves(point));
        is_it.then_some(point)
    }

    fn liberties(&self) -> Vec<Point> {
        let string = self.board.chain(self.string);
        let each = string.map(|string| string.each_liberty());
        each.into_iter().flatten().collect()
    }

    fn can_be_captured(&mut self) -> bool {
        self.readers.tactics.attack(self.board, self.string).outcome != Outcome::Lose
    }

    fn saved_at(&mut self) -> Option<Point> {
        let defense = self.readers.tactics.defend(self.board, self.string);
        defense.point.filter(|_| defense.outcome != Outcome::Lose)
    }

    /// Whether the string cannot be captured any more after a move of its owner.
    fn saves(&mut self, point: Point) -> bool {
        if !self.board.try_move(self.owner, point) {
            return false;
        }
        let saves = !self.can_be_captured();
        self.board.take_back();
        saves
    }

    fn is_safe(&mut self, side: Color, point: Point) -> bool {
        self.readers.tactics.safe_move(self.board, side, point) == Outcome::Win
    }

    /// Whether the opponent may play here: a stone that is captured costs it nothing inside.
    fn is_safe_or_sacrifice(&self, point: Point) -> bool {
        self.board.is_legal(!self.owner, point)
    }

    /// Whether the opponent can play safely beside this point outside of the eye spaces, or at a
    /// liberty that only this string has: then the answer is no territory that is lost.
    fn leads_out(&mut self, answer: Point) -> bool {
        let near = answer.neighbors().into_iter();
        let mut near = near
            .filter(|near| self.board.at(*near).is_empty())
            .collect::<Vec<_>>()
            .into_iter();
        near.any(|point| {
            self.outside.alone.contains(&point)
                || !self.eyes.is_proper(self.owner, point) && self.is_safe(!self.owner, point)
        })
    }
}
