//! The area that an answer depends on.
//!
//! A search reads two things: stones, and liberty counts. If another position has the same stones
//! on every point of the [area](Trail::area), it has the same strings and liberty counts there. The
//! same search would then take the same steps and give the same answer. That is why a remembered
//! answer stays valid while its area does not change.
//!
//! A [`Trail`] collects the points while a question is read, trial moves included. Code that reads
//! a new point must add it to the trail, unless code before has already done so:
//!
//! | what is read | what to call |
//! |---|---|
//! | a point and nothing about its string | [`Trail::see`] |
//! | the stones or liberties of a string | [`Trail::string`] |
//! | those of the strings beside a string | [`Trail::around`] |
//! | a move, played or weighed: its strings and their liberties | [`Trail::at`] |
//! | an answer that another question has found | [`Trail::include`] |
//!
//! The tests `fringe` of each reader find omissions: they change points just outside of areas and
//! expect the same search.

use katachi_board::{Board, Chain, Point, PointSet};

/// The points that a search has read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trail {
    /// Moves played, tried or weighed. Each depends on the liberties of the strings beside it.
    moves: PointSet,
    /// Stones whose strings were read, and borders of strings whose neighbours were.
    strings: PointSet,
    /// Stones whose links were read: see [`Trail::link`].
    links: PointSet,
    /// Points that were read, and areas of other answers.
    points: PointSet,
}

impl Trail {
    /// No points yet.
    pub const EMPTY: Self = Self {
        moves: PointSet::EMPTY,
        strings: PointSet::EMPTY,
        links: PointSet::EMPTY,
        points: PointSet::EMPTY,
    };

    /// Adds a move that was played, tried or weighed, or a point whose neighbours were read.
    #[inline]
    pub fn at(&mut self, point: Point) {
        self.moves.insert(point);
    }

    /// Adds the string of a stone, with its liberties.
    #[inline]
    pub fn string(&mut self, stone: Point) {
        self.strings.insert(stone);
    }

    /// Adds the strings beside this one.
    #[inline]
    pub fn around(&mut self, string: &Chain<'_>) {
        string.add_border(&mut self.strings);
    }

    /// Adds the points from which a stone here could be linked with others: at most two lines away
    /// along a row or column, one along the other.
    ///
    /// ```text
    /// . * * * .
    /// * * * * *
    /// * * X * *
    /// * * * * *
    /// . * * * .
    /// ```
    #[inline]
    pub fn link(&mut self, stone: Point) {
        self.links.insert(stone);
    }

    /// Adds a point that was read alone.
    #[inline]
    pub fn see(&mut self, point: Point) {
        self.points.insert(point);
    }

    /// Adds the area of an answer that this one rests on.
    #[inline]
    pub fn include(&mut self, area: &PointSet) {
        self.points |= *area;
    }

    /// The points that the answer depends on; `board` is the position of the question.
    ///
    /// A string of a trial position consists of strings of this one, joined by moves, and the
    /// moves are part of the trail. So the strings of this position are enough.
    pub fn area(&self, board: &Board) -> PointSet {
        let near = self.moves | self.moves.neighbors() | self.strings;
        let mut area = near | self.points | self.links | self.links.with_surroundings().neighbors();
        for string in board.chains_at(&near) {
            area.extend(string.stones());
            string.add_border(&mut area);
        }
        area
    }
}
