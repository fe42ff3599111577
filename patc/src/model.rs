//! The checked model of the general dialect: what patterns mean, without the layout of their
//! source.

use katachi_image::bytecode::Argument;
use katachi_image::{Attribute, AttributeMap, Autohelper, Cell, Classes, Role, WaitsFor};

use crate::source::{SourceId, Span};
use crate::syntax::expression::Operator;

/// A database of the general dialect.
#[derive(Clone, Debug)]
pub struct Database {
    /// What it is for.
    pub role: Role,
    /// Its value keywords.
    pub map: AttributeMap,
    /// Its patterns in source order.
    pub patterns: Vec<Pattern>,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// The name.
    pub name: String,
    /// The file.
    pub source: SourceId,
    /// The place of the name.
    pub span: Span,
    /// The main diagram.
    pub diagram: Diagram,
    /// The anchor: row and column.
    pub anchor: (usize, usize),
    /// The symmetry code.
    pub symmetry: char,
    /// The orientations to try, a bit mask.
    pub orientations: u8,
    /// The class letters.
    pub classes: Classes,
    /// The values.
    pub values: Vec<(Attribute, Value)>,
    /// The helper: its place in [`katachi_image::HELPERS`].
    pub helper: Option<usize>,
    /// The labels.
    pub labels: Vec<Label>,
    /// The constraint.
    pub constraint: Option<Expr>,
    /// The action.
    pub action: Vec<Statement>,
    /// The questions that the engine cannot answer yet, in order, each once.
    pub waits_for: Vec<WaitsFor>,
}

impl Database {
    /// Whether both have the same meaning, wherever their patterns are in their files.
    pub fn means(&self, other: &Self) -> bool {
        (self.role, self.map) == (other.role, other.map)
            && self.patterns.len() == other.patterns.len()
            && (self.patterns.iter().zip(&other.patterns)).all(|(one, two)| one.means(two))
    }
}

impl Pattern {
    /// Whether both have the same meaning, wherever they are in their files.
    pub fn means(&self, other: &Self) -> bool {
        let moved = Self {
            source: self.source,
            span: self.span,
            ..other.clone()
        };
        *self == moved
    }
}

/// A main diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// The borders, bits of [`katachi_image::border`].
    pub borders: u8,
}

impl Diagram {
    /// The cells with their rows and columns.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize, Cell)> + '_ {
        let cols = self.cols.max(1);
        (self.cells.iter().enumerate()).map(move |(at, &cell)| (at / cols, at % cols, cell))
    }

    /// Row and column of the first cell of this kind, in reading order.
    pub fn find(&self, wanted: impl Fn(Cell) -> bool) -> Option<(usize, usize)> {
        self.iter()
            .find(|&(_, _, cell)| wanted(cell))
            .map(|(row, col, _)| (row, col))
    }
}

/// A value of the colon line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f32),
    /// A label, by its index.
    Label(usize),
}

/// A label of the constraint diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The letter.
    pub letter: char,
    /// The row of its first cell in reading order.
    pub row: usize,
    /// The column of that cell.
    pub col: usize,
}

/// An expression whose functions and labels are known.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Number(f32),
    /// Whether the game is being scored.
    Scoring,
    /// A call.
    Call(Autohelper, Vec<Argument>),
    /// `!x`
    Not(Box<Expr>),
    /// Two expressions and what is between them.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// A statement of an action.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// An expression whose value is discarded.
    Plain(Expr),
    /// `return x`
    Return(Expr),
    /// `if (x) a else b`
    If(Expr, Box<Statement>, Option<Box<Statement>>),
    /// `;`
    Empty,
}
