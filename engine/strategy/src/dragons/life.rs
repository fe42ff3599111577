//! What reading says about the life of a dragon.

use katachi_board::Outcome;
use katachi_matcher::DragonStatus;
use katachi_tactics::reading::Reading;

use super::dragon::{Dragon, Dragons, Safety};
use super::weakness::Prospects;
use katachi_image::eyes::EyeValue;

/// What reading says about the life of a dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// Whether it lives, dies, or whoever moves first decides.
    pub status: DragonStatus,
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

/// What of an escape route does not count if a dragon is to live without reading.
const DOUBTFUL_ROUTE: u32 = 10;
/// A dragon that is weaker than this without its eyes is read: this much less for each point of its
/// effective size, but at least the second number.
const WEAK: f32 = 0.32;
const WEAK_BY_SIZE: f32 = 0.01;
const LEAST_WEAK: f32 = 0.12;

impl Dragon {
    /// Whether its life must be read. It need not be if it has room and ways out, if it can never
    /// be killed, or if its life is decided by reading its only string.
    pub(crate) fn needs_reading(&self) -> bool {
        let outside = Prospects {
            genus: EyeValue::default(),
            lunch: None,
            escape_route: self.escape_route.saturating_sub(DOUBTFUL_ROUTE),
            ..self.prospects()
        };
        let weak = (WEAK - WEAK_BY_SIZE * self.effective_size).max(LEAST_WEAK);
        self.safety != Safety::Invincible && outside.weakness() >= weak
    }
}

impl Dragons {
    /// The same dragons with what reading says about their lives, in their order.
    #[must_use]
    pub(crate) fn with_lives(&self, lives: &[Option<Life>]) -> Self {
        let mut dragons = self.clone();
        for (dragon, life) in dragons.list.iter_mut().zip(lives) {
            dragon.life = *life;
            let status = life.map(|life| life.status);
            dragon.safety = match (dragon.safety, status) {
                (Safety::Alive | Safety::StronglyAlive, Some(DragonStatus::Dead)) => Safety::Dead,
                (Safety::Alive | Safety::StronglyAlive, Some(DragonStatus::Critical)) => {
                    Safety::Critical
                }
                (safety, _) => safety,
            };
        }
        dragons
    }
}
