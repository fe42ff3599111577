//! What words need to know: the names of points, and the databases.

use katachi_board::{BoardSize, Point};
use katachi_image::Pattern;
use katachi_strategy::Knowledge;

/// Names points and patterns.
pub trait Names {
    /// The name of a point, such as `D4`.
    fn vertex(&self, point: Point) -> String;

    /// The databases that thoughts and matches are about.
    fn knowledge(&self) -> &Knowledge;

    /// A pattern by the index of its database, and its number; `None` if there is none.
    fn pattern(&self, database: usize, number: u32) -> Option<Pattern<'_>> {
        self.knowledge().general(database)?.pattern(number as usize)
    }
}

/// The usual names on a board of this size.
#[derive(Clone, Copy, Debug)]
pub struct UsualNames<'a> {
    /// The size of the board.
    pub size: BoardSize,
    /// The databases.
    pub knowledge: &'a Knowledge,
}

impl Names for UsualNames<'_> {
    fn vertex(&self, point: Point) -> String {
        point.vertex(self.size).to_string()
    }

    fn knowledge(&self) -> &Knowledge {
        self.knowledge
    }
}
