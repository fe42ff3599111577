//! Which stones are safe, and how strong they are.

use katachi_board::{Color, Point, PointSet};

use crate::worms::Worms;

/// The strength of a stone that nothing weakens.
const FULL: f32 = 100.0;

/// How much of its strength the weakest living dragon loses.
const WEAKENING: f32 = 0.3;

/// The stones of a position as a run of influence sees them. A stone that nobody adds counts as
/// dead.
#[derive(Clone, Debug)]
pub struct Stones {
    safe: PointSet,
    /// Safe stones with their strength; a later entry replaces earlier ones.
    strengths: Vec<(PointSet, f32)>,
}

impl Stones {
    /// No safe stones.
    pub fn new() -> Self {
        Self {
            safe: PointSet::EMPTY,
            strengths: Vec::new(),
        }
    }

    /// The stones that no tactical attack threatens, or that their owner can defend because it is
    /// this side's turn. They have full strength.
    pub fn lively(worms: &Worms, to_move: Color) -> Self {
        let mut stones = PointSet::EMPTY;
        for worm in worms {
            let is_saved = worm.color == to_move && !worm.defenses.is_empty();
            if worm.attacks.is_empty() || is_saved {
                stones |= worm.stones;
            }
        }
        let mut lively = Self::new();
        lively.add(&stones, 0.0);
        lively
    }

    /// Adds safe stones of a dragon with this weakness, from 0 to 1.
    pub fn add(&mut self, stones: &PointSet, weakness: f32) {
        self.safe |= *stones;
        let strength = FULL * (1.0 - WEAKENING * weakness.clamp(0.0, 1.0));
        self.strengths.push((*stones, strength));
    }

    /// Adds stones that block both sides and radiate nothing: inessential ones.
    pub fn add_inessential(&mut self, stones: &PointSet) {
        self.safe |= *stones;
    }

    /// Makes stones dead.
    pub fn remove(&mut self, stones: &PointSet) {
        self.safe = self.safe - *stones;
        self.strengths.push((*stones, 0.0));
    }

    /// The safe stones.
    pub fn safe(&self) -> &PointSet {
        &self.safe
    }

    /// Sets of stones with their strengths; a later one replaces earlier ones.
    pub(super) fn strengths(&self) -> &[(PointSet, f32)] {
        &self.strengths
    }
}

/// What a move does to the stones of both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveEffect {
    /// The side that moves.
    pub color: Color,
    /// The move.
    pub point: Point,
    /// Whether the new stone stays on the board; otherwise it counts as dead.
    pub is_safe: bool,
    /// Stones of either side that die by the move.
    pub lost: PointSet,
    /// Stones of either side that live by the move.
    pub saved: PointSet,
}

impl MoveEffect {
    /// A move that kills and saves nothing.
    pub const fn of(color: Color, point: Point, is_safe: bool) -> Self {
        Self {
            color,
            point,
            is_safe,
            lost: PointSet::EMPTY,
            saved: PointSet::EMPTY,
        }
    }

    /// The stones that the move makes safe, the new one included.
    pub fn made_safe(&self) -> PointSet {
        let mut stones = self.saved;
        if self.is_safe {
            stones.insert(self.point);
        }
        stones
    }

    /// The stones that the move makes dead, the new one included.
    fn made_dead(&self) -> PointSet {
        let mut stones = self.lost;
        if !self.is_safe {
            stones.insert(self.point);
        }
        stones
    }
}

impl Stones {
    /// These stones after a move. What it saves is as strong as stones are.
    #[must_use]
    pub fn after(&self, effect: &MoveEffect) -> Self {
        let mut after = self.clone();
        after.remove(&effect.made_dead());
        after.add(&effect.made_safe(), 0.0);
        after
    }
}

impl Default for Stones {
    fn default() -> Self {
        Self::new()
    }
}
