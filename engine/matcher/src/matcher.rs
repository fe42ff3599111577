//! Matching a whole board.

use katachi_board::{Board, BoardSize, Color, PointSet};
use katachi_image::{Anchor, General};

use crate::automaton::Automaton;
use crate::corner::CornerMatcher;
use crate::found::Match;
use crate::frame::{Frame, Marks};
use crate::scan::{Scan, View};
use crate::scanner::Scanner;
use crate::wanted::{self, Wanted};

/// Finds where the patterns of a database fit.
#[derive(Clone, Debug)]
pub struct Matcher {
    finder: Finder,
    frame: Frame,
    goal: Marks,
}

/// The method for a database: masks, automata, or a corner tree.
#[derive(Clone, Debug)]
pub(crate) enum Finder {
    Masks(Box<Scanner>),
    Automata(Box<Automaton>),
    Corners(Box<CornerMatcher>),
}

impl Finder {
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        match image.role.profile().anchor {
            Anchor::Corner => Self::Corners(Box::new(CornerMatcher::new(image, size))),
            _ if image.automata().is_empty() => Self::Masks(Box::new(Scanner::new(image, size))),
            _ => Self::Automata(Box::new(Automaton::new(image, size))),
        }
    }
}

impl Matcher {
    /// A matcher for this database on boards of this size.
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        Self {
            finder: Finder::new(image, size),
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

    /// The [`matches`](Self::matches) that are wanted.
    pub fn wanted_matches(
        &mut self,
        image: &General<'_>,
        board: &Board,
        own: Color,
        wanted: &Wanted<'_>,
    ) -> Vec<Match> {
        if board.size() != self.frame.size() {
            return Vec::new();
        }
        let Self {
            finder,
            frame,
            goal: marks,
        } = self;
        if let Finder::Corners(corners) = finder
            && wanted.is_anything()
        {
            return corners.matches(image, board, own);
        }
        frame.update(board, own);
        let goal = wanted.goal.map(|goal| {
            marks.set(goal, board);
            &*marks
        });
        let view = View {
            image,
            frame,
            wanted,
            goal,
        };
        match finder {
            Finder::Masks(masks) => scan(&**masks, view),
            Finder::Automata(automata) => scan(&**automata, view),
            Finder::Corners(corners) => {
                let mut found = corners.matches(image, board, own);
                found.retain(|&one| {
                    let pattern = image.pattern(one.pattern as usize);
                    let touches = |goal: &PointSet| {
                        pattern.is_some_and(|pattern| {
                            wanted::stones(&pattern, one, frame)
                                .any(|(point, _)| goal.contains(point))
                        })
                    };
                    wanted.goal.is_none_or(touches) && wanted.accepts(image, frame, one)
                });
                found
            }
        }
    }
}

/// The matches at all anchors.
fn scan(method: &impl Scan, view: View<'_>) -> Vec<Match> {
    let mut found = Vec::new();
    for anchor in &method.anchors(view) {
        method.scan(view, anchor, &mut found);
    }
    found
}
