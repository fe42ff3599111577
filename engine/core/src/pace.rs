//! Pace: the level that the clock allows.
//!
//! Entry points: before a move [`Pace::plan`], after it [`Pace::record`]. Two rules choose the
//! level.
//!
//! - After each move, five comparisons between its time and the time left lower the level by up to
//!   five, and two raise it. These are GNU Go's.
//! - No move is begun at a level whose moves, as far as they are known, could exceed what one move
//!   may take at most. If none is low enough, the move is a hurried one: a search that ends in
//!   time.

use std::time::Duration;

use katachi_board::{BoardSize, Color};

use crate::clock::Clock;
use crate::levels::DEFAULT_LEVEL;

/// The lowest and the highest level that the clock may lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelRange {
    /// The lowest level.
    pub least: i32,
    /// The highest level.
    pub most: i32,
}

impl LevelRange {
    /// The usual range around a level: from 0 to the level, at least to 10.
    pub fn around(level: i32) -> Self {
        Self {
            least: level.min(0),
            most: level.max(DEFAULT_LEVEL),
        }
    }
}

/// How the next move is to be thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The level.
    pub level: i32,
    /// Whether there is no time for patterns and reading.
    pub is_hurried: bool,
}

/// A move that has been thought about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The side.
    pub color: Color,
    /// The plan that it followed.
    pub plan: Plan,
    /// The time that it took.
    pub time: Duration,
    /// The moves of the game before it.
    pub number: usize,
}

/// The adaptation of the level to the clock.
#[derive(Clone, Debug, PartialEq)]
pub struct Pace {
    /// The level without a clock.
    pub level: i32,
    /// The levels that the clock may lead to; `None` for the usual ones.
    pub range: Option<LevelRange>,
    /// Whether the clock changes the level.
    pub is_adaptive: bool,
    /// What the clock adds to the level.
    offset: i32,
    /// The longest recent time of a move, in seconds at the default level on a board of one point.
    slowest: f64,
}

/// What a move takes before the first one is measured, in seconds at the default level on 19x19.
const FIRST_GUESS: f64 = 2.0;

/// How much longer the moves of a level take than those of the level below. Measured: 7 times from
/// level 1 to level 10 (BENCHMARKS.md).
const GROWTH: f64 = 1.25;

/// Lower levels are like this one.
const LIKE_ALL_BELOW: i32 = -20;

/// Higher levels are like this one.
const LIKE_ALL_ABOVE: i32 = 100;

/// A move may take this many times as long as the longest recent one.
const SURPRISE: f64 = 4.0;

/// The part of the longest time that is remembered from move to move.
const MEMORY: f64 = 0.95;

impl Pace {
    /// The pace of this level, which the clock may change.
    pub fn new(level: i32) -> Self {
        Self {
            level,
            range: None,
            is_adaptive: true,
            offset: 0,
            slowest: FIRST_GUESS / 361.0,
        }
    }

    /// Sets the level without a clock. What the clock adds is forgotten.
    pub fn set_level(&mut self, level: i32) {
        self.level = level;
        self.offset = 0;
    }

    /// Forgets what the clock adds to the level, for a new game.
    pub fn restart(&mut self) {
        self.offset = 0;
    }

    fn range(&self) -> LevelRange {
        self.range.unwrap_or(LevelRange::around(self.level))
    }

    /// How a side is to think about its next move.
    pub fn plan(&self, clock: &Clock, color: Color, size: BoardSize) -> Plan {
        let Some(most) = clock.at_most(color) else {
            return Plan {
                level: self.level,
                is_hurried: false,
            };
        };
        let range = self.range();
        let wanted = if self.is_adaptive {
            (self.level.saturating_add(self.offset)).clamp(range.least, range.most.max(range.least))
        } else {
            self.level
        };
        // All levels beyond these are alike.
        let wanted = wanted.clamp(LIKE_ALL_BELOW, LIKE_ALL_ABOVE);
        let lowest = wanted.min(range.least).max(LIKE_ALL_BELOW);
        let seconds = most.as_secs_f64();
        let fits = |level: &i32| SURPRISE * self.expected(*level, size) <= seconds;
        let level = (lowest..=wanted).rev().find(fits);
        Plan {
            level: level.unwrap_or(lowest),
            is_hurried: level.is_none(),
        }
    }

    /// The longest time to expect of a move, in seconds.
    fn expected(&self, level: i32, size: BoardSize) -> f64 {
        self.slowest * size.area() as f64 * growth(level)
    }

    /// Learns from a move, whose time the clock has counted already.
    pub fn record(&mut self, clock: &Clock, size: BoardSize, taken: &Taken) {
        let seconds = taken.time.as_secs_f64();
        self.slowest *= MEMORY;
        if !taken.plan.is_hurried {
            let unit = size.area() as f64 * growth(taken.plan.level);
            self.slowest = self.slowest.max(seconds / unit);
        }
        let moves = moves_of_side(size, taken.number);
        let Some((left, moves)) = clock.account(taken.color, moves) else {
            return;
        };
        let range = self.range();
        let step = step(left.as_secs_f64(), seconds, moves);
        let highest = range.most.saturating_sub(self.level);
        let lowest = range.least.saturating_sub(self.level).min(highest);
        self.offset = (self.offset + step).clamp(lowest, highest);
    }
}

/// How much longer the moves of a level take than those of the default level.
fn growth(level: i32) -> f64 {
    GROWTH.powi(level.clamp(LIKE_ALL_BELOW, LIKE_ALL_ABOVE) - DEFAULT_LEVEL)
}

/// The moves that a side still makes in absolute time, as GNU Go estimates them.
fn moves_of_side(size: BoardSize, number: usize) -> f64 {
    let third = size.area() as f64 / 3.0;
    (third - number as f64 / 2.0).max(0.4 * third)
}

/// The change of the level after a move, by the time left, the time it took, and the moves that the
/// rest must last for.
fn step(left: f64, taken: f64, moves: f64) -> i32 {
    let slower = [
        left < taken * (moves + 3.0),
        left < taken * moves,
        3.0 * left < 2.0 * taken * moves,
        2.0 * left < taken * moves,
        3.0 * left < taken * moves,
    ];
    let faster = [
        left > taken * (moves + 6.0),
        left > 2.0 * taken * (moves + 6.0),
    ];
    let count = |all: &[bool]| all.iter().filter(|&&holds| holds).count() as i32;
    count(&faster) - count(&slower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_changes_by_how_long_the_time_left_would_last() {
        // With 10 moves to come and moves of a second.
        let steps = [33.0, 16.5, 13.5, 12.0, 9.5, 6.0, 4.0, 3.0].map(|left| step(left, 1.0, 10.0));
        assert_eq!(steps, [2, 1, 0, -1, -2, -3, -4, -5]);
    }
}
