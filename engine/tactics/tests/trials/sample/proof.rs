//! Proofs: the answers of the solver about a string.

use super::records::Drawn;
use crate::solver::{Code, solve};
use katachi_board::PointSet;

/// The proven answer about a string: the attack and, if it works, the defence.
pub struct Truth {
    pub attack: Code,
    pub defend: Option<Code>,
    /// The points that the proof depends on.
    pub zone: PointSet,
    /// The positions searched.
    pub positions: usize,
}

impl Truth {
    /// Whether these answers to attack and defence, yes or no, are right.
    pub fn is_seen_by(&self, attack: bool, defend: bool) -> bool {
        let works = |code| code != Code::Lose;
        attack == works(self.attack) && self.defend.is_none_or(|code| defend == works(code))
    }
}

/// Proves the codes of the attack and, if it works, of the defence.
pub fn prove(drawn: &Drawn, budget: usize) -> Option<Truth> {
    let attack = solve(&drawn.position(!drawn.owner), drawn.target, budget)?;
    let mut truth = Truth {
        attack: attack.code,
        defend: None,
        zone: attack.zone,
        positions: attack.positions,
    };
    if attack.code != Code::Lose {
        let defend = solve(&drawn.position(drawn.owner), drawn.target, budget)?;
        truth.defend = Some(defend.code);
        truth.zone |= defend.zone;
        truth.positions += defend.positions;
    }
    Some(truth)
}
