//! Restrictions of a scan: which of the fitting matches the caller wants.

use katachi_board::PointSet;
use katachi_image::general::CellRecord;
use katachi_image::{Cell, Classes, General, Pattern, Symbol};

use crate::found::Match;
use crate::frame::Frame;

/// The dragons by status, for class letters, as sets of their stones.
#[derive(Clone, Debug)]
pub struct Statuses {
    /// Stones of dead dragons.
    pub dead: PointSet,
    /// Stones of critical dragons.
    pub critical: PointSet,
    /// Stones of living dragons.
    pub alive: PointSet,
}

/// Which matches the caller wants; by default all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Only patterns with a stone on one of these points: the marked dragon.
    pub goal: Option<&'a PointSet>,
    /// Only patterns with at least one of these class letters.
    pub classes: Option<Classes>,
    /// Only patterns whose class letters allow the status of their stones: `O` excludes own dead or
    /// critical ones, `o` own living ones, `X` the opponent's dead ones, `x` its living ones.
    pub statuses: Option<&'a Statuses>,
}

impl Wanted<'_> {
    /// Whether there is no restriction.
    pub(crate) fn is_anything(&self) -> bool {
        self.goal.is_none() && self.is_simple()
    }

    /// Whether there is no restriction except a goal.
    #[inline]
    pub(crate) fn is_simple(&self) -> bool {
        self.classes.is_none() && self.statuses.is_none()
    }

    /// Whether a fitting match is wanted, apart from the goal, which the scanner tests.
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

/// The stones on cells that may hold stones.
pub(crate) fn stones(
    pattern: &Pattern<'_>,
    found: Match,
    frame: &Frame,
) -> impl Iterator<Item = (katachi_board::Point, Symbol)> {
    (pattern.cells().iter())
        .filter(|&&cell| may_hold_stone(cell))
        .filter_map(move |cell| {
            let point = found.point(cell.at, frame.size())?;
            let symbol = frame.at(Frame::index(point));
            (symbol != Symbol::Empty).then_some((point, symbol))
        })
}
