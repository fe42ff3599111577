//! The influence after a move, and what the move gains by it.

use katachi_board::Color;

use super::field::Field;
use super::result::Influence;

/// The influence after a move, with the opponent to move, and the one after that if the same side
/// could move again.
#[derive(Clone, Debug)]
pub struct MoveInfluence {
    color: Color,
    captured: u32,
    after: Influence,
    follow_up: Influence,
}

impl MoveInfluence {
    /// The influence after a move of this colour that took this many stones off the board, with
    /// what `add` says about its follow-ups.
    pub(crate) fn new(
        color: Color,
        captured: u32,
        after: Influence,
        add: impl FnOnce(&mut Field),
    ) -> Self {
        let follow_up = after.field().clone().spread_on(color, add);
        Self {
            color,
            captured,
            after,
            follow_up,
        }
    }

    /// The influence after the move, with the opponent to move.
    pub fn after(&self) -> &Influence {
        &self.after
    }

    /// The influence after the move, if the same side could move again.
    pub fn follow_up(&self) -> &Influence {
        &self.follow_up
    }

    /// What the move gains, in points of territory and prisoners, next to the influence before it
    /// with the opponent to move. Below 0 if it loses.
    pub fn gain(&self, before: &Influence) -> f32 {
        difference(self.color, before, &self.after) + self.captured as f32
    }

    /// What a second move would gain, in points, at least 0.
    pub fn follow_up_gain(&self) -> f32 {
        difference(self.color, &self.after, &self.follow_up).max(0.0)
    }
}

/// What a side gains from one influence to the other, in points.
fn difference(color: Color, before: &Influence, after: &Influence) -> f32 {
    let gain: f32 = (before.board_size().points())
        .map(|point| after.territory(point) - before.territory(point))
        .sum();
    match color {
        Color::White => gain,
        Color::Black => -gain,
    }
}
