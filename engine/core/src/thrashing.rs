//! What a side that is ahead does about dead stones that its opponent still plays with.
//!
//! The opponent thrashes around if its last move belongs to a dead dragon. Reading may be wrong,
//! and a side that is ahead has no need to bet on it: for its next move the dragon counts as
//! unsettled, so influence sees its stones, and attacks on it have a value. The rules are GNU
//! Go's.

use katachi_board::PointSet;

use crate::estimate::ScoreBounds;
use crate::reasons::Turn;

/// A side that is less far ahead bets on reading, in points.
const LEAD: f32 = 5.0;

/// A side that is further ahead, and has nothing else to do, takes the stones off, in points.
const LARGE_LEAD: f32 = 15.0;

/// The stones that the opponent thrashes around with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thrashing {
    /// The stones of its dead dragons, without those that die although the side to move always
    /// passes.
    pub stones: PointSet,
    /// How far the side to move is ahead even if it loses all that is critical, in points.
    pub lead: f32,
}

impl Thrashing {
    /// What the opponent of this turn thrashes around with, if its side is ahead.
    fn of(turn: &mut Turn<'_>) -> Option<Self> {
        let (color, last) = turn.board().last_move()?;
        let last = last.filter(|_| color != turn.own && !turn.cleanup)?;
        let stones = turn.position.dragons().thrashing(last);
        if stones.is_empty() {
            return None;
        }
        let lead = ScoreBounds::of(turn.game, &mut turn.position).least_for(turn.own);
        let worms = turn.position.worms();
        let stones = stones - worms.unconditional().area(turn.own);
        (lead >= LEAD).then_some(Self { stones, lead })
    }

    /// Lets the dragons that the opponent thrashes around with count as unsettled in this turn.
    pub(crate) fn heed(turn: &mut Turn<'_>) -> Option<Self> {
        let found = Self::of(turn)?;
        turn.position.revive(&found.stones);
        Some(found)
    }

    /// Whether the stones are to be captured before a pass.
    pub(crate) fn is_to_be_captured(&self) -> bool {
        self.lead > LARGE_LEAD
    }
}
