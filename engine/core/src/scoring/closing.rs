//! The last moves of a game, played out before it is counted.
//!
//! Players often stop before the borders are closed, the last stones connected, and the neutral
//! points filled. Entry point: [`Closing::play`]. Both sides move in turn until both pass:
//!
//! | step | the side to move |
//! |---|---|
//! | 1 | plays where a move gains most, together with what the opponent's move there would gain |
//! | 2 | else fills a neutral point, if its stone is safe there and all others stay safe |
//! | 3 | else passes |
//!
//! A move gains what it changes in the count, in what the opponent can capture next, and in what
//! either side can force after that (`forcing`). So a side protects its stones inside its territory
//! as soon as the filled neutral points make that necessary, and no earlier; a neutral point that
//! costs a side a point inside its territory is filled before others; and a liberty that two
//! strings share is guarded if the opponent would attack both there. Reading is bounded, and a
//! play-out that changes the count by more than a seki may is not trusted.

use katachi_board::{Board, Color, Outcome, Point, PointSet, Scoring};
use katachi_tactics::reading::Reader;

use super::shares::Shares;

/// A play-out that changes the count by more points than this says that the position is not
/// finished, or that a fight was misread.
const MOST_CHANGE: i32 = 20;

/// The effort of reading after which a play-out ends, about a second. Each answer counts once.
const MOST_EFFORT: u64 = 600_000;

/// The most moves that are weighed with reading before each move.
const MOST_READ: usize = 12;

/// A string with more liberties is in no danger while borders are closed.
const MOST_LIBERTIES: usize = 4;

/// A position that both sides play out.
pub(super) struct Closing {
    pub board: Board,
    /// The dead stones on the board.
    pub dead: PointSet,
    pub scoring: Scoring,
    /// Answers thousands of questions, so it should have few nodes for each.
    pub reader: Reader,
}

/// A move, and what it changes in the count.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    point: Point,
    /// What the side to move gains.
    gain: i32,
    /// What the opponent's move there would gain.
    prevented: i32,
}

/// What a move of the opponent forces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forced {
    pub point: Point,
    /// What it costs to answer.
    pub cost: i32,
    /// The liberties of the strings in danger.
    pub liberties: PointSet,
}

impl Closing {
    /// Plays until both sides pass, with this side to move first, and returns whether they did. A
    /// play-out that changes the count too much is taken back.
    pub fn play(&mut self, first: Color) -> bool {
        let count = |closing: &Self| closing.count(Color::Black, &closing.dead);
        let (dead, before) = (self.dead, count(self));
        let moves = self.board.trial_moves();
        let is_over = self.play_on(first);
        if (count(self) - before).abs() > MOST_CHANGE {
            while self.board.trial_moves() > moves {
                self.board.take_back();
            }
            self.dead = dead;
            return false;
        }
        is_over
    }

    fn play_on(&mut self, mut color: Color) -> bool {
        self.reader.begin_account();
        let effort = self.reader.effort() + MOST_EFFORT;
        let mut passes = 0;
        for _ in 0..self.board.size().area() {
            if let Some(point) = self.choose(color) {
                self.play_at(color, point);
                passes = 0;
            } else {
                self.board.try_pass(color);
                passes += 1;
            }
            if passes == 2 || self.reader.effort() > effort {
                break;
            }
            color = !color;
        }
        passes == 2
    }

    /// The move of this side; `None` is a pass.
    fn choose(&mut self, color: Color) -> Option<Point> {
        let neutral = Shares::of(&self.board, &self.dead).neutral(&self.board);
        let watched = neutral | self.shared_liberties(color);
        let forced = self.forced(color, &watched);
        let next = Self::most(&forced);
        let mut best: Option<((i32, i32), Point)> = None;
        for (weighed, both) in self.weigh(color, &neutral, &forced) {
            let Weighed { point, gain, .. } = weighed;
            if best.is_some_and(|((known, _), _)| known > gain + next) {
                break;
            }
            let forced_later = |closing: &mut Self| Self::most(&closing.forced(color, &watched));
            let later = self.after_move(color, point, forced_later);
            let gain = gain + next - later.unwrap_or(next);
            let least = i32::from(!neutral.contains(point));
            let value = (gain, both);
            if gain >= least && best.is_none_or(|(known, _)| value > known) {
                best = Some((value, point));
            }
        }
        best.map(|(_, point)| point)
    }

    /// The moves that may gain something: neutral points, captures and their defenses. If the
    /// opponent can force more than a point (`forced`), also that point and the liberties
    /// of the strings in danger.
    ///
    /// The moves are sorted by what they gain in the count and in what the opponent can capture
    /// next; with the sum of gain and prevented gain in the count alone.
    fn weigh(
        &mut self,
        color: Color,
        neutral: &PointSet,
        forced: &[Forced],
    ) -> Vec<(Weighed, i32)> {
        let now = self.count(color, &self.dead);
        let (risk, safe) = (self.risk(color), self.safe(!color));
        let (saves, captures) = self.tactical(color);
        let mut points = *neutral | saves | captures;
        let next = Self::most(forced);
        if next > 1 {
            for worst in forced.iter().filter(|one| one.cost == next) {
                points |= worst.liberties;
                points.insert(worst.point);
            }
        }
        let mut moves: Vec<Weighed> = Vec::new();
        for point in &points {
            let Some(own) = self.count_after(color, color, point) else {
                continue;
            };
            let other = self.count_after(color, !color, point).unwrap_or(now);
            let (mut gain, mut prevented) = (own - now, now - other.min(now));
            if neutral.contains(point) {
                gain += self.forces(color, point, &safe).0;
                let theirs = forced.iter().find(|one| one.point == point);
                prevented += theirs.map_or(0, |one| one.cost);
            }
            moves.push(Weighed {
                point,
                gain,
                prevented,
            });
        }
        moves.sort_by_key(|weighed| {
            let saves = saves.contains(weighed.point);
            (!saves, -(weighed.gain + weighed.prevented))
        });
        moves.truncate(MOST_READ);
        let mut weighed: Vec<(Weighed, i32)> = Vec::new();
        for one in moves {
            let both = one.gain + one.prevented;
            let left = self.after_move(color, one.point, |closing| closing.risk(color));
            let gain = one.gain + risk - left.unwrap_or(risk);
            weighed.push((Weighed { gain, ..one }, both));
        }
        weighed.sort_by_key(|(weighed, both)| (-weighed.gain, -both));
        weighed
    }

    /// The count from this side's view if these stones are dead.
    pub fn count(&self, color: Color, dead: &PointSet) -> i32 {
        self.for_side(color, &Shares::of(&self.board, dead), dead)
    }

    fn for_side(&self, color: Color, shares: &Shares, dead: &PointSet) -> i32 {
        let balance = shares.balance(&self.board, dead, self.scoring);
        match color {
            Color::Black => balance,
            Color::White => -balance,
        }
    }

    /// The count from the view of `color` after a move of `mover`; `None` if the move is illegal or
    /// its stones could be captured at once without loss.
    fn count_after(&mut self, color: Color, mover: Color, point: Point) -> Option<i32> {
        let captures = self.board.captures(mover);
        let count = self.after_move(mover, point, |closing| {
            let board = &mut closing.board;
            let stays = board.captures(mover) > captures
                || board.liberty_count(point) > 1
                || closing.reader.attack(board, point).outcome == Outcome::Lose;
            stays.then(|| closing.count(color, &closing.dead))
        });
        count.flatten()
    }

    /// Plays a move, asks, and takes it back; `None` if the move is illegal.
    pub fn after_move<T>(
        &mut self,
        color: Color,
        point: Point,
        ask: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        let dead = self.dead;
        if !self.play_at(color, point) {
            return None;
        }
        let answer = ask(self);
        self.board.take_back();
        self.dead = dead;
        Some(answer)
    }

    /// Plays a move if it is legal. A stone that joins only dead ones is dead; dead stones that
    /// join living ones live.
    fn play_at(&mut self, color: Color, point: Point) -> bool {
        let hostile = Shares::of(&self.board, &self.dead).territory[!color].contains(point);
        let captures = self.board.captures(color);
        if !self.board.try_move(color, point) {
            return false;
        }
        self.dead = self.dead - *self.board.empty();
        if let Some(chain) = self.board.chain(point) {
            let stones = chain.stone_set();
            let mut living = stones - self.dead;
            living.remove(point);
            if !living.is_empty() {
                self.dead = self.dead - stones;
            } else if stones.intersects(&self.dead)
                || hostile && self.board.captures(color) == captures
            {
                self.dead |= stones;
            }
        }
        true
    }

    /// What this side loses if the opponent moves next and captures what costs most.
    fn risk(&mut self, color: Color) -> i32 {
        let now = self.count(color, &self.dead);
        let mut most = 0;
        for string in self.in_reach(color) {
            if self.reader.attack(&mut self.board, string).outcome == Outcome::Lose {
                continue;
            }
            let Some(chain) = self.board.chain(string) else {
                continue;
            };
            let dead = self.dead | chain.stone_set();
            most = most.max(now - self.count(color, &dead));
        }
        most
    }

    /// The living strings of this side with few liberties.
    pub fn in_reach(&self, color: Color) -> Vec<Point> {
        let chains = self.board.chains().filter(|chain| {
            chain.color() == color
                && chain.liberty_count() <= MOST_LIBERTIES
                && !self.dead.contains(chain.origin())
        });
        chains.map(|chain| chain.origin()).collect()
    }

    /// The moves that save strings of this side, and those that capture living ones of the other.
    fn tactical(&mut self, color: Color) -> (PointSet, PointSet) {
        let (mut saves, mut captures) = (PointSet::EMPTY, PointSet::EMPTY);
        for string in self.in_reach(color) {
            if self.reader.attack(&mut self.board, string).outcome != Outcome::Lose {
                let saved = self.reader.defenses(&mut self.board, string);
                saves.extend(saved.into_iter().map(|(point, _)| point));
            }
        }
        for string in self.in_reach(!color) {
            let attacks = self.reader.attack(&mut self.board, string);
            if attacks.outcome != Outcome::Lose {
                let found = self.reader.attacks(&mut self.board, string);
                captures.extend(found.into_iter().map(|(point, _)| point));
            }
        }
        (saves, captures)
    }
}
