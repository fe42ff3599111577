//! Small functions of valuation: values with a limit, and what a ko leaves of a value.

use katachi_board::Outcome;

use crate::constants::{KO_FIRST_FACTOR, KO_FIRST_LOSS, KO_SECOND_FACTOR, KO_SECOND_LOSS};

/// A value that grows with both, and stays below each: a b / (a + b).
pub(super) fn capped(a: f32, b: f32) -> f32 {
    if a + b > 0.0 { a * b / (a + b) } else { 0.0 }
}

/// The part of a string's effective size that is lost if a ko decides.
pub(super) fn ko_loss(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::KoA => KO_FIRST_LOSS,
        Outcome::KoB => KO_SECOND_LOSS,
        Outcome::Win | Outcome::Lose => 0.0,
    }
}

/// The part of a value that remains if a ko decides.
pub(super) fn ko_factor(outcome: Outcome) -> f32 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::KoA => KO_FIRST_FACTOR,
        Outcome::KoB => KO_SECOND_FACTOR,
        Outcome::Lose => 0.0,
    }
}
