//! Live matching: after a few points have changed, only the anchors that depend on them are
//! scanned again.

use katachi_board::{Board, BoardSize, ByColor, Color, Point, PointSet};
use katachi_image::{Anchor, General};

use crate::corner::CornerMatcher;
use crate::found::Match;
use crate::frame::Frame;
use crate::scanner::{Scanner, View};
use crate::wanted::Wanted;

/// A matcher that remembers what it found, and which points each anchor's answer depends on.
///
/// [`matches`](Self::matches) scans again only around anchors that depend on a point which has
/// changed since the last call for the same side, by moves, captures, undo, or a new position. (GNU
/// Go's manual describes the idea in the chapter "The DFA pattern matcher".)
#[derive(Clone, Debug)]
pub struct LiveMatcher {
    finder: Finder,
}

/// The method for a kind of database.
#[derive(Clone, Debug)]
enum Finder {
    Slates(Box<Slates>),
    /// A walk through a corner tree costs less than remembering its results.
    Corners(Box<CornerMatcher>),
}

#[derive(Clone, Debug)]
struct Slates {
    scanner: Scanner,
    /// For each point, the point and its window.
    windows: Vec<PointSet>,
    sides: ByColor<Option<Side>>,
}

/// The results for the last position, with one side as O.
#[derive(Clone, Debug)]
struct Side {
    frame: Frame,
    /// For each point, the matches anchored there.
    found: Vec<Vec<Match>>,
    /// For each point, what the answer depends on outside the window.
    seen: Vec<PointSet>,
}

impl LiveMatcher {
    /// A matcher for this database on boards of this size.
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        Self {
            finder: match image.role.profile().anchor {
                Anchor::Corner => Finder::Corners(Box::new(CornerMatcher::new(image, size))),
                _ => Finder::Slates(Box::new(Slates::new(image, size))),
            },
        }
    }

    /// All matches on this board with this side as O, equal to those of
    /// [`Matcher::matches`](crate::Matcher::matches) and in the same order.
    ///
    /// The image must be the one that the matcher was made for. A board of another size has no
    /// matches.
    pub fn matches<'a>(
        &'a mut self,
        image: &General<'_>,
        board: &Board,
        own: Color,
    ) -> impl Iterator<Item = Match> + use<'a> {
        let (slates, corners) = match &mut self.finder {
            Finder::Slates(slates) => (slates.matches(image, board, own), Vec::new()),
            Finder::Corners(corners) => (&[] as &[_], corners.matches(image, board, own)),
        };
        slates.iter().flatten().copied().chain(corners)
    }
}

impl Slates {
    fn new(image: &General<'_>, size: BoardSize) -> Self {
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

    /// The matches by anchor.
    fn matches(&mut self, image: &General<'_>, board: &Board, own: Color) -> &[Vec<Match>] {
        let size = self.scanner.size;
        if board.size() != size {
            return &[];
        }
        let side = self.sides[own].get_or_insert_with(|| Side {
            frame: Frame::new(size),
            found: vec![Vec::new(); size.area()],
            seen: vec![PointSet::EMPTY; size.area()],
        });
        side.update(&self.scanner, &self.windows, image, board, own);
        &side.found
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
