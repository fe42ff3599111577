//! What a view shows, before it becomes text or a drawing.

use std::collections::BTreeMap;

use katachi_board::{Color, Point, PointSet};

pub use crate::terminal::Paint;

/// A view of a position.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The line above the board.
    pub title: String,
    /// What the points show.
    pub content: Content,
    /// What the signs mean.
    pub keys: Vec<Key>,
    /// The table beneath.
    pub table: Vec<Row>,
}

impl Picture {
    /// A view without explanations.
    pub fn new(title: String, content: Content) -> Self {
        Self {
            title,
            content,
            keys: Vec::new(),
            table: Vec::new(),
        }
    }
}

/// What the points show.
#[derive(Clone, Debug)]
pub enum Content {
    /// Signs on some points, and frames around groups of stones.
    Signs(BTreeMap<Point, Sign>, Vec<(PointSet, Paint)>),
    /// A number on each point.
    Numbers(BTreeMap<Point, f32>, Form),
}

/// A sign on a point.
#[derive(Clone, Copy, Debug)]
pub struct Sign {
    /// The letter in plain text.
    pub letter: char,
    /// The letter where colours are shown.
    pub painted: char,
    /// Its colour there.
    pub paint: Paint,
    /// Who owns the point, and how much of it, from 0 to 1.
    pub share: Option<(Color, f32)>,
}

/// How a table of numbers looks.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The digits behind the point.
    pub decimals: usize,
    /// The digits behind the point where there is little room.
    pub fewest_decimals: usize,
    /// The characters of a number, with the blank before it.
    pub width: usize,
    /// Whether stones are shown as letters, in place of their numbers.
    pub has_stones: bool,
    /// Whether rows and columns have their coordinates.
    pub has_coordinates: bool,
    /// The number whose point is White's altogether; its negative is Black's. `None` if numbers do
    /// not tell sides apart.
    pub most: Option<f32>,
}

/// A line of a table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The cells; those of all rows have the same width in a column.
    pub cells: Vec<String>,
    /// The colour of a cell.
    pub paint: Option<(usize, Paint)>,
}

/// What a sign means.
#[derive(Clone, Debug)]
pub enum Key {
    /// A point that a side owns to this part.
    Share(Color, f32, String),
    /// A group of stones with a frame of this colour.
    Frame(Paint, &'static str),
}
