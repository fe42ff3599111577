//! Matching again after a few points have changed.

use katachi_board::{Board, BoardSize, ByColor, Color, Point, PointSet};
use katachi_image::General;

use crate::frame::Frame;
use crate::matcher::Match;
use crate::scanner::{Scanner, View};
use crate::wanted::Wanted;

/// A matcher that remembers what it found, and which points each anchor's answer depends on.
///
/// [`matches`](Self::matches) scans again only around anchors that saw a point change since the
/// last call for the same side, whatever happened in between: moves, captures, moves taken back,
/// another position. (GNU Go's manual describes the idea in its chapter on automata.)
#[derive(Clone, Debug)]
pub struct LiveMatcher {
    scanner: Scanner,
    /// For each point, itself and what the window around it covers.
    windows: Vec<PointSet>,
    sides: ByColor<Option<Side>>,
}

/// What is known about the last position with one side as O.
#[derive(Clone, Debug)]
struct Side {
    frame: Frame,
    /// By point: the matches anchored there.
    found: Vec<Vec<Match>>,
    /// By point: what the answer depends on, beyond the window.
    seen: Vec<PointSet>,
}

impl LiveMatcher {
    /// A matcher for this database on boards of this size.
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        let windows = (size.points())
            .map(|anchor| {
                (image.window.iter())
                    .filter_map(|at| anchor.offset(at.row.into(), at.col.into(), size))
                    .chain([anchor])
                    .collect()
            })
            .collect();
        Self {
            scanner: Scanner::new(image, size),
            windows,
            sides: ByColor::default(),
        }
    }

    /// All matches on this board with this side as O: the same, and in the same order, as those of
    /// [`Matcher::matches`](crate::Matcher::matches).
    ///
    /// The image must be the one that the matcher was made for. A board of another size has no
    /// matches.
    pub fn matches<'a>(
        &'a mut self,
        image: &General<'_>,
        board: &Board,
        own: Color,
    ) -> impl Iterator<Item = Match> + use<'a> {
        let size = self.scanner.size;
        let fits = board.size() == size;
        let side = self.sides[own].get_or_insert_with(|| Side {
            frame: Frame::new(size),
            found: vec![Vec::new(); size.area()],
            seen: vec![PointSet::EMPTY; size.area()],
        });
        if fits {
            side.update(&self.scanner, &self.windows, image, board, own);
        }
        side.found.iter().filter(move |_| fits).flatten().copied()
    }
}

impl Side {
    fn update(
        &mut self,
        scanner: &Scanner,
        windows: &[PointSet],
        image: &General<'_>,
        board: &Board,
        own: Color,
    ) {
        let changed: Vec<Point> = self.frame.update(board, own);
        if changed.is_empty() {
            return;
        }
        let view = View {
            image,
            frame: &self.frame,
            wanted: &Wanted::default(),
            goal: None,
        };
        let places = (self.found.iter_mut().zip(&mut self.seen)).zip(windows);
        for (anchor, ((found, seen), window)) in scanner.size.points().zip(places) {
            let touched =
                (changed.iter()).any(|&point| window.contains(point) || seen.contains(point));
            if touched {
                found.clear();
                *seen = PointSet::EMPTY;
                scanner.scan::<true>(view, anchor, found, seen);
            }
        }
    }
}
