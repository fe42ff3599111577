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
//! A move gains what it changes in the count, and in what the opponent can capture next. So a side
//! protects its stones inside its territory as soon as the filled neutral points make that
//! necessary, and no earlier. Reading is bounded, and a play-out that changes the count by more
//! than a few points is not trusted.

use katachi_board::{Board, Color, Outcome, Point, PointSet, Scoring};
use katachi_tactics::reading::Reader;

use super::shares::Shares;

/// A play-out that changes the count by more points than this says that the position is not
/// finished, or that a fight was misread.
const MOST_CHANGE: i32 = 4;

/// The effort of reading after which a play-out ends: about half a second.
const MOST_EFFORT: u64 = 200_000;

/// The most moves that are weighed with reading before each move.
const MOST_READ: usize = 12;

/// A string with more liberties is in no danger while borders are closed.
const MOST_LIBERTIES: usize = 4;

/// A position that both sides play out.
pub(super) struct Closing<'a> {
    pub board: Board,
    /// The dead stones on the board.
    pub dead: PointSet,
    pub scoring: Scoring,
    pub reader: &'a mut Reader,
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

impl Closing<'_> {
    /// Plays until both sides pass, with this side to move first. A play-out that changes the count
    /// too much is taken back.
    pub fn play(&mut self, first: Color) {
        let count = |closing: &Self| closing.count(Color::Black, &closing.dead);
        let (dead, before) = (self.dead, count(self));
        let moves = self.board.trial_moves();
        self.play_on(first);
        if (count(self) - before).abs() > MOST_CHANGE {
            while self.board.trial_moves() > moves {
                self.board.take_back();
            }
            self.dead = dead;
        }
    }

    fn play_on(&mut self, mut color: Color) {
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
    }

    /// The move of this side; `None` is a pass.
    fn choose(&mut self, color: Color) -> Option<Point> {
        let shares = Shares::of(&self.board, &self.dead);
        let now = self.for_side(color, &shares, &self.dead);
        let risk = self.risk(color);
        let neutral = shares.neutral(&self.board);
        let mut moves: Vec<Weighed> = Vec::new();
        let tactical = self.tactical(color);
        for point in &(neutral | tactical) {
            let Some(own) = self.count_after(color, color, point) else {
                continue;
            };
            let other = self.count_after(color, !color, point).unwrap_or(now);
            let (gain, prevented) = (own - now, now - other.min(now));
            moves.push(Weighed {
                point,
                gain,
                prevented,
            });
        }
        moves.sort_by_key(|weighed| -(weighed.gain + weighed.prevented));
        let mut best: Option<((i32, i32), Point)> = None;
        for weighed in moves.into_iter().take(MOST_READ) {
            let most = weighed.gain + risk;
            if best.is_some_and(|((gain, _), _)| gain > most) {
                continue;
            }
            let left = self.after_move(color, weighed.point, |closing| closing.risk(color));
            let gain = most - left.unwrap_or(risk);
            let least = i32::from(!neutral.contains(weighed.point));
            let value = (gain, weighed.gain + weighed.prevented);
            if gain >= least && best.is_none_or(|(known, _)| value > known) {
                best = Some((value, weighed.point));
            }
        }
        best.map(|(_, point)| point)
    }

    /// The count from this side's view if these stones are dead.
    fn count(&self, color: Color, dead: &PointSet) -> i32 {
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
    fn after_move<T>(
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

    /// Plays a move if it is legal. A stone that joins only dead ones, or stands alone in the
    /// opponent's territory, is dead; dead stones that join living ones live.
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
    fn in_reach(&self, color: Color) -> Vec<Point> {
        let chains = self.board.chains().filter(|chain| {
            chain.color() == color
                && chain.liberty_count() <= MOST_LIBERTIES
                && !self.dead.contains(chain.origin())
        });
        chains.map(|chain| chain.origin()).collect()
    }

    /// The moves that save strings of this side, or capture living ones of the other.
    fn tactical(&mut self, color: Color) -> PointSet {
        let mut points = PointSet::EMPTY;
        for string in self.in_reach(color) {
            if self.reader.attack(&mut self.board, string).outcome != Outcome::Lose {
                let saved = self.reader.defenses(&mut self.board, string);
                points.extend(saved.into_iter().map(|(point, _)| point));
            }
        }
        for string in self.in_reach(!color) {
            let attacks = self.reader.attack(&mut self.board, string);
            if attacks.outcome != Outcome::Lose {
                let found = self.reader.attacks(&mut self.board, string);
                points.extend(found.into_iter().map(|(point, _)| point));
            }
        }
        points
    }
}
