//! Matching a whole board.

use katachi_board::{Board, BoardSize, Color, Point, PointSet, Symmetry};
use katachi_image::{General, Offset, Pattern};

use crate::frame::{Frame, Marks};
use crate::scanner::{Scanner, View};
use crate::wanted::Wanted;

/// A place where a pattern's diagram fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Match {
    /// Where the anchor is.
    pub anchor: Point,
    /// The pattern, by its place in the image.
    pub pattern: u32,
    /// How the diagram is turned.
    pub symmetry: Symmetry,
}

impl Match {
    /// The point of the board that an offset from the anchor means.
    pub fn point(&self, offset: Offset, size: BoardSize) -> Option<Point> {
        let (row, col) = self.symmetry.apply(offset.row.into(), offset.col.into());
        self.anchor.offset(row, col, size)
    }

    /// The move that the pattern proposes, if it has one.
    pub fn mv(&self, pattern: &Pattern<'_>, size: BoardSize) -> Option<Point> {
        self.point(pattern.mv()?, size)
    }
}

/// Finds where the patterns of a database fit.
#[derive(Clone, Debug)]
pub struct Matcher {
    scanner: Scanner,
    frame: Frame,
    goal: Marks,
}

impl Matcher {
    /// A matcher for this database on boards of this size.
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        Self {
            scanner: Scanner::new(image, size),
            frame: Frame::new(size),
            goal: Marks::new(size),
        }
    }

    /// All matches of the database on this board with this side as O, ordered by anchor, pattern
    /// and symmetry.
    ///
    /// The image must be the one that the matcher was made for; with another one the answer is
    /// meaningless. A board of another size has no matches.
    pub fn matches(&mut self, image: &General<'_>, board: &Board, own: Color) -> Vec<Match> {
        self.wanted_matches(image, board, own, &Wanted::default())
    }

    /// Those of the [`matches`](Self::matches) that are wanted.
    pub fn wanted_matches(
        &mut self,
        image: &General<'_>,
        board: &Board,
        own: Color,
        wanted: &Wanted<'_>,
    ) -> Vec<Match> {
        let (mut found, mut unseen) = (Vec::new(), PointSet::EMPTY);
        if board.size() != self.scanner.size {
            return found;
        }
        self.frame.update(board, own);
        let goal = wanted.goal.map(|goal| {
            self.goal.set(goal, board);
            &self.goal
        });
        let view = View {
            image,
            frame: &self.frame,
            wanted,
            goal,
        };
        for anchor in self.scanner.size.points() {
            (self.scanner).scan::<false>(view, anchor, &mut found, &mut unseen);
        }
        found
    }
}
