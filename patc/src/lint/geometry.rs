//! Sets of orientations, for the lints about symmetry: which orientations of a diagram are equal,
//! and which ones a symmetry code misses.
//!
//! A set is a bit mask over the numbers of the orientations, as in
//! [`katachi_image::SYMMETRY_CODES`].

use crate::model::Diagram;
use crate::orientation::Orientation;

/// All orientations.
pub(super) const ALL: u8 = 0xff;

/// The set of one orientation.
pub(super) const fn bit(orientation: Orientation) -> u8 {
    1 << orientation.number()
}

/// The orientations of a set.
pub(super) fn members(set: u8) -> impl Iterator<Item = Orientation> {
    let all = Orientation::ALL.into_iter();
    all.filter(move |&orientation| set & bit(orientation) != 0)
}

/// The orientation that applies `second`, then `first`.
fn compose(first: Orientation, second: Orientation) -> Orientation {
    let probe = (1, 2);
    let both = first.apply(second.apply(probe));
    let mut all = Orientation::ALL.into_iter();
    all.find(|orientation| orientation.apply(probe) == both)
        .unwrap_or(first)
}

/// The symmetries of a diagram: the orientations in which it is equal to itself.
pub(super) fn symmetries(diagram: &Diagram) -> u8 {
    let size = (diagram.rows, diagram.cols);
    let same = |orientation: &Orientation| {
        orientation.size(size.0, size.1) == size
            && orientation.borders(diagram.borders) == diagram.borders
            && diagram.iter().all(|(row, col, cell)| {
                let (row, col) = orientation.place((row, col), size);
                diagram.cells[row * diagram.cols + col] == cell
            })
    };
    let all = Orientation::ALL.into_iter().filter(same);
    all.fold(0, |set, orientation| set | bit(orientation))
}

/// The orientations that give the same picture as this one, for a diagram with these symmetries.
pub(super) fn alike(orientation: Orientation, symmetries: u8) -> u8 {
    members(symmetries).fold(0, |set, symmetry| set | bit(compose(orientation, symmetry)))
}

/// The orientations that give no picture of the tried ones: matches in them are never found.
pub(super) fn lost(symmetries: u8, tried: u8) -> u8 {
    let all = Orientation::ALL.into_iter();
    all.filter(|&orientation| alike(orientation, symmetries) & tried == 0)
        .fold(0, |set, orientation| set | bit(orientation))
}

#[cfg(test)]
mod tests {
    use katachi_image::{Cell, SYMMETRY_CODES, border};

    use super::*;

    fn diagram(rows: &[&str], borders: u8) -> Diagram {
        Diagram {
            rows: rows.len(),
            cols: rows[0].len(),
            cells: (rows.concat().chars())
                .filter_map(Cell::from_char)
                .collect(),
            borders,
        }
    }

    #[test]
    fn composed_orientations_do_one_after_the_other() {
        let picture = diagram(&["XO.", "?*,"], border::NORTH | border::WEST);
        for first in Orientation::ALL {
            for second in Orientation::ALL {
                let twice = first.diagram(&second.diagram(&picture));
                assert_eq!(twice, compose(first, second).diagram(&picture));
            }
        }
    }

    #[test]
    fn every_symmetry_code_finds_each_orientation_of_what_it_names_once() {
        let named = [
            ('8', diagram(&["XO.", "?*,"], 0)),
            ('|', diagram(&["XOX", "?*?"], 0)),
            ('-', diagram(&["X?", "O*", "X?"], 0)),
            ('/', diagram(&["X?", "*X"], 0)),
            ('\\', diagram(&["?X", "X*"], 0)),
            ('+', diagram(&["?X?", "O*O", "?X?"], 0)),
            ('X', diagram(&["X?O", "?*?", "O?X"], 0)),
            ('O', diagram(&["XO?", "?*?", "?OX"], 0)),
        ];
        for ((code, picture), &(listed, tried)) in named.iter().zip(SYMMETRY_CODES) {
            assert_eq!(*code, listed);
            let symmetries = symmetries(picture);
            assert_eq!(lost(symmetries, tried), 0, "{code}");
            for orientation in Orientation::ALL {
                let found = alike(orientation, symmetries) & tried;
                assert_eq!(found.count_ones(), 1, "{code} {orientation:?}");
            }
        }
    }
}
