//! What a search works with: the position, the targets, and threats as data.

use katachi_board::{Board, Color, Outcome, Point, PointSet};

use super::targets::Targets;
use crate::host::Known;
use crate::knowledge::Knowledge;
use crate::matchers::Matchers;
use crate::readers::Readers;

/// A move and what it threatens.
#[derive(Clone, Debug)]
pub(super) struct Threat {
    pub point: Point,
    /// A stone of each string that it threatens, the one that is worth least first.
    pub targets: Vec<Target>,
}

/// A string that a move threatens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub string: Point,
    pub value: usize,
    /// Whether only patterns that count in pairs have found it.
    pub is_conditional: bool,
}

/// A search for a combination of one side.
pub(super) struct Search<'a> {
    pub board: &'a mut Board,
    pub readers: Readers<'a>,
    pub komi: f32,
    pub knowledge: &'a Knowledge,
    pub matchers: &'a mut Matchers,
    pub known: Known<'a>,
    pub targets: &'a Targets,
    /// The side that looks for a combination.
    pub attacker: Color,
    /// Points where it may not play.
    pub forbidden: PointSet,
    /// With this many trial moves on the board, nothing is threatened any more.
    pub deepest: usize,
    /// The positions that the search may still look at.
    pub nodes_left: u32,
    /// The effort of reading at which it ends.
    pub end: u64,
    /// All moves of both sides that the search has tried.
    pub tried: PointSet,
}

impl Search<'_> {
    /// Whether no further position may be looked at.
    pub(super) fn is_spent(&self) -> bool {
        self.nodes_left == 0 || self.readers.tactics.effort() >= self.end
    }

    /// Whether the attacker, to move, can capture a string in any way.
    pub(super) fn can_capture(&mut self, string: Point) -> bool {
        let attack = self.readers.tactics.attack(self.board, string);
        attack.outcome != Outcome::Lose
    }
}
