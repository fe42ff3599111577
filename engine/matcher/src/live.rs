//! Live matching: after a few points have changed, only the anchors that depend on them are
//! scanned again.

use katachi_board::{Board, BoardSize, ByColor, Color, PointSet};
use katachi_image::General;

use crate::automaton::Automaton;
use crate::corner::CornerMatcher;
use crate::found::Match;
use crate::frame::{Frame, number};
use crate::matcher::Finder;
use crate::scan::{Scan, View};
use crate::scanner::Scanner;
use crate::wanted::Wanted;

/// A matcher that remembers what it found, and which points each anchor's answer depends on.
///
/// [`matches`](Self::matches) scans again only around anchors that depend on a point which has
/// changed since the last call for the same side, by moves, captures, undo, or a new position. (GNU
/// Go's manual describes the idea in the chapter "The DFA pattern matcher".)
#[derive(Clone, Debug)]
pub struct LiveMatcher {
    method: Method,
}

#[derive(Clone, Debug)]
enum Method {
    Masks(Box<Live<Scanner>>),
    Automata(Box<Live<Automaton>>),
    /// A walk through a corner tree costs less than remembering its results.
    Corners(Box<CornerMatcher>),
}

#[derive(Clone, Debug)]
struct Live<S: Scan> {
    scan: S,
    size: BoardSize,
    sides: ByColor<Option<Side<S::Reads>>>,
}

/// The results for the last position, with one side as O.
#[derive(Clone, Debug)]
struct Side<R> {
    frame: Frame,
    /// For each point, the matches anchored there.
    found: Vec<Vec<Match>>,
    reads: R,
}

impl LiveMatcher {
    /// A matcher for this database on boards of this size.
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        Self {
            method: match Finder::new(image, size) {
                Finder::Masks(scan) => Method::Masks(Box::new(Live::new(*scan, size))),
                Finder::Automata(scan) => Method::Automata(Box::new(Live::new(*scan, size))),
                Finder::Corners(corners) => Method::Corners(corners),
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
        let (anchors, corners) = match &mut self.method {
            Method::Masks(live) => (live.matches(image, board, own), Vec::new()),
            Method::Automata(live) => (live.matches(image, board, own), Vec::new()),
            Method::Corners(corners) => (&[] as &[_], corners.matches(image, board, own)),
        };
        anchors.iter().flatten().copied().chain(corners)
    }
}

impl<S: Scan> Live<S> {
    fn new(scan: S, size: BoardSize) -> Self {
        Self {
            scan,
            size,
            sides: ByColor::default(),
        }
    }

    /// The matches by anchor.
    fn matches(&mut self, image: &General<'_>, board: &Board, own: Color) -> &[Vec<Match>] {
        if board.size() != self.size {
            return &[];
        }
        let known = self.sides[own].is_some();
        let side = self.sides[own].get_or_insert_with(|| Side {
            frame: Frame::new(self.size),
            found: vec![Vec::new(); self.size.area()],
            reads: self.scan.no_reads(),
        });
        let changed = side.frame.update(board, own);
        let mut again = PointSet::EMPTY;
        if known {
            for point in &changed {
                self.scan.readers(point, &side.reads, &mut again);
            }
        } else {
            again.extend(self.size.points());
        }
        let view = View {
            image,
            frame: &side.frame,
            wanted: &Wanted::default(),
            goal: None,
        };
        for anchor in &again {
            let found = &mut side.found[number(anchor, self.size)];
            found.clear();
            self.scan.rescan(view, anchor, found, &mut side.reads);
        }
        &side.found
    }
}
