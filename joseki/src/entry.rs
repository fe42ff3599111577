//! A joseki pattern: a corner, a move in it, and its author's annotations.

use katachi_sgf::Location;

/// The content of a point, relative to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A stone of the side to move.
    Own,
    /// A stone of the other side.
    Other,
}

/// The class of a move: how good it is.
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
    /// All classes, from the most to the least urgent.
    pub const ALL: [Self; 6] = [
        Self::Urgent,
        Self::Standard,
        Self::Lesser,
        Self::Minor,
        Self::Trick,
        Self::Antisuji,
    ];

    /// The class for a comment's first character; any unknown character means a standard move.
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
        Self::ALL.into_iter().find(|class| class.letter() == letter)
    }
}

/// A pattern, turned to the upper right corner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, unique in the database.
    pub name: String,
    /// The location of its node in the file.
    pub location: Location,
    /// The number of rows of its region, from the upper edge.
    pub rows: usize,
    /// The number of columns of its region, from the right edge.
    pub cols: usize,
    /// The cells before the move, row by row, each row from the right edge.
    pub cells: Vec<Cell>,
    /// The move: row and column, from the edges.
    pub mv: (usize, usize),
    /// Labels with their points, in the order of the file.
    pub labels: Vec<(char, (usize, usize))>,
    /// How the move is judged.
    pub class: Class,
    /// Additions to the colon line: the text after `:` in comments.
    pub extra: Vec<String>,
    /// Comment lines, with `#`.
    pub comments: Vec<String>,
    /// Constraint lines, with `;`.
    pub constraint: Vec<String>,
    /// Action lines, with `>`.
    pub action: Vec<String>,
    /// The lines of the comment from which all these come, each with its place in the file.
    pub written: Vec<(String, Location)>,
}

impl Entry {
    /// What stands on a point.
    pub fn cell(&self, (row, col): (usize, usize)) -> Cell {
        self.cells[row * self.cols + col]
    }

    /// Whether the corner equals its mirror image in the diagonal: region, stones, move and labels.
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

    /// Whether both have the same name, corner and annotations. Locations, and the order of labels,
    /// do not matter.
    pub fn says(&self, other: &Self) -> bool {
        let plain = |entry: &Self| {
            let mut plain = Self {
                location: Location::default(),
                written: Vec::new(),
                ..entry.clone()
            };
            plain.labels.sort_unstable();
            plain
        };
        plain(self) == plain(other)
    }

    /// Where a line of its comment stands in the file: its first character. `None` if it is not
    /// from the comment.
    pub fn place_of(&self, line: &str) -> Option<Location> {
        let line = line.trim_end();
        let mut written = self.written.iter();
        Some(written.find(|(text, _)| text.trim_end() == line)?.1)
    }

    /// The label on a point.
    pub fn label(&self, at: (usize, usize)) -> Option<char> {
        (self.labels.iter())
            .find(|(_, point)| *point == at)
            .map(|(label, _)| *label)
    }

    /// Whether it has a constraint diagram: to show labels, or before a constraint or an action.
    pub fn has_constraint_diagram(&self) -> bool {
        !(self.labels.is_empty() && self.constraint.is_empty() && self.action.is_empty())
    }
}
