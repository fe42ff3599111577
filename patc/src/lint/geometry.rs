//! Sets of orientations, for the lints about symmetry: which orientations of a diagram are equal,
//! and which ones a symmetry code misses.
//!
//! A set is a bit mask over the numbers of the orientations, as in
//! [`katachi_image::SYMMETRY_CODES`].

use katachi_board::Symmetry;

use crate::model::Diagram;
use crate::orientation::borders;

/// All orientations.
pub(super) const ALL: u8 = 0xff;

/// The set of one orientation.
pub(super) const fn bit(orientation: Symmetry) -> u8 {
    1 << orientation.number()
}

/// The orientations of a set.
pub(super) fn members(set: u8) -> impl Iterator<Item = Symmetry> {
    let all = Symmetry::all();
    all.filter(move |&orientation| set & bit(orientation) != 0)
}

/// The orientation that applies `second`, then `first`.
fn compose(first: Symmetry, second: Symmetry) -> Symmetry {
    let (i, j) = second.apply(1, 2);
    let both = first.apply(i, j);
    let mut all = Symmetry::all();
    all.find(|orientation| orientation.apply(1, 2) == both)
        .unwrap_or(first)
}

/// The symmetries of a diagram: the orientations in which it is equal to itself.
pub(super) fn symmetries(diagram: &Diagram) -> u8 {
    let size = (diagram.rows, diagram.cols);
    let same = |&orientation: &Symmetry| {
        orientation.size(size) == size
            && borders(orientation, diagram.borders) == diagram.borders
            && diagram.iter().all(|(row, col, cell)| {
                let (row, col) = orientation.place((row, col), size);
                diagram.cells[row * diagram.cols + col] == cell
            })
    };
    let all = Symmetry::all().filter(same);
    all.fold(0, |set, orientation| set | bit(orientation))
}

/// The orientations that give the same picture as this one, for a diagram with these symmetries.
pub(super) fn alike(orientation: Symmetry, symmetries: u8) -> u8 {
    members(symmetries).fold(0, |set, symmetry| set | bit(compose(orientation, symmetry)))
}

/// The orientations that give no picture of the tried ones: matches in them are never found.
pub(super) fn lost(symmetries: u8, tried: u8) -> u8 {
    let all = Symmetry::all();
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
        for first in Symmetry::all() {
            for second in Symmetry::all() {
                let twice = picture.turned(second).turned(first);
                assert_eq!(twice, picture.turned(compose(first, second)));
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
            for orientation in Symmetry::all() {
                let found = alike(orientation, symmetries) & tried;
                assert_eq!(found.count_ones(), 1, "{code} {orientation:?}");
            }
        }
    }
}
