//! The terms of a move's value, and how they add up.
//!
//! | step | what it does |
//! |---|---|
//! | 1 | territorial and strategic value are added |
//! | 2 | half of the follow-up and of the reverse follow-up, within limits |
//! | 3 | a little for what is captured or lost anyway |
//! | 4 | the factor of the shape, except for territory above `SHAPELESS` |
//! | 5 | the bonus for strings that meet at the point |
//! | 6 | a little for a move that connects or cuts, if it would be worth hardly anything |
//! | 7 | the bounds of the patterns |
//! | 8 | the least value of a neutral point, of a move that makes one safe, and of one that takes dead stones off |
//! | 9 | chance, less the danger |

use super::factors::capped;
use super::strategy::Strategy;
use crate::constants::{
    CONNECTION_GROWTH, CONNECTION_LEAST, FOLLOW_UP_SHARE, LEAST_FOR_FOLLOW_UP, REVERSE_LIMIT,
    SECONDARY_CAP, SECONDARY_FACTOR, SHAPELESS, TIE_DIVISOR, TIED,
};
use crate::reasons::{Bounds, Reason};

/// What a move is worth, term by term, in points.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// Territory and prisoners that it gains, by influence.
    pub influence: f32,
    /// What the kos cost in which strings live or die, at most 0.
    pub kos: f32,
    /// Territory and prisoners after the bounds of patterns.
    pub territory: f32,
    /// What it does to the weakness of dragons.
    pub strategy: Strategy,
    /// What a second move would gain: by threats and patterns, and by influence.
    pub follow_up: f32,
    /// What the opponent's second move would gain.
    pub reverse_follow_up: f32,
    /// What is captured or lost anyway.
    pub secondary: f32,
    /// The factor of the shape.
    pub shape: f32,
    /// The bounds of the value by patterns.
    pub bounds: Bounds,
    /// What it exposes to capture.
    pub danger: f32,
    /// Whether the new stone is expected to stay.
    pub is_safe: bool,
    /// Whether it connects or cuts.
    pub links: bool,
    /// Reasons that do not count.
    pub discarded: Vec<Reason>,
    /// How they add up.
    pub sum: Sum,
}

/// What each step adds to the value of a move, in points. Together they are the value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sum {
    /// The territorial value.
    pub territory: f32,
    /// The strategic value.
    pub strategy: f32,
    /// What follow-up and reverse follow-up add.
    pub follow_ups: f32,
    /// What is captured or lost anyway.
    pub secondary: f32,
    /// What the factor of the shape adds.
    pub shape: f32,
    /// The bonus for strings that meet at the point.
    pub joining: f32,
    /// What a move that connects or cuts is worth, if it would be worth hardly anything.
    pub connection: f32,
    /// What the bounds of patterns add.
    pub bounds: f32,
    /// What the least value of neutral points, of moves that make them safe, and of taking dead
    /// stones off adds.
    pub least: f32,
    /// Chance, which varies the choice among equals.
    pub chance: f32,
    /// What the move exposes to capture, as a loss.
    pub danger: f32,
}

impl Sum {
    /// The steps in order, with their names.
    pub fn steps(&self) -> [(&'static str, f32); 11] {
        [
            ("territory", self.territory),
            ("strategy", self.strategy),
            ("follow-ups", self.follow_ups),
            ("secondary", self.secondary),
            ("shape", self.shape),
            ("joining", self.joining),
            ("connection", self.connection),
            ("bounds", self.bounds),
            ("least", self.least),
            ("chance", self.chance),
            ("danger", self.danger),
        ]
    }
}

impl Terms {
    /// Adds up the terms; returns the value in points, without chance and danger. It is 0 if
    /// nothing speaks for the move.
    ///
    /// `joining` is the bonus for strings that meet, by the value without it.
    pub(super) fn add_up(&mut self, joining: impl FnOnce(f32) -> f32) -> f32 {
        let mut sum = Sum {
            territory: self.territory,
            strategy: self.strategy.total(),
            ..Sum::default()
        };
        let mut total = sum.territory + sum.strategy;
        if total >= LEAST_FOR_FOLLOW_UP {
            let (follow_up, reverse) = (self.follow_up, self.reverse_follow_up);
            sum.follow_ups = (FOLLOW_UP_SHARE * follow_up + FOLLOW_UP_SHARE * reverse)
                .min(total + follow_up)
                .min(REVERSE_LIMIT * total + reverse);
            total += sum.follow_ups;
        }
        sum.secondary = capped(SECONDARY_FACTOR * self.secondary, SECONDARY_CAP);
        total += sum.secondary;
        if total > 0.0 {
            let exempt = (self.territory - SHAPELESS).max(0.0).min(total);
            let shaped = (total - exempt) * self.shape + exempt;
            sum.shape = shaped - total;
            total = shaped;
            sum.joining = joining(total);
            total += sum.joining;
            if self.links && total < CONNECTION_LEAST {
                sum.connection = (total + CONNECTION_GROWTH).min(CONNECTION_LEAST) - total;
                total += sum.connection;
            }
        }
        let bounded = bounded(total, self.bounds);
        sum.bounds = bounded - total;
        self.sum = sum;
        bounded
    }
}

/// The value within the bounds of patterns. If they contradict each other, the least value wins.
fn bounded(total: f32, bounds: Bounds) -> f32 {
    let most = total.min(bounds.most.unwrap_or(f32::MAX));
    let Some(least) = bounds.least.filter(|least| *least > 0.0) else {
        return most;
    };
    let tie = if least < TIED {
        total.max(0.0) / TIE_DIVISOR
    } else {
        0.0
    };
    most.max(least + tie)
}
