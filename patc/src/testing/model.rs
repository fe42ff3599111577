//! What a test says.

use katachi_board::{BoardSize, Color, Point};

use crate::model::Expr;
use crate::source::{SourceId, Span};

/// A test of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The pattern: its index in the database.
    pub pattern: usize,
    /// The file.
    pub source: SourceId,
    /// The first line, from the word `test` on.
    pub span: Span,
    /// Where the pattern is tested.
    pub position: Position,
    /// The side that is O, if the test says so.
    pub own: Option<Color>,
    /// The stones of the handicap, those on the board included, if the test says so.
    pub handicap: Option<usize>,
    /// What must happen there.
    pub expectations: Vec<Expectation>,
}

/// The position of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum Position {
    /// A drawing.
    Drawn(Drawing),
    /// A moment of a game.
    Game {
        /// The file with the record, as written.
        file: String,
        /// The number of the move before which the position is examined, from 1.
        number: usize,
        /// The vertex of the pattern's move, as written.
        vertex: String,
    },
}

/// A position as a drawing shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The size of the board.
    pub size: BoardSize,
    /// The stones of O.
    pub own: Vec<Point>,
    /// The stones of X.
    pub opponent: Vec<Point>,
    /// The point of the pattern's move or, if a stone is there, of its anchor.
    pub point: Point,
}

impl Drawing {
    /// The stones, if this side is O.
    pub fn stones(&self, own: Color) -> impl Iterator<Item = (Color, Point)> + '_ {
        let of = |color: Color, points: &'_ [Point]| {
            let points = points.to_vec();
            points.into_iter().map(move |point| (color, point))
        };
        of(own, &self.own).chain(of(!own, &self.opponent))
    }
}

/// Something that must happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The words, as written.
    pub text: String,
    /// Their place.
    pub span: Span,
    /// What they mean.
    pub wanted: Wanted,
}

/// What must happen.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// The pattern fires.
    Fires,
    /// It does not fire.
    Silent,
    /// Its diagram fits, but it does not fire.
    Refused,
    /// Its diagram does not fit.
    Misses,
    /// Reading finds that the move of the pattern captures, or saves, a string of its diagram.
    Works,
    /// Reading finds that it does not.
    Fails,
    /// The engine plays at this point; at that of the test, if none is named.
    Plays(Option<String>),
    /// It plays elsewhere.
    Avoids(Option<String>),
    /// An expression has a value on a match of the diagram.
    Value(Box<Expr>, f32),
}
