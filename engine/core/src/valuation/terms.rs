//! The terms of a move's value, and how they add up.
//!
//! | step | what it does |
//! |---|---|
//! | 1 | territorial and strategic value are added |
//! | 2 | half of the follow-up and of the reverse follow-up, within limits |
//! | 3 | a little for what is captured or lost anyway |
//! | 4 | the factor of the shape, except for territory above [`SHAPELESS`] |
//! | 5 | the bounds of the patterns |

use katachi_board::Outcome;

use crate::reasons::Worth;

/// From this value on, follow-ups count.
const LEAST_FOR_FOLLOW_UP: f32 = 0.5;

/// Of territory above this, in points, the shape changes nothing.
const SHAPELESS: f32 = 15.0;

/// A least value below this grows a little with the value, so that the better of two moves wins.
const TIED: f32 = 25.0;

/// What a move is worth, term by term, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Terms {
    /// Territory and prisoners that it gains.
    pub territory: f32,
    /// What it does to the weakness of dragons.
    pub strategy: f32,
    /// What a second move would gain: by threats and patterns, and by influence.
    pub follow_up: f32,
    /// What the opponent's second move would gain.
    pub reverse_follow_up: f32,
    /// What is captured or lost anyway.
    pub secondary: f32,
    /// The factor of the shape.
    pub shape: f32,
    /// What it exposes to capture.
    pub danger: f32,
}

impl Terms {
    /// The value, in points, without the danger; 0 if nothing speaks for the move.
    pub fn value(&self, worth: &Worth) -> f32 {
        let mut total = self.territory + self.strategy;
        if total >= LEAST_FOR_FOLLOW_UP {
            let (follow_up, reverse) = (self.follow_up, self.reverse_follow_up);
            total += (0.5 * follow_up + 0.5 * reverse)
                .min(total + follow_up)
                .min(1.1 * total + reverse);
        }
        total += capped(0.05 * self.secondary, 0.4);
        if total > 0.0 {
            let exempt = (self.territory - SHAPELESS).max(0.0).min(total);
            total = (total - exempt) * self.shape + exempt;
        }
        let Some(least) = worth.value.least.filter(|least| *least > 0.0) else {
            return total.min(worth.value.most.unwrap_or(f32::MAX));
        };
        let tie = if least < TIED {
            total.max(0.0) / 200.0
        } else {
            0.0
        };
        let least = least + tie;
        // If the bounds contradict each other, the least value wins.
        total.min(worth.value.most.unwrap_or(f32::MAX)).max(least)
    }
}

/// A value that grows with both, and stays below each: a b / (a + b).
pub(super) fn capped(a: f32, b: f32) -> f32 {
    if a + b > 0.0 { a * b / (a + b) } else { 0.0 }
}

/// The part of a string's effective size that is lost if a ko decides.
pub(super) fn ko_loss(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::KoA => 0.6,
        Outcome::KoB => 1.0,
        Outcome::Win | Outcome::Lose => 0.0,
    }
}

/// The part of a value that remains if a ko decides.
pub(super) fn ko_factor(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::KoA => 0.6,
        Outcome::KoB => 0.4,
        Outcome::Lose => 0.0,
    }
}
