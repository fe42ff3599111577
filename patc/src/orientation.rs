//! The eight orientations of a diagram, and what each does to cells, borders, labels and symmetry
//! codes. The numbers are those of `katachi_board::Symmetry`; a test compares them.

use katachi_image::{Cell, border};

use crate::model::{Diagram, Label};

/// One of the eight symmetries of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation(u8);

/// The borders and their directions: rows down, columns right.
const SIDES: [(u8, (i32, i32)); 4] = [
    (border::NORTH, (-1, 0)),
    (border::SOUTH, (1, 0)),
    (border::WEST, (0, -1)),
    (border::EAST, (0, 1)),
];

/// The symmetry codes that name an axis, with the direction of the axis.
const AXES: [(char, (i32, i32)); 4] =
    [('|', (1, 0)), ('-', (0, 1)), ('/', (-1, 1)), ('\\', (1, 1))];

impl Orientation {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self(0),
        Self(1),
        Self(2),
        Self(3),
        Self(4),
        Self(5),
        Self(6),
        Self(7),
    ];

    /// The orientation of this many quarter turns clockwise.
    pub const fn turns(quarters: u8) -> Self {
        Self(quarters % 4)
    }

    /// The mirror image in an axis: one of the symmetry codes `|`, `-`, `/`, `\`.
    pub fn mirror(axis: char) -> Option<Self> {
        match axis {
            '/' => Some(Self(4)),
            '-' => Some(Self(5)),
            '\\' => Some(Self(6)),
            '|' => Some(Self(7)),
            _ => None,
        }
    }

    /// The number, 0 to 7.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What it does, in words.
    pub const fn name(self) -> &'static str {
        match self.0 {
            0 => "as written",
            1 => "turned clockwise",
            2 => "turned by half",
            3 => "turned counter-clockwise",
            4 => "mirrored in /",
            5 => "upside down",
            6 => "mirrored in \\",
            _ => "left to right",
        }
    }

    /// The image of an offset of `i` rows down and `j` columns right.
    pub const fn apply(self, (i, j): (i32, i32)) -> (i32, i32) {
        match self.0 {
            0 => (i, j),
            1 => (j, -i),
            2 => (-i, -j),
            3 => (-j, i),
            4 => (-j, -i),
            5 => (-i, j),
            6 => (j, i),
            _ => (i, -j),
        }
    }

    /// The orientation that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self.0 {
            1 => Self(3),
            3 => Self(1),
            same => Self(same),
        }
    }

    /// Rows and columns of the turned diagram, from those of the original.
    pub const fn size(self, rows: usize, cols: usize) -> (usize, usize) {
        match self.0 {
            1 | 3 | 4 | 6 => (cols, rows),
            _ => (rows, cols),
        }
    }

    /// The place of a cell after turning a diagram of this size.
    pub const fn place(
        self,
        (row, col): (usize, usize),
        (rows, cols): (usize, usize),
    ) -> (usize, usize) {
        let (last_row, last_col) = (rows.saturating_sub(1), cols.saturating_sub(1));
        let (up, left) = (last_row.saturating_sub(row), last_col.saturating_sub(col));
        match self.0 {
            0 => (row, col),
            1 => (col, up),
            2 => (up, left),
            3 => (left, row),
            4 => (left, up),
            5 => (up, col),
            6 => (col, row),
            _ => (row, left),
        }
    }

    /// The borders after turning, bits of [`border`].
    #[must_use]
    pub fn borders(self, borders: u8) -> u8 {
        let present = SIDES.iter().filter(|(side, _)| borders & side != 0);
        present.fold(0, |turned, &(_, direction)| {
            let direction = self.apply(direction);
            let side = SIDES.iter().find(|(_, there)| *there == direction);
            turned | side.map_or(0, |(side, _)| *side)
        })
    }

    /// The symmetry code of the turned diagram.
    #[must_use]
    pub fn symmetry(self, code: char) -> char {
        let Some(&(_, axis)) = AXES.iter().find(|(known, _)| *known == code) else {
            return code;
        };
        let (i, j) = self.apply(axis);
        let turned = (AXES.iter()).find(|(_, axis)| *axis == (i, j) || *axis == (-i, -j));
        turned.map_or(code, |(code, _)| *code)
    }

    /// The diagram in this orientation.
    #[must_use]
    pub fn diagram(self, diagram: &Diagram) -> Diagram {
        let size = (diagram.rows, diagram.cols);
        let (rows, cols) = self.size(diagram.rows, diagram.cols);
        let mut cells = vec![Cell::Any; diagram.cells.len()];
        for (row, col, cell) in diagram.iter() {
            let (row, col) = self.place((row, col), size);
            if let Some(place) = cells.get_mut(row * cols + col) {
                *place = cell;
            }
        }
        Diagram {
            rows,
            cols,
            cells,
            borders: self.borders(diagram.borders),
        }
    }

    /// A label of this diagram in this orientation.
    #[must_use]
    pub fn label(self, label: Label, diagram: &Diagram) -> Label {
        let place = (label.row, label.col);
        let (row, col) = self.place(place, (diagram.rows, diagram.cols));
        Label { row, col, ..label }
    }
}

#[cfg(test)]
mod tests {
    use katachi_board::Symmetry;

    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_board() {
        for (orientation, symmetry) in Orientation::ALL.into_iter().zip(Symmetry::all()) {
            assert_eq!(usize::from(orientation.number()), symmetry.number());
            assert_eq!(orientation.apply((3, 5)), symmetry.apply(3, 5));
            let back = usize::from(orientation.inverse().number());
            assert_eq!(back, symmetry.inverse().number());
        }
    }

    #[test]
    fn cells_go_where_offsets_go() {
        let size = (3, 5);
        for orientation in Orientation::ALL {
            let (rows, cols) = orientation.size(size.0, size.1);
            let origin = orientation.place((0, 0), size);
            for (row, col) in (0..3).flat_map(|row| (0..5).map(move |col| (row, col))) {
                let place = orientation.place((row, col), size);
                assert!(place.0 < rows && place.1 < cols);
                let (i, j) = orientation.apply((row as i32, col as i32));
                let moved = (origin.0 as i32 + i, origin.1 as i32 + j);
                assert_eq!((place.0 as i32, place.1 as i32), moved);
                let back = orientation.inverse().place(place, (rows, cols));
                assert_eq!(back, (row, col));
            }
        }
    }

    #[test]
    fn borders_and_axes_turn_along() {
        let clockwise = Orientation::turns(1);
        assert_eq!(clockwise.borders(border::NORTH), border::EAST);
        let corner = border::SOUTH | border::WEST;
        assert_eq!(clockwise.borders(corner), border::WEST | border::NORTH);
        assert_eq!(clockwise.symmetry('|'), '-');
        assert_eq!(clockwise.symmetry('/'), '\\');
        assert_eq!(clockwise.symmetry('+'), '+');
        for axis in ['|', '-', '/', '\\'] {
            let mirror = Orientation::mirror(axis);
            // A mirror maps its own axis to itself.
            assert_eq!(mirror.map(|mirror| mirror.symmetry(axis)), Some(axis));
        }
        let across = Orientation::mirror('/').map(|mirror| mirror.symmetry('|'));
        assert_eq!(across, Some('-'));
    }
}
