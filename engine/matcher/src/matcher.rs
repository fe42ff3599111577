//! Matching by automata: for each anchor and each orientation, one walk per automaton.

use katachi_board::{Board, BoardSize, Color, Point, Symmetry};
use katachi_image::general::NONE;
use katachi_image::{General, Offset, Pattern, Symbol};

use crate::frame::Frame;

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

/// A database made ready for boards of one size.
///
/// It keeps no reference to the image, so that the image can be replaced while it is not in use.
#[derive(Clone, Debug)]
pub struct Matcher {
    size: BoardSize,
    frame: Frame,
    /// For each symmetry, how far from the anchor each probe lies in the frame.
    steps: [Vec<isize>; 8],
}

impl Matcher {
    /// A matcher for this database on boards of this size.
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        let width = Frame::width(size) as isize;
        let mut steps: [Vec<isize>; 8] = Default::default();
        for (steps, symmetry) in steps.iter_mut().zip(Symmetry::all()) {
            steps.extend(image.probes.iter().map(|probe| {
                let (row, col) = symmetry.apply(probe.row.into(), probe.col.into());
                row as isize * width + col as isize
            }));
        }
        Self {
            size,
            frame: Frame::new(size),
            steps,
        }
    }

    /// All matches of the database on this board with this side as O, ordered by anchor, pattern
    /// and symmetry.
    ///
    /// The image must be the one that the matcher was made for; with another one the answer is
    /// meaningless. A board of another size has no matches.
    pub fn matches(&mut self, image: &General<'_>, board: &Board, own: Color) -> Vec<Match> {
        let mut found = Vec::new();
        if board.size() != self.size {
            return found;
        }
        self.frame.set(board, own);
        // The automata by what their anchor must hold.
        let roots = Symbol::ALL.map(|anchor| {
            (image.roots.iter())
                .filter(|root| root.anchor == anchor as u8)
                .map(|root| root.state.get())
                .collect::<Vec<_>>()
        });
        for anchor in self.size.points() {
            let center = self.frame.index(anchor);
            let roots = &roots[self.frame.at(center) as usize];
            let first = found.len();
            for &root in roots {
                self.scan(image, root, anchor, center, &mut found);
            }
            found[first..].sort_unstable();
        }
        found
    }

    #[inline]
    fn scan(
        &self,
        image: &General<'_>,
        root: u32,
        anchor: Point,
        center: usize,
        found: &mut Vec<Match>,
    ) {
        for (symmetry, steps) in Symmetry::all().zip(&self.steps) {
            let mut state = root;
            while let Some(record) = image.states.get(state as usize) {
                if record.accepts.get() != NONE {
                    for pattern in image.accepted(record.accepts.get()) {
                        let orientations = (image.patterns.get(pattern as usize))
                            .map_or(0, |record| record.orientations);
                        if orientations >> symmetry.number() & 1 != 0 {
                            found.push(Match {
                                anchor,
                                pattern,
                                symmetry,
                            });
                        }
                    }
                }
                let Some(&step) = steps.get(usize::from(record.probe.get())) else {
                    break;
                };
                let symbol = self.frame.at(center.wrapping_add_signed(step));
                state = record.next[symbol as usize].get();
            }
        }
    }
}
