//! One joseki pattern: a corner, a move in it, and what its author says of the move.

use katachi_sgf::Location;

/// What stands on a point, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone of the side to move.
    Own,
    /// A stone of the other side.
    Other,
}

/// How a move is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// `U`: urgent.
    Urgent,
    /// `J`: standard.
    Standard,
    /// `j`: lesser.
    Lesser,
    /// `T`: a trick.
    Trick,
    /// `t`: minor, may be left for later.
    Minor,
    /// `N`: wrong, not to be played.
    Antisuji,
}

impl Class {
    /// The class that a comment's first character stands for; anything else is a standard move.
    pub fn of_comment(comment: &str) -> Self {
        match comment.chars().next() {
            Some('U' | 'u') => Self::Urgent,
            Some('j' | 's') => Self::Lesser,
            Some('T') => Self::Trick,
            Some('t') => Self::Minor,
            Some('0' | 'a' | 'A') => Self::Antisuji,
            _ => Self::Standard,
        }
    }

    /// One word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Urgent => "urgent",
            Self::Standard => "standard",
            Self::Lesser => "lesser",
            Self::Trick => "trick",
            Self::Minor => "minor",
            Self::Antisuji => "wrong",
        }
    }

    /// The letter on a colon line.
    pub fn letter(self) -> char {
        match self {
            Self::Urgent => 'U',
            Self::Standard => 'J',
            Self::Lesser => 'j',
            Self::Trick => 'T',
            Self::Minor => 't',
            Self::Antisuji => 'N',
        }
    }

    /// The character that a comment in a tree begins with.
    pub fn comment_letter(self) -> char {
        match self {
            Self::Antisuji => '0',
            class => class.letter(),
        }
    }

    /// The class of a letter on a colon line.
    pub fn from_letter(letter: char) -> Option<Self> {
        [
            Self::Urgent,
            Self::Standard,
            Self::Lesser,
            Self::Trick,
            Self::Minor,
            Self::Antisuji,
        ]
        .into_iter()
        .find(|class| class.letter() == letter)
    }
}

/// A pattern, turned to the upper right corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, unique in the database.
    pub name: String,
    /// Where its node stands in the file.
    pub location: Location,
    /// How many rows belong to it, from the upper edge.
    pub rows: usize,
    /// How many columns, from the right edge.
    pub cols: usize,
    /// What stands there before the move, row by row, in each row from the right edge.
    pub cells: Vec<Cell>,
    /// The move: row and column, from the edges.
    pub mv: (usize, usize),
    /// Labels with their points, in the order of the file.
    pub labels: Vec<(char, (usize, usize))>,
    /// How the move is judged.
    pub class: Class,
    /// More of the colon line: what stands behind `:` in the comment, without the colon.
    pub extra: Vec<String>,
    /// Comment lines, with `#`.
    pub comments: Vec<String>,
    /// Constraint lines, with `;`.
    pub constraint: Vec<String>,
    /// Action lines, with `>`.
    pub action: Vec<String>,
}

impl Entry {
    /// What stands on a point.
    pub fn cell(&self, (row, col): (usize, usize)) -> Cell {
        self.cells[row * self.cols + col]
    }

    /// Whether the corner, seen in the mirror of its diagonal, is the same: region, stones, move
    /// and labels.
    pub fn is_symmetric(&self) -> bool {
        self.rows == self.cols
            && self.mv.0 == self.mv.1
            && (0..self.rows).all(|row| {
                (0..self.cols).all(|col| {
                    let mirrored = (col, row);
                    self.cell((row, col)) == self.cell(mirrored)
                        && self.label((row, col)) == self.label(mirrored)
                })
            })
    }

    /// Whether both say the same of the same corner, under the same name, wherever they stand and
    /// however they came about. The order of labels does not count.
    pub fn says(&self, other: &Self) -> bool {
        let plain = |entry: &Self| {
            let mut plain = Self {
                location: Location::default(),
                ..entry.clone()
            };
            plain.labels.sort_unstable();
            plain
        };
        plain(self) == plain(other)
    }

    /// The label on a point.
    pub fn label(&self, at: (usize, usize)) -> Option<char> {
        (self.labels.iter())
            .find(|(_, point)| *point == at)
            .map(|(label, _)| *label)
    }

    /// Whether it has a constraint diagram: for its labels, or before constraint and action.
    pub fn has_constraint_diagram(&self) -> bool {
        !(self.labels.is_empty() && self.constraint.is_empty() && self.action.is_empty())
    }
}
