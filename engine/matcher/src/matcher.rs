//! Matching a whole board.

use katachi_board::{Board, BoardSize, Color, PointSet};
use katachi_image::{Anchor, General};

use crate::corner::CornerMatcher;
use crate::found::Match;
use crate::frame::{Frame, Marks};
use crate::scanner::{Scanner, View};
use crate::wanted::{self, Wanted};

/// Finds where the patterns of a database fit.
#[derive(Clone, Debug)]
pub struct Matcher {
    finder: Finder,
    frame: Frame,
    goal: Marks,
}

/// The method for a kind of database: slates or a corner tree.
#[derive(Clone, Debug)]
enum Finder {
    Slates(Box<Scanner>),
    Corners(Box<CornerMatcher>),
}

impl Matcher {
    /// A matcher for this database on boards of this size.
    pub fn new(image: &General<'_>, size: BoardSize) -> Self {
        Self {
            finder: match image.role.profile().anchor {
                Anchor::Corner => Finder::Corners(Box::new(CornerMatcher::new(image, size))),
                _ => Finder::Slates(Box::new(Scanner::new(image, size))),
            },
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
        let (mut found, mut unseen) = (Vec::new(), PointSet::EMPTY);
        if board.size() != self.frame.size() {
            return found;
        }
        let scanner = match &mut self.finder {
            Finder::Slates(scanner) => scanner,
            Finder::Corners(corners) => {
                let mut found = corners.matches(image, board, own);
                if wanted.is_anything() {
                    return found;
                }
                self.frame.update(board, own);
                found.retain(|&one| {
                    let pattern = image.pattern(one.pattern as usize);
                    let touches = |goal: &PointSet| {
                        pattern.is_some_and(|pattern| {
                            wanted::stones(&pattern, one, &self.frame)
                                .any(|(point, _)| goal.contains(point))
                        })
                    };
                    wanted.goal.is_none_or(touches) && wanted.accepts(image, &self.frame, one)
                });
                return found;
            }
        };
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
        for anchor in scanner.size.points() {
            scanner.scan::<false>(view, anchor, &mut found, &mut unseen);
        }
        found
    }
}
