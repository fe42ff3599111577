//! What is asked of a scan, besides that diagrams fit.

use katachi_board::PointSet;
use katachi_image::general::CellRecord;
use katachi_image::{Cell, Classes, General, Pattern, Symbol};

use crate::frame::Frame;
use crate::matcher::Match;

/// Which dragons class letters speak of, as sets of their stones.
#[derive(Clone, Debug)]
pub struct Statuses {
    /// Stones of dead dragons.
    pub dead: PointSet,
    /// Stones of critical dragons.
    pub critical: PointSet,
    /// Stones of living dragons.
    pub alive: PointSet,
}

/// Which matches are wanted; by default all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Only patterns with a stone on one of these points: the marked dragon.
    pub goal: Option<&'a PointSet>,
    /// Only patterns with at least one of these class letters.
    pub classes: Option<Classes>,
    /// No patterns whose letters `O`, `o`, `X`, `x` forbid the status of one of their stones:
    /// `O` own dead or critical ones, `o` own living, `X` the opponent's dead, `x` its living ones.
    pub statuses: Option<&'a Statuses>,
}

impl Wanted<'_> {
    /// Whether nothing is asked for.
    pub(crate) fn is_anything(&self) -> bool {
        self.goal.is_none() && self.is_simple()
    }

    /// Whether nothing but a goal is asked for.
    #[inline]
    pub(crate) fn is_simple(&self) -> bool {
        self.classes.is_none() && self.statuses.is_none()
    }

    /// Whether a match that fits is wanted for its classes; the goal is for the scanner.
    pub(crate) fn accepts(&self, image: &General<'_>, frame: &Frame, found: Match) -> bool {
        let Some(pattern) = image.pattern(found.pattern as usize) else {
            return false;
        };
        self.classes
            .is_none_or(|classes| pattern.classes().0 & classes.0 != 0)
            && !self.is_vetoed(&pattern, found, frame)
    }

    fn is_vetoed(&self, pattern: &Pattern<'_>, found: Match, frame: &Frame) -> bool {
        let Some(statuses) = self.statuses else {
            return false;
        };
        let has = |letter| pattern.classes().has(letter);
        let (own, own_alive) = (has('O'), has('o'));
        let (other, other_alive) = (has('X'), has('x'));
        if !(own || own_alive || other || other_alive) {
            return false;
        }
        stones(pattern, found, frame).any(|(point, symbol)| match symbol {
            Symbol::Own => {
                own && (statuses.dead.contains(point) || statuses.critical.contains(point))
                    || own_alive && statuses.alive.contains(point)
            }
            _ => {
                other && statuses.dead.contains(point)
                    || other_alive && statuses.alive.contains(point)
            }
        })
    }
}

/// Whether a cell may hold a stone.
pub(crate) fn may_hold_stone(cell: CellRecord) -> bool {
    let stone = Symbol::Own.bit() | Symbol::Opponent.bit();
    Cell::from_number(cell.cell).is_some_and(|cell| cell.symbols() & stone != 0)
}

/// The stones on cells of the pattern that may hold stones.
pub(crate) fn stones(
    pattern: &Pattern<'_>,
    found: Match,
    frame: &Frame,
) -> impl Iterator<Item = (katachi_board::Point, Symbol)> {
    (pattern.cells().iter())
        .filter(|&&cell| may_hold_stone(cell))
        .filter_map(move |cell| {
            let point = found.point(cell.at, frame.size())?;
            let symbol = frame.at(frame.index(point));
            (symbol != Symbol::Empty).then_some((point, symbol))
        })
}
