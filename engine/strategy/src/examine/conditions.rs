//! Class letters that say in what condition the dragons of a diagram must be.

use katachi_board::{BoardSize, Color};
use katachi_image::{Cell, Classes, Offset, Pattern};
use katachi_matcher::{DragonStatus, Match};

use crate::dragons::Dragons;

/// The letters: whether they are about O's stones, and the conditions that they refuse.
const LETTERS: [(char, bool, &[DragonStatus]); 4] = [
    ('O', true, &[DragonStatus::Dead, DragonStatus::Critical]),
    ('o', true, &[DragonStatus::Alive]),
    ('X', false, &[DragonStatus::Dead]),
    ('x', false, &[DragonStatus::Alive]),
];

/// What the class letters of a pattern refuse.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    /// The letters by their places in the list.
    letters: Vec<usize>,
    /// The cells that may hold a stone.
    cells: Vec<Offset>,
}

impl Conditions {
    pub fn of(pattern: &Pattern<'_>) -> Self {
        let classes: Classes = pattern.classes();
        let letters: Vec<usize> = (0..LETTERS.len())
            .filter(|&place| classes.has(LETTERS[place].0))
            .collect();
        if letters.is_empty() {
            return Self::default();
        }
        let cells = pattern.cells().iter();
        let kept = cells.filter(|cell| Cell::from_number(cell.cell) != Some(Cell::Any));
        let cells = kept.map(|cell| cell.at).collect();
        Self { letters, cells }
    }

    /// Whether no stone of the diagram is in a condition that a letter refuses.
    pub fn hold(&self, found: Match, own: Color, size: BoardSize, dragons: &Dragons) -> bool {
        if self.letters.is_empty() {
            return true;
        }
        let mut stones = self.cells.iter().filter_map(|&cell| {
            let dragon = dragons.at(found.point(cell, size)?)?;
            Some((dragon.color == own, dragon.status()))
        });
        stones.all(|(is_own, status)| {
            let mut letters = self.letters.iter().filter_map(|&place| LETTERS.get(place));
            !letters
                .any(|(_, about_own, refused)| *about_own == is_own && refused.contains(&status))
        })
    }
}
