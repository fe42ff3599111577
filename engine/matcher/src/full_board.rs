//! Whole-board matching: a look-up by a hash that all orientations share, then a comparison of the
//! stones.

use katachi_board::{Board, BoardSize, Color, Point, Symmetry};
use katachi_image::FullBoard;
use katachi_image::full_board::{PositionHasher, Stone, turn};

/// A book position that equals the one on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FullBoardMatch {
    /// The index of the entry in the image.
    pub entry: u32,
    /// The orientation of the entry.
    pub symmetry: Symmetry,
    /// The move.
    pub mv: Point,
}

/// Looks up positions of one board size, in any book.
#[derive(Clone, Debug)]
pub struct FullBoardMatcher {
    size: BoardSize,
    /// `None` on even boards, which books do not support.
    hasher: Option<PositionHasher>,
}

impl FullBoardMatcher {
    /// A matcher for boards of this size. On even boards nothing matches: the pattern language
    /// allows books for odd boards only.
    pub fn new(size: BoardSize) -> Self {
        let odd = size.get() % 2 == 1;
        Self {
            size,
            hasher: (odd.then_some(size.get() as u8)).and_then(PositionHasher::new),
        }
    }

    /// All entries whose position is on the board with this side to move, ordered by entry and
    /// symmetry.
    ///
    /// A symmetric position fits in several orientations, so its moves appear at all equivalent
    /// points. Only stones are compared. While a ko is banned, the caller should not ask: the
    /// pattern language has no books for such positions.
    pub fn matches(&self, book: &FullBoard<'_>, board: &Board, own: Color) -> Vec<FullBoardMatch> {
        let mut found = Vec::new();
        let Some(hasher) = &self.hasher else {
            return found;
        };
        if board.size() != self.size {
            return found;
        }
        let size = hasher.size();
        let of = |color: Color| {
            board.stones(color).iter().map(move |point| Stone {
                row: point.row() as u8,
                col: point.col() as u8,
                own: color == own,
            })
        };
        let (hash, _) = hasher.symmetric(of(own).chain(of(!own)));
        let count = board.stones(own).len() + board.stones(!own).len();
        for place in book.find(size, hash) {
            let Some(entry) = book.entries.get(place) else {
                break;
            };
            let stones = book.stones(entry);
            if stones.len() != count {
                continue;
            }
            for symmetry in Symmetry::all() {
                let turned = |row: u8, col: u8| {
                    let (row, col) = turn(symmetry, (row, col), size);
                    Point::new(row.into(), col.into())
                };
                // The numbers of stones are equal, so it is enough to find each stone of the entry.
                let fits = stones.clone().all(|stone| {
                    let color = if stone.own { own } else { !own };
                    turned(stone.row, stone.col).is_some_and(|point| board.at(point).is(color))
                });
                if let Some(mv) = turned(entry.row, entry.col).filter(|_| fits) {
                    found.push(FullBoardMatch {
                        entry: place as u32,
                        symmetry,
                        mv,
                    });
                }
            }
        }
        found
    }
}
