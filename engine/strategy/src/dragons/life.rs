//! What reading says about the life of a dragon.

use katachi_board::Outcome;
use katachi_matcher::DragonStatus;
use katachi_tactics::reading::Reading;

/// What reading says about the life of a dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// Whether it lives, dies, or whoever moves first decides.
    pub status: DragonStatus,
    /// Whether the exact search of its closed area found it.
    pub is_proven: bool,
    /// How the opponent kills it. A success without a move needs none.
    pub attack: Reading,
    /// Whether the search for the attack was not cut short.
    pub attack_is_certain: bool,
    /// How its owner lets it live.
    pub defense: Reading,
    /// Whether the search for the defence was not cut short.
    pub defense_is_certain: bool,
}

impl Life {
    /// The life of a dragon that cannot be killed, or of one that needs no search.
    pub const ALIVE: Self = Self {
        status: DragonStatus::Alive,
        is_proven: false,
        attack: Reading {
            outcome: Outcome::Lose,
            point: None,
        },
        attack_is_certain: true,
        defense: Reading {
            outcome: Outcome::Lose,
            point: None,
        },
        defense_is_certain: true,
    };
}
