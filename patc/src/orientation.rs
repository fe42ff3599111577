//! Diagrams, labels, borders and symmetry codes in the eight orientations: what each
//! [`Symmetry`] makes of them.

use katachi_board::Symmetry;
use katachi_image::border;

use crate::model::{Diagram, Label};

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

/// The mirror image in an axis: one of the symmetry codes `|`, `-`, `/`, `\`.
pub fn mirror(axis: char) -> Option<Symmetry> {
    let &(_, (i, j)) = AXES.iter().find(|(code, _)| *code == axis)?;
    // Of all symmetries, only the identity and this mirror image keep the axis in its direction.
    Symmetry::all()
        .find(|&symmetry| symmetry != Symmetry::IDENTITY && symmetry.apply(i, j) == (i, j))
}

/// The cells after turning, row by row; `size` is the number of rows and columns before.
pub fn cells<T: Copy>(orientation: Symmetry, cells: &[T], size: (usize, usize)) -> Vec<T> {
    let (rows, cols) = orientation.size(size);
    let places = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let before = places.map(|place| orientation.inverse().place(place, (rows, cols)));
    before
        .filter_map(|(row, col)| cells.get(row * size.1 + col).copied())
        .collect()
}

/// The borders after turning, bits of [`border`].
pub fn borders(orientation: Symmetry, borders: u8) -> u8 {
    let present = SIDES.iter().filter(|(side, _)| borders & side != 0);
    present.fold(0, |turned, &(_, (i, j))| {
        let direction = orientation.apply(i, j);
        let side = SIDES.iter().find(|(_, there)| *there == direction);
        turned | side.map_or(0, |(side, _)| *side)
    })
}

/// The symmetry code of a diagram that has been turned; `code` is that of the diagram before.
pub fn symmetry_code(orientation: Symmetry, code: char) -> char {
    let Some(&(_, (i, j))) = AXES.iter().find(|(known, _)| *known == code) else {
        return code;
    };
    let (i, j) = orientation.apply(i, j);
    let turned = (AXES.iter()).find(|(_, axis)| *axis == (i, j) || *axis == (-i, -j));
    turned.map_or(code, |(code, _)| *code)
}

impl Diagram {
    /// The diagram in this orientation.
    #[must_use]
    pub fn turned(&self, orientation: Symmetry) -> Self {
        let size = (self.rows, self.cols);
        let (rows, cols) = orientation.size(size);
        Self {
            rows,
            cols,
            cells: cells(orientation, &self.cells, size),
            borders: borders(orientation, self.borders),
        }
    }
}

impl Label {
    /// The label in this orientation of its diagram.
    #[must_use]
    pub fn turned(self, orientation: Symmetry, diagram: &Diagram) -> Self {
        let (row, col) = orientation.place((self.row, self.col), (diagram.rows, diagram.cols));
        Self { row, col, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_and_axes_turn_along() {
        let clockwise = Symmetry::turns(1);
        assert_eq!(borders(clockwise, border::NORTH), border::EAST);
        let corner = border::SOUTH | border::WEST;
        assert_eq!(borders(clockwise, corner), border::WEST | border::NORTH);
        assert_eq!(symmetry_code(clockwise, '|'), '-');
        assert_eq!(symmetry_code(clockwise, '/'), '\\');
        assert_eq!(symmetry_code(clockwise, '+'), '+');
        for (axis, number) in [('/', 4), ('-', 5), ('\\', 6), ('|', 7)] {
            let mirror = mirror(axis);
            assert_eq!(mirror.map(Symmetry::number), Some(number));
            // A mirror maps its own axis to itself.
            let code = mirror.map(|mirror| symmetry_code(mirror, axis));
            assert_eq!(code, Some(axis));
        }
        let across = mirror('/').map(|mirror| symmetry_code(mirror, '|'));
        assert_eq!(across, Some('-'));
        assert_eq!(mirror('8'), None);
    }
}
