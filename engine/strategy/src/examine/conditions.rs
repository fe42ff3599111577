//! Class letters that say in what condition the dragons of a diagram must be.

use katachi_board::{BoardSize, Color};
use katachi_image::{Cell, Classes, Offset, Pattern};
use katachi_matcher::Match;

use crate::dragons::{Dragons, refusal};

/// What the class letters of a pattern refuse.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    classes: Classes,
    /// The cells that may hold a stone; none if no letter asks for a condition.
    cells: Vec<Offset>,
}

impl Conditions {
    pub fn of(pattern: &Pattern<'_>) -> Self {
        let classes = pattern.classes();
        let asks = "OoXx".chars().any(|letter| classes.has(letter));
        let may_hold_stone = |cell| Cell::from_number(cell) != Some(Cell::Any);
        let cells = pattern.cells().iter();
        let kept = cells.filter(|cell| asks && may_hold_stone(cell.cell));
        let cells = kept.map(|cell| cell.at).collect();
        Self { classes, cells }
    }

    /// Whether no stone of the diagram is in a condition that a letter refuses.
    pub fn hold(&self, found: Match, own: Color, size: BoardSize, dragons: &Dragons) -> bool {
        let points = self
            .cells
            .iter()
            .filter_map(|&cell| found.point(cell, size));
        let mut stones = points.filter_map(|point| dragons.at(point));
        stones.all(|dragon| refusal(self.classes, dragon.color == own, dragon.status()).is_none())
    }
}
